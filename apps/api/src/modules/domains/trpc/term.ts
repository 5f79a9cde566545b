import {
  deletionInput,
  domainName,
  domainOperationParameters,
  domainOperationsQuery,
  domainParameters,
  registrationInput,
  renewalInput,
  restoreInput,
} from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { getDomainWithMail } from "../queries/get-domain-details.ts";
import { listDomainDetails } from "../queries/list-domain-details.ts";
import { listHistory } from "../queries/list-history.ts";
import { getDomainOperation, listDomainOperations } from "../queries/list-operations.ts";
import { deleteDomain } from "../use-cases/delete-domain.ts";
import type { NameserverPorts } from "../use-cases/judge-nameservers.ts";
import { registerDomain } from "../use-cases/register-domain.ts";
import { renewDomain } from "../use-cases/renew-domain.ts";
import { restoreDomain } from "../use-cases/restore-domain.ts";

const named = { name: domainName };

export const termProcedures = (ports: DomainPorts & NameserverPorts) => ({
  list: procedure.query(({ ctx }) => listDomainDetails(ctx)),
  get: procedure.input(domainParameters).query(({ ctx, input }) => getDomainWithMail(ctx, input.name)),
  history: procedure.input(domainParameters).query(({ ctx, input }) => whole(listHistory(ctx, input.name))),
  register: procedure
    .input(registrationInput)
    .mutation(({ ctx, input }) => registerDomain({ ...ctx, ...ports }, input)),
  renew: procedure
    .input(renewalInput.extend(named))
    .mutation(({ ctx, input }) => renewDomain({ ...ctx, ...ports }, input)),
  restore: procedure
    .input(restoreInput.extend(named))
    .mutation(({ ctx, input }) => restoreDomain({ ...ctx, ...ports }, input)),
  delete: procedure
    .input(deletionInput.extend(named))
    .mutation(({ ctx, input }) => deleteDomain({ ...ctx, ...ports }, input)),
});

/** Below `domains.operations`. */
export const operationProcedures = () => ({
  list: procedure
    .input(domainOperationsQuery.default({}))
    .query(({ ctx, input }) => whole(listDomainOperations(ctx, input))),
  get: procedure
    .input(domainOperationParameters)
    .query(({ ctx, input }) => getDomainOperation(ctx, input.id)),
});
