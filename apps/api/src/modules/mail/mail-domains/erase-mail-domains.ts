import {
  mailAccounts,
  mailAliases,
  mailDkimKeys,
  mailDomains,
  mailForwardTargets,
  mailSenderExceptions,
} from "@zonepost/db";
import { and, eq, lte, notExists, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { RetentionRule } from "../../../kernel/database/retention.ts";
import { withdrawMailRecords } from "../zone-records/place-mail-records.ts";

const parts = [mailAccounts, mailAliases, mailForwardTargets, mailSenderExceptions, mailDkimKeys];

/**
 * The last of what is due for erasure, and with it what mail manages in the domain's zone. More mail may have become due
 * since the deletions before, so only what is empty.
 */
export function eraseMailDomains(base: Pick<Ctx, "clock" | "log">): RetentionRule {
  const actor = { kind: "system", job: "retention" } as const;
  return async (db, limit) => {
    const ctx: Ctx = { ...base, db, actor, requestId: null, ipAddress: null };
    const isErasable = and(
      lte(mailDomains.erasesAt, await base.clock.now()),
      ...parts.map((part) =>
        notExists(db.select({ one: sql`1` }).from(part).where(eq(part.mailDomainId, mailDomains.id))),
      ),
    );
    const due = await db.select({ id: mailDomains.id }).from(mailDomains).where(isErasable).limit(limit);
    for (const { id } of due) {
      await db.transaction(async (tx) => {
        const [erased] = await tx
          .delete(mailDomains)
          .where(and(eq(mailDomains.id, id), isErasable))
          .returning({ workspaceId: mailDomains.workspaceId, domainName: mailDomains.domainName });
        if (erased) {
          await withdrawMailRecords(tx, ctx, erased);
        }
      });
    }
    return due.length;
  };
}
