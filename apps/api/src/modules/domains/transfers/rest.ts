import {
  authCodeOnce,
  domainOperation,
  domainOperationParameters,
  domainOperationPreview,
  domainParameters,
} from "@zonepost/schema";
import { transferInPreviewInput } from "@zonepost/schema/panel";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { approveTransferOut, rejectTransferOut } from "./approve-or-reject-transfer-out.ts";
import { createAuthCode } from "./create-auth-code.ts";
import { previewTransferIn } from "./transfer-domain-in.ts";

export const transferOperations = (ports: DomainPorts) =>
  named({
    previewTransferIn: panelOperation({
      right: "domains:buy",
      input: transferInPreviewInput,
      output: domainOperationPreview,
      handle: (ctx, input) => previewTransferIn({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
    approveTransferOut: operation({
      method: "POST",
      path: "/domain-operations/{id}/approve",
      tag: "Domains",
      summary: "Approve an outgoing transfer",
      description: "Emits `domain.transferred`.",
      right: "domains:release",
      parameters: domainOperationParameters,
      output: domainOperation,
      outputDescription: "The operation",
      successStatus: 200,
      problems: [404, 409, 503],
      handle: (ctx, { parameters }) => approveTransferOut({ ...ctx, ...ports }, parameters.id),
    }),
    rejectTransferOut: operation({
      method: "POST",
      path: "/domain-operations/{id}/reject",
      tag: "Domains",
      summary: "Reject an outgoing transfer",
      right: "domains:write",
      parameters: domainOperationParameters,
      output: domainOperation,
      outputDescription: "The operation",
      successStatus: 200,
      problems: [404, 409, 503],
      handle: (ctx, { parameters }) => rejectTransferOut({ ...ctx, ...ports }, parameters.id),
    }),
    createAuthCode: operation({
      method: "POST",
      path: "/domains/{name}/auth-code",
      tag: "Domains",
      summary: "Create an auth code",
      description:
        "Another registrar needs this code to request a transfer. It replaces any earlier code and is valid for 14 days. The domain must be unlocked.",
      right: "domains:release",
      parameters: domainParameters,
      output: authCodeOnce.partial({ authCode: true }),
      outputDescription: "The auth code. It is not shown again.",
      successStatus: 201,
      problems: [404, 409, 503],
      onceOnlyFields: ["authCode"],
      handle: (ctx, { parameters }) => createAuthCode({ ...ctx, ...ports }, parameters.name),
    }),
  });
