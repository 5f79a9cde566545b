import { mailAppPasswords } from "@zonepost/db";
import type { MailAppPassword } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getAccount } from "../accounts/get-account.ts";
import type { AccountId } from "../accounts/lock-own-account.ts";

type AppPasswordRow = Pick<typeof mailAppPasswords.$inferSelect, "id" | "label" | "lastUsedAt" | "createdAt">;

export const appPasswordOfRow = (row: AppPasswordRow): MailAppPassword => ({
  id: publicId("map", row.id),
  label: row.label,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** Oldest first. Never reads a hash. */
export async function listAppPasswords(ctx: WorkspaceCtx, input: AccountId): Promise<MailAppPassword[]> {
  requireRight(ctx.actor, "mail:read");
  const account = await getAccount(ctx, input);
  const accountId = rowId("mac", account.id);
  if (accountId === undefined) {
    throw notFound();
  }
  const rows = await ctx.db
    .select({
      id: mailAppPasswords.id,
      label: mailAppPasswords.label,
      lastUsedAt: mailAppPasswords.lastUsedAt,
      createdAt: mailAppPasswords.createdAt,
    })
    .from(mailAppPasswords)
    .where(eq(mailAppPasswords.accountId, accountId))
    .orderBy(asc(mailAppPasswords.id));
  return rows.map(appPasswordOfRow);
}
