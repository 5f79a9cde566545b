import {
  domainOperationPreview,
  domainParameters,
  mailActivationInput,
  mailDomainParameters,
  mailDomainPatch,
  orderedMail,
  orderedOperation,
  registrationInput,
  renewalInput,
  restoreInput,
  transferInInput,
  updatedMail,
} from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { OrderPorts } from "../ports.ts";
import { orderMail, orderOperation, updateMail } from "./order-operation.ts";
import { previewLine } from "./preview-line.ts";

const preview = {
  output: domainOperationPreview,
  outputDescription: "The outcome and the price. Nothing was changed.",
};
const ordered = {
  output: orderedOperation,
  outputDescription:
    "The operation, with its order: already finished if the registry completed it immediately, otherwise `pending`. If the payment or the registry hasn't answered in time, the order in state `processing`.",
  successStatus: 201,
} as const;

/** Each orders one line, and charges it to the default card. */
export const oneLineOperations = (ports: OrderPorts) =>
  named({
    registerDomain: operation({
      method: "POST",
      path: "/domains",
      tag: "Domains",
      summary: "Register a domain",
      description:
        "Charges the default card. Emits `domain.registered` once the registry has registered the domain.",
      right: "domains:buy",
      body: registrationInput,
      ...ordered,
      problems: [402, 409, 503],
      handle: (ctx, { body: { dryRun: _, ...wanted } }) =>
        orderOperation({ ...ctx, ...ports }, { ...wanted, kind: "registration" }),
      dryRun: {
        ...preview,
        handle: (ctx, { body }) => previewLine({ ...ctx, ...ports }, { ...body, kind: "registration" }),
      },
    }),
    renewDomain: operation({
      method: "POST",
      path: "/domains/{name}/renew",
      tag: "Domains",
      summary: "Renew a domain",
      description:
        "Charges the default card. `currentExpiresAt` is the current expiry date. Repeating the request returns 409 instead of renewing twice.",
      right: "domains:buy",
      orRight: "domains:renew",
      parameters: domainParameters,
      body: renewalInput,
      ...ordered,
      problems: [402, 404, 409, 503],
      handle: (ctx, { parameters, body: { dryRun: _, ...wanted } }) =>
        orderOperation({ ...ctx, ...ports }, { ...wanted, ...parameters, kind: "renewal" }),
      dryRun: {
        ...preview,
        handle: (ctx, { parameters, body }) =>
          previewLine({ ...ctx, ...ports }, { ...body, ...parameters, kind: "renewal" }),
      },
    }),
    restoreDomain: operation({
      method: "POST",
      path: "/domains/{name}/restore",
      tag: "Domains",
      summary: "Restore a deleted domain",
      description:
        "Charges the default card. Only possible in status `redemption`. Includes a one-year renewal, which is part of the price.",
      right: "domains:buy",
      orRight: "domains:renew",
      parameters: domainParameters,
      body: restoreInput,
      ...ordered,
      problems: [402, 404, 409, 503],
      handle: (ctx, { parameters, body: { dryRun: _, ...wanted } }) =>
        orderOperation({ ...ctx, ...ports }, { ...wanted, ...parameters, kind: "restore" }),
      dryRun: {
        ...preview,
        handle: (ctx, { parameters, body }) =>
          previewLine({ ...ctx, ...ports }, { ...body, ...parameters, kind: "restore" }),
      },
    }),
    transferDomainIn: operation({
      method: "POST",
      path: "/domains/transfers",
      tag: "Domains",
      summary: "Transfer a domain in",
      description:
        "Charges the default card. The current registrar has a few days to object; then the registry completes the transfer. Nameservers and DS records stay the same. Emits `domain.transferred` when it is complete. A transfer that ends otherwise is refunded.",
      right: "domains:buy",
      body: transferInInput,
      ...ordered,
      problems: [402, 409, 503],
      handle: (ctx, { body: { dryRun: _, ...wanted } }) =>
        orderOperation({ ...ctx, ...ports }, { ...wanted, kind: "transfer_in" }),
      dryRun: {
        ...preview,
        handle: (ctx, { body }) => previewLine({ ...ctx, ...ports }, { ...body, kind: "transfer_in" }),
      },
    }),
    activateMail: operation({
      method: "POST",
      path: "/me/mail/activate",
      tag: "Mail",
      summary: "Activate mail for a domain",
      description:
        "Charges the plan to the default card, which also requires `domains:buy`. Creates a DKIM key. Publish the TXT record in `dkim` in the domain's DNS so that receivers can verify its mail. If your workspace had the domain before and its mail has not been erased, the accounts and aliases return.",
      right: "mail:write",
      body: mailActivationInput,
      output: orderedMail,
      outputDescription:
        "The mail domain, with the DKIM record to publish and its order. If the payment hasn't been settled in time, the order in state `processing`.",
      successStatus: 201,
      problems: [402, 404, 409, 503],
      handle: (ctx, { body }) => orderMail({ ...ctx, ...ports }, body),
    }),
    updateMailDomain: operation({
      method: "PATCH",
      path: "/me/mail/{domainName}",
      tag: "Mail",
      summary: "Update a mail domain",
      description:
        "Suspends, resumes or reactivates mail, and changes auto-renew and the schedule of DKIM rotations. `planSlug` orders another plan and charges the default card, which also requires `domains:buy`: a higher plan for the rest of the term at once, a lower one from the next renewal, and a plan whose term has ended for a year. A plan needs room for the domain's accounts. To renew a plan ahead, place an order with a `mail_plan` line.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailDomainPatch,
      output: updatedMail,
      outputDescription:
        "The updated mail domain. If the payment of a plan hasn't been settled in time, the order in state `processing`.",
      successStatus: 200,
      problems: [402, 404, 409, 503],
      handle: (ctx, { parameters, body }) => updateMail({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
  });
