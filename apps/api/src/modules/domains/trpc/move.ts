import { domainOperationParameters, domainParameters, transferInInput } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { approveTransferOut, rejectTransferOut } from "../use-cases/answer-transfer-out.ts";
import { cancelDomainOperation } from "../use-cases/cancel-domain-operation.ts";
import { createAuthCode } from "../use-cases/create-auth-code.ts";
import { transferDomainIn } from "../use-cases/transfer-domain-in.ts";

export const moveProcedures = (ports: DomainPorts) => ({
  transferIn: procedure
    .input(transferInInput)
    .mutation(({ ctx, input }) => transferDomainIn({ ...ctx, ...ports }, input)),
  createAuthCode: procedure
    .input(domainParameters)
    .mutation(({ ctx, input }) => createAuthCode({ ...ctx, ...ports }, input.name)),
});

/** Stand beside the reading ones under `domains.operations`. */
export const moveOperationProcedures = (ports: DomainPorts) => ({
  cancel: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => cancelDomainOperation({ ...ctx, ...ports }, input.id)),
  approve: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => approveTransferOut({ ...ctx, ...ports }, input.id)),
  reject: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => rejectTransferOut({ ...ctx, ...ports }, input.id)),
});
