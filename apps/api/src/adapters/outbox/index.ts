import { type Db, sandboxOutbox } from "@zonepost/db";
import type { Clock } from "../../kernel/clock.ts";
import type { Mailer } from "../../modules/accounts/ports.ts";

/** The sandbox's relay: stores each mail for reading, and sends nothing. */
export function createOutboxMailer(deps: { db: Db; clock: Clock }): Mailer {
  return {
    async send(id, email) {
      const sentAt = await deps.clock.now();
      await deps.db
        .insert(sandboxOutbox)
        .values({
          id,
          kind: email.kind,
          toAddress: email.to,
          subject: email.subject,
          text: email.text,
          html: email.html,
          sentAt,
        })
        .onConflictDoNothing();
      return { outcome: "accepted" };
    },
    close() {},
  };
}
