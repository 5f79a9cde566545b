import type { Transaction } from "@zonepost/db";
import type { EmailPorts, EmailToSend } from "../ports.ts";
import { addDigestNotice, type DigestTexts } from "./digest-notices.ts";
import { deliveryOf, type EmailKind, emailRuleOf } from "./email-topics.ts";
import { enqueueEmail } from "./enqueue-email.ts";
import { readSeatsForEmail } from "./read-seats-for-email.ts";

type ComposedEmail = Pick<EmailToSend, "variants" | "expiresAt"> & {
  kind: EmailKind;
  digest: DigestTexts;
};

/**
 * Enqueues an email to the members whom its kind concerns, in the transaction of the change; for those who chose so, it
 * waits for their next digest. With a `domainName`, only to those who see this domain.
 */
export async function emailMembers(
  tx: Transaction,
  ports: EmailPorts,
  { workspaceId, domainName }: { workspaceId: string; domainName?: string },
  email: ComposedEmail,
  at: Date,
): Promise<void> {
  const domainNames = domainName === undefined ? [] : [domainName];
  const rule = emailRuleOf(email.kind);
  // An owner who was removed by a thief still gets the emails about what was done before.
  const isAboutSecurity = "always" in rule && rule.always === "owners";
  for (const seat of await readSeatsForEmail(tx, workspaceId)) {
    const delivery = deliveryOf(seat, email.kind, domainNames);
    if (delivery === "digest" && "topic" in rule) {
      await addDigestNotice(tx, seat, email, { topic: rule.topic, domainNames, at });
    } else if (delivery === "at_once") {
      const to = {
        to: seat.email,
        language: seat.language,
        onlyToMemberOf: isAboutSecurity ? undefined : workspaceId,
      };
      await enqueueEmail(tx, ports, { ...email, ...to }, at);
    }
  }
}
