import { acknowledgement, emailChangeConfirmationInput, emailChangeInput } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import type { AuthPorts } from "../ports.ts";
import { readSession } from "../sessions/read-session.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { requestEmailChange } from "./request-email-change.ts";

export const emailChangeOperations = (ports: AuthPorts) =>
  named({
    requestEmailChange: authOperation({
      method: "POST",
      path: "/auth/email/change",
      summary: "Request an email address change",
      description:
        "Emails a confirmation link to the new address, and notifies the old one. The link works once, within an hour, and only while this session lasts. If the address belongs to another account, the response is the same but no email is sent.",
      body: emailChangeInput,
      output: acknowledgement,
      problems: [400, 401, 403, 422, 429],
      access: "full",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "email-change", ctx.actor.email);
        await requestEmailChange({ ...ctx, ...ports }, body);
        return { value: { status: true } };
      },
    }),
    confirmEmailChange: authOperation({
      method: "POST",
      path: "/auth/email/confirm",
      summary: "Confirm an email address change",
      description:
        "Takes the token from the emailed link. Requires no session and creates none. Ends the person's other sessions. Returns 422 with `link_invalid` if the link no longer works.",
      body: emailChangeConfirmationInput,
      output: acknowledgement,
      problems: [400, 403, 409, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "email-confirm", undefined);
        const session = await readSession(ctx.db, ports.cookie, ctx.request.header("cookie"));
        await confirmEmailChange(
          { ...ctx, ...ports },
          { token: body.token, session: session && !session.isSecondFactorDue ? session.person : undefined },
        );
        return { value: { status: true } };
      },
    }),
  });
