import type { Queryable } from "../../../kernel/ctx.ts";
import { readTaxPercent, taxCentsOf } from "../../payments/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { renewedPlanOf } from "../model/plan-policy.ts";
import type { MailPorts } from "../ports.ts";
import type { PlanCost } from "./plan-email.ts";

/** What the next term of a plan will cost its workspace, as of today. */
export async function readPlanCost(
  db: Queryable,
  { priceList }: Pick<MailPorts, "priceList">,
  row: MailDomainRow,
): Promise<PlanCost> {
  const { priceCents, currency } = priceList.mailPlans[renewedPlanOf(row)];
  const taxPercent = await readTaxPercent(db, { ...row, priceList });
  return { totalCents: priceCents + taxCentsOf(priceCents, taxPercent), taxPercent, currency };
}
