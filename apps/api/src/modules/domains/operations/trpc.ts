import { domainOperationParameters, domainOperationsQuery } from "@zonepost/schema";
import { whole } from "../../../kernel/page.ts";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { cancelDomainOperation } from "./cancel-domain-operation.ts";
import { getDomainOperation, listDomainOperations } from "./list-operations.ts";

/** Below `domains.operations`. */
export const operationProcedures = (ports: DomainPorts) => ({
  list: procedure
    .input(domainOperationsQuery.default({}))
    .query(({ ctx, input }) => whole(listDomainOperations(ctx, input))),
  get: procedure
    .input(domainOperationParameters)
    .query(({ ctx, input }) => getDomainOperation(ctx, input.id)),
  cancel: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => cancelDomainOperation({ ...ctx, ...ports }, input.id)),
});
