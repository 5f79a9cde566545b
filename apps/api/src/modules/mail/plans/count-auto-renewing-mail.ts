import { mailDomains } from "@zonepost/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { PriceList } from "../../payments/index.ts";
import { isInUse } from "../model/mail-domain-row.ts";

/** Mail plans of the workspace whose next renewal is charged. */
export function countAutoRenewingMail(
  { mailPlans }: Pick<PriceList, "mailPlans">,
  db: Queryable,
  workspaceId: string,
): Promise<number> {
  const paidPlans = Object.entries(mailPlans).flatMap(([slug, { priceCents }]) =>
    priceCents > 0 ? [slug] : [],
  );
  const renewedPlan = sql<string>`coalesce(${mailDomains.nextPlanSlug}, ${mailDomains.planSlug})`;
  return db.$count(
    mailDomains,
    and(
      eq(mailDomains.workspaceId, workspaceId),
      mailDomains.autoRenew,
      isInUse,
      inArray(renewedPlan, paidPlans),
    ),
  );
}
