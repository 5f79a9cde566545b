import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";

// Mail servers without an info+list@ deliver to info@, so an alias of either forwards the mail.
const withoutDetail = (column: string) => sql.raw(`regexp_replace(${column}, '^([^+@]+)\\+[^@]*@', '\\1@')`);

/**
 * True if mail forwarded to `toAddress` would return to `fromAddress`. Follows the aliases of all workspaces, as mail
 * does, and so reveals only yes or no.
 */
export async function wouldLoop(tx: Transaction, fromAddress: string, toAddress: string): Promise<boolean> {
  const [row] = await tx.execute<{ loops: boolean }>(sql`
    with recursive reached (address) as (
      select ${toAddress}::text
      union
      select mail_alias_targets.address from reached
        join mail_aliases
          on mail_aliases.from_address = any (array[reached.address, ${withoutDetail("reached.address")}])
        join mail_alias_targets on mail_alias_targets.alias_id = mail_aliases.id
        join mail_domains on mail_domains.id = mail_aliases.mail_domain_id and mail_domains.left_at is null
    )
    select exists (
      select 1 from reached where ${fromAddress} in (address, ${withoutDetail("address")})
    ) as loops`);
  return row?.loops ?? false;
}
