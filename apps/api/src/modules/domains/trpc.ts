import { router } from "../../kernel/trpc.ts";
import { batchProcedures } from "./batches/trpc.ts";
import { domainContactProcedures } from "./contacts/trpc.ts";
import { dnssecProcedures } from "./dnssec/trpc.ts";
import { lifecycleProcedures } from "./lifecycle/trpc.ts";
import type { NameserverPorts } from "./nameservers/judge-nameservers.ts";
import { nameserverProcedures } from "./nameservers/trpc.ts";
import { operationProcedures } from "./operations/trpc.ts";
import { portfolioProcedures } from "./portfolio/trpc.ts";
import type { DomainPorts, MailOfDomainPorts } from "./ports.ts";
import { searchProcedures } from "./search/trpc.ts";
import { transferAnswerProcedures, transferProcedures } from "./transfers/trpc.ts";

export const createDomainsRouter = (ports: DomainPorts & NameserverPorts & MailOfDomainPorts) =>
  router({
    ...portfolioProcedures(ports),
    ...lifecycleProcedures(ports),
    operations: router({ ...operationProcedures(ports), ...transferAnswerProcedures(ports) }),
    ...searchProcedures(ports),
    ...nameserverProcedures(ports),
    ...domainContactProcedures(ports),
    ...transferProcedures(ports),
    ...dnssecProcedures(ports),
    ...batchProcedures(),
  });
