import { type MailStorage, mailStorageShown } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isListed, selectTotal } from "./listed-mail-domains.ts";

type Stored = MailStorage["fullest"][number] & { storingCount: number };

export async function getMailStorage(ctx: WorkspaceCtx): Promise<MailStorage> {
  requireRight(ctx.actor, "mail:read");
  const sql = ctx.db.$client;
  const now = await ctx.clock.now();
  // Deleted accounts use storage until they are erased.
  const [rows, [counted]] = await Promise.all([
    sql<Stored[]>`
      with stored as (
        select domain_name, storage_gigabytes, (
          select sum(used_bytes) from mail_accounts join mail_account_use on account_id = mail_accounts.id
          where mail_domain_id = mail_domains.id) as used_bytes
        from mail_domains where ${isListed(sql, ctx.actor, now)})
      select domain_name as "domainName", used_bytes::float8 as "usedBytes", storage_gigabytes as "storageGigabytes",
        count(*) over ()::int as "storingCount"
      from stored
      where used_bytes > 0
      order by used_bytes / storage_gigabytes desc, domain_name
      limit ${mailStorageShown}`,
    selectTotal(sql, ctx.actor, now),
  ]);
  return {
    domainCount: counted?.total ?? 0,
    fullest: rows.map(({ storingCount: _, ...stored }) => stored),
    otherCount: (rows[0]?.storingCount ?? 0) - rows.length,
  };
}
