import { mailDkimKeys } from "@zonepost/db";
import { and, asc, eq, gt, isNotNull, notLike } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { dkimKeyOwner, findDkimBox, openDkimKey } from "./dkim-sealing.ts";

const batchSize = 100;

/**
 * Seals DKIM keys again once all mail agents have a key for it that the installation's other secrets aren't sealed with.
 * Each key changes in a statement of its own, so that it can end at any point, and only from the form that was read.
 */
export async function resealDkimKeys(
  ctx: Ctx & Pick<MailPorts, "secretBox">,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretBox, log } = ctx;
  let after = "00000000-0000-0000-0000-000000000000";
  let isChanged = false;
  while (!signal.aborted) {
    const box = await findDkimBox(db, secretBox);
    if (box === secretBox) {
      return;
    }
    const rows = await db
      .select({
        id: mailDkimKeys.id,
        mailDomainId: mailDkimKeys.mailDomainId,
        sealed: mailDkimKeys.privateKeyEncrypted,
      })
      .from(mailDkimKeys)
      .where(
        and(
          gt(mailDkimKeys.id, after),
          isNotNull(mailDkimKeys.privateKeyEncrypted),
          notLike(mailDkimKeys.privateKeyEncrypted, `v1.${box.keyIds[0]}.%`),
        ),
      )
      .orderBy(asc(mailDkimKeys.id))
      .limit(batchSize);
    for (const { id, mailDomainId, sealed } of rows) {
      after = id;
      const owner = dkimKeyOwner(mailDomainId);
      const opened = sealed && openDkimKey(secretBox, sealed, owner);
      if (!opened || !sealed) {
        log.error({ keyId: id }, "a DKIM key is sealed with a key that isn't configured");
        continue;
      }
      isChanged = true;
      await db
        .update(mailDkimKeys)
        .set({ privateKeyEncrypted: box.seal(opened, owner) })
        .where(and(eq(mailDkimKeys.id, id), eq(mailDkimKeys.privateKeyEncrypted, sealed)));
    }
    if (rows.length < batchSize) {
      break;
    }
  }
  if (isChanged) {
    await wakeMailHosts(db);
  }
}
