import { type DigestText, digestNotices, members, type Transaction } from "@zonepost/db";
import type { Language, NotificationTopic } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import { nextDigestAt } from "./digest-time.ts";
import type { EmailKind } from "./email-topics.ts";
import type { SeatForEmail } from "./read-seats-for-email.ts";

export type DigestTexts = Record<Language, DigestText>;

/** Keeps an email for the person's next digest, in the transaction of its cause. */
export async function addDigestNotice(
  tx: Transaction,
  { id, workspaceId, userId }: Pick<SeatForEmail, "id" | "workspaceId" | "userId">,
  email: { kind: EmailKind; digest: DigestTexts },
  notice: { topic: NotificationTopic; domainNames: readonly string[]; at: Date },
): Promise<void> {
  const { topic, domainNames, at } = notice;
  await tx.insert(digestNotices).values({
    id: newId(),
    workspaceId,
    userId,
    kind: email.kind,
    topic,
    domainNames: [...domainNames],
    texts: email.digest,
    occurredAt: at,
  });
  // The choice may be taken back at this moment; what waits is sent anyway.
  await tx
    .update(members)
    .set({ digestAt: nextDigestAt(at) })
    .where(and(eq(members.id, id), isNull(members.digestAt)));
}
