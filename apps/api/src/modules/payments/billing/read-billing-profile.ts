import { billingProfiles } from "@zonepost/db";
import type { BillingProfile } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { PriceList } from "../prices/price-list.ts";
import { taxPercentOf } from "../prices/tax-policy.ts";

/** A workspace that hasn't entered anything has an empty profile. */
export async function readBillingProfile(db: Queryable, workspaceId: string): Promise<BillingProfile> {
  const [row] = await db.select().from(billingProfiles).where(eq(billingProfiles.workspaceId, workspaceId));
  const { company = null, address = null, countryCode = null, vatId = null } = row ?? {};
  return { company, address, countryCode, vatId };
}

/** The rate that a workspace pays now. An order keeps the rate it was made with. */
export const readTaxPercent = async (
  db: Queryable,
  { workspaceId, priceList }: { workspaceId: string; priceList: PriceList },
): Promise<number> => taxPercentOf(priceList, (await readBillingProfile(db, workspaceId)).countryCode);
