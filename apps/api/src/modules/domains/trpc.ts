import { router } from "../../kernel/trpc.ts";
import type { DomainPorts } from "./ports.ts";
import { changeProcedures } from "./trpc/change.ts";
import { dnssecProcedures } from "./trpc/dnssec.ts";
import { manyProcedures } from "./trpc/many.ts";
import { moveOperationProcedures, moveProcedures } from "./trpc/move.ts";
import { searchProcedures } from "./trpc/search.ts";
import { operationProcedures, termProcedures } from "./trpc/term.ts";
import type { NameserverPorts } from "./use-cases/judge-nameservers.ts";

export const createDomainsRouter = (ports: DomainPorts & NameserverPorts) =>
  router({
    ...termProcedures(ports),
    operations: router({ ...operationProcedures(), ...moveOperationProcedures(ports) }),
    ...searchProcedures(ports),
    ...changeProcedures(ports),
    ...moveProcedures(ports),
    ...dnssecProcedures(ports),
    ...manyProcedures(ports),
  });
