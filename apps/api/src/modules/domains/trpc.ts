import { router } from "../../kernel/trpc.ts";
import type { DnsPorts, DomainPorts } from "./ports.ts";
import { dnssecProcedures } from "./trpc/dnssec.ts";
import { manyProcedures } from "./trpc/many.ts";
import { searchProcedures } from "./trpc/search.ts";
import { operationProcedures, termProcedures } from "./trpc/term.ts";

export const createDomainsRouter = (ports: DomainPorts & DnsPorts) =>
  router({
    ...termProcedures(ports),
    operations: router({ ...operationProcedures() }),
    ...searchProcedures(ports),
    ...dnssecProcedures(ports),
    ...manyProcedures(ports),
  });
