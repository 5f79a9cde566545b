import {
  authCodeOnce,
  domainOperation,
  domainOperationParameters,
  domainOperationPreview,
  domainParameters,
  transferInInput,
  transferInPreviewInput,
} from "@zonepost/schema";
import { operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { approveTransferOut, rejectTransferOut } from "./answer-transfer-out.ts";
import { createAuthCode } from "./create-auth-code.ts";
import { previewTransferIn, transferDomainIn } from "./transfer-domain-in.ts";

export const transferOperations = (ports: DomainPorts) => ({
  transferDomainIn: operation({
    operationId: "transferDomainIn",
    method: "POST",
    path: "/domains/transfers",
    tag: "Domains",
    summary: "Transfer a domain in from another registrar",
    description:
      "The registrar that holds it has some days to object; then the registry moves it. Nameservers and DS records stay as they are. Emits `domain.transferred` when it has arrived.",
    right: "domains:buy",
    body: transferInInput,
    output: domainOperation,
    outputDescription: "The transfer",
    successStatus: 201,
    problems: [409, 503],
    handle: (ctx, { body }) => transferDomainIn({ ...ctx, ...ports }, body),
    dryRun: {
      output: domainOperationPreview,
      outputDescription: "What would happen, and its price",
      handle: (ctx, { body }) => previewTransferIn({ ...ctx, ...ports }, body),
    },
  }),
  previewTransferIn: panelOperation({
    operationId: "previewTransferIn",
    right: "domains:buy",
    input: transferInPreviewInput,
    output: domainOperationPreview,
    handle: (ctx, input) => previewTransferIn({ ...ctx, ...ports }, input, { asksForPrice: true }),
  }),
  approveTransferOut: operation({
    operationId: "approveTransferOut",
    method: "POST",
    path: "/domain-operations/{id}/approve",
    tag: "Domains",
    summary: "Let a domain go to the registrar that asks for it",
    description: "A session must have been confirmed within ten minutes. Emits `domain.transferred`.",
    right: "domains:release",
    parameters: domainOperationParameters,
    output: domainOperation,
    outputDescription: "The operation as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters }) => approveTransferOut({ ...ctx, ...ports }, parameters.id),
  }),
  rejectTransferOut: operation({
    operationId: "rejectTransferOut",
    method: "POST",
    path: "/domain-operations/{id}/reject",
    tag: "Domains",
    summary: "Keep a domain that another registrar asks for",
    right: "domains:write",
    parameters: domainOperationParameters,
    output: domainOperation,
    outputDescription: "The operation as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters }) => rejectTransferOut({ ...ctx, ...ports }, parameters.id),
  }),
  createAuthCode: operation({
    operationId: "createAuthCode",
    method: "POST",
    path: "/domains/{name}/auth-code",
    tag: "Domains",
    summary: "Make a new auth code, with which another registrar can ask for the domain",
    description:
      "Replaces the one before; lasts 14 days. The domain has to be unlocked. A session must have been confirmed within ten minutes.",
    right: "domains:release",
    parameters: domainParameters,
    output: authCodeOnce.partial({ authCode: true }),
    outputDescription: "The auth code, shown this once",
    successStatus: 201,
    problems: [404, 409, 503],
    onceOnlyFields: ["authCode"],
    handle: (ctx, { parameters }) => createAuthCode({ ...ctx, ...ports }, parameters.name),
  }),
});
