import { mailAliasTarget, mailDomainParameters, mailForwardingResend } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { MailPorts } from "../ports.ts";
import { resendConfirmation } from "./resend-confirmation.ts";

export const mailForwardingOperations = (ports: Pick<MailPorts, "secretBox" | "panelUrl">) =>
  named({
    resendMailForwarding: operation({
      method: "POST",
      path: "/me/mail/{domainName}/forwarding/resend",
      tag: "Mail",
      summary: "Resend a forwarding confirmation",
      description:
        "Emails an external address that an alias or account forwards to, and that hasn't confirmed yet. The link in the previous email stops working. Once a minute and five times a day per address.",
      right: "mail:write",
      parameters: mailDomainParameters,
      body: mailForwardingResend,
      output: mailAliasTarget,
      outputDescription: "The address and its state",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) =>
        resendConfirmation({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
  });
