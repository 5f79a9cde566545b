import { domainOperationParameters, domainParameters, transferInInput } from "@zonepost/schema";
import { procedure } from "../../../kernel/trpc.ts";
import type { DomainPorts } from "../ports.ts";
import { approveTransferOut, rejectTransferOut } from "./answer-transfer-out.ts";
import { createAuthCode } from "./create-auth-code.ts";
import { transferDomainIn } from "./transfer-domain-in.ts";

export const transferProcedures = (ports: DomainPorts) => ({
  transferIn: procedure
    .input(transferInInput)
    .mutation(({ ctx, input }) => transferDomainIn({ ...ctx, ...ports }, input)),
  createAuthCode: procedure
    .input(domainParameters)
    .mutation(({ ctx, input }) => createAuthCode({ ...ctx, ...ports }, input.name)),
});

/** Below `domains.operations`. */
export const transferAnswerProcedures = (ports: DomainPorts) => ({
  approve: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => approveTransferOut({ ...ctx, ...ports }, input.id)),
  reject: procedure
    .input(domainOperationParameters)
    .mutation(({ ctx, input }) => rejectTransferOut({ ...ctx, ...ports }, input.id)),
});
