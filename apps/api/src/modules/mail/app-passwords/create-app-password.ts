import { mailAppPasswords } from "@zonepost/db";
import type { MailAppPasswordCreated, MailAppPasswordInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { type AccountId, lockChangeableAccount } from "../accounts/lock-own-account.ts";
import { maxAppPasswordsPerAccount } from "../accounts/policy.ts";
import { appPasswordLabelTaken, appPasswordLimitReached } from "../errors.ts";
import { hashAppPassword, hintOf } from "../passwords/app-password-hash.ts";
import { generateAppPassword } from "../passwords/generate-password.ts";
import { appPasswordOfRow } from "./list-app-passwords.ts";

/** The only response that contains the password. */
export async function createAppPassword(
  ctx: WorkspaceCtx,
  { label, ...account }: AccountId & MailAppPasswordInput,
  generate: () => string = generateAppPassword,
): Promise<MailAppPasswordCreated> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { mailDomain, account: row } = await lockChangeableAccount(tx, ctx, account, now);
    const existing = await tx
      .select({ label: mailAppPasswords.label, hint: mailAppPasswords.hint })
      .from(mailAppPasswords)
      .where(eq(mailAppPasswords.accountId, row.id));
    if (existing.some((each) => each.label === label)) {
      throw appPasswordLabelTaken(label);
    }
    if (existing.length >= maxAppPasswordsPerAccount) {
      throw appPasswordLimitReached(maxAppPasswordsPerAccount);
    }
    const passwordOnce = generateWithNewHint(
      generate,
      existing.map(({ hint }) => hint),
    );
    const created = { id: newId(), label, lastUsedAt: null, createdAt: now };
    await tx.insert(mailAppPasswords).values({
      ...created,
      accountId: row.id,
      hint: hintOf(passwordOnce),
      passwordHash: hashAppPassword(passwordOnce),
    });
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_app_password.created",
      target: row.fullAddress,
      details: { label },
      occurredAt: now,
    });
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId: mailDomain.workspaceId,
        kind: "app_password",
        target: row.fullAddress,
        detail: label,
        concerned: [row.fullAddress],
        occurredAt: now,
      },
    ]);
    return { ...appPasswordOfRow(created), passwordOnce };
  });
}

/** The hint identifies a password of its account. */
function generateWithNewHint(generate: () => string, hints: readonly string[]): string {
  for (;;) {
    const password = generate();
    if (!hints.includes(hintOf(password))) {
      return password;
    }
  }
}
