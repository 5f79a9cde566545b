import type { Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";

// Mail servers that find no info+list@ look for info@: an alias of either carries the mail on.
const withoutDetail = (column: string) => sql.raw(`regexp_replace(${column}, '^([^+@]+)\\+[^@]*@', '\\1@')`);

/**
 * Whether mail that an alias sends on to `toAddress` would come back to `fromAddress`. It follows the aliases of all
 * workspaces, since mail does too, and answers yes or no alone.
 */
export async function wouldLoop(tx: Transaction, fromAddress: string, toAddress: string): Promise<boolean> {
  const [row] = await tx.execute<{ loops: boolean }>(sql`
    with recursive reached (address) as (
      select ${toAddress}::text
      union
      select mail_aliases.to_address from reached join mail_aliases
        on mail_aliases.from_address = any (array[reached.address, ${withoutDetail("reached.address")}])
    )
    select exists (
      select 1 from reached where ${fromAddress} in (address, ${withoutDetail("address")})
    ) as loops`);
  return row?.loops ?? false;
}
