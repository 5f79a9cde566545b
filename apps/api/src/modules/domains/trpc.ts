import { router } from "../../kernel/trpc.ts";
import type { DomainPorts } from "./ports.ts";
import { dnssecProcedures } from "./trpc/dnssec.ts";
import { searchProcedures } from "./trpc/search.ts";
import { termProcedures } from "./trpc/term.ts";

export const createDomainsRouter = (ports: DomainPorts) =>
  router({ ...termProcedures(ports), ...searchProcedures(ports), ...dnssecProcedures(ports) });
