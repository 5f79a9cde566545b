import { mailForwardingForHolder, mailForwardingLink } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { type AccountsSettings, limitAttempts } from "../../accounts/index.ts";
import type { MailPorts } from "../ports.ts";
import { confirmForwarding, readForwarding } from "./confirm-forwarding.ts";
import { stopForwarding } from "./stop-forwarding.ts";

export type ForwardingAuthPorts = Pick<MailPorts, "secretBox" | "panelUrl"> & { settings: AccountsSettings };

/** For the owner of an external address, who has the link and no account. */
export const forwardingAuthOperations = (ports: ForwardingAuthPorts) =>
  named({
    readMailForwarding: authOperation({
      method: "POST",
      path: "/auth/mail-forwarding/read",
      summary: "Get a mail forwarding",
      description:
        "Takes the token from the link in a confirmation email. Changes nothing. Returns 422 with `link_invalid` if the link no longer works.",
      body: mailForwardingLink,
      output: mailForwardingForHolder,
      problems: [400, 403, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "mail-forwarding-read", undefined);
        return { value: await readForwarding(ctx, body) };
      },
    }),
    confirmMailForwarding: authOperation({
      method: "POST",
      path: "/auth/mail-forwarding/confirm",
      summary: "Confirm a mail forwarding",
      description:
        "Mail is forwarded from now on. A link can confirm for 7 days; once used, it can stop the forwarding and allow it again at any time. Returns 409 with `link_expired`, or with `forwarding_removed` if the domain no longer forwards to this address.",
      body: mailForwardingLink,
      output: mailForwardingForHolder,
      problems: [400, 403, 409, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "mail-forwarding-confirm", undefined);
        return { value: await confirmForwarding(ctx, body) };
      },
    }),
    stopMailForwarding: authOperation({
      method: "POST",
      path: "/auth/mail-forwarding/stop",
      summary: "Stop a mail forwarding",
      description:
        "Refuses a forwarding, or stops one that was confirmed. Nothing is forwarded from now on, and the owners of the workspace are emailed.",
      body: mailForwardingLink,
      output: mailForwardingForHolder,
      problems: [400, 403, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "mail-forwarding-stop", undefined);
        return { value: await stopForwarding({ ...ctx, ...ports }, body) };
      },
    }),
  });
