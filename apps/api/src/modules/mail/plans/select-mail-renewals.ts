import { mailDomains } from "@zonepost/db";
import type { MailPlanSlug } from "@zonepost/schema";
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hasRight } from "../../../kernel/rights.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import type { RenewalFilter, RenewalRange } from "../../domains/index.ts";
import { isInUse } from "../model/mail-domain-row.ts";
import { graceEndOf } from "../model/plan-policy.ts";
import type { MailPorts } from "../ports.ts";

type Row = {
  id: string;
  name: string;
  planSlug: MailPlanSlug;
  autoRenew: boolean;
  /** The moment by which the list is ordered: the renewal's, or the expiry's. */
  dueAt: string;
  /** Null after the last try. */
  chargesAt: string | null;
  expiresAt: string;
  /** The last try of this term that failed. */
  failedAt: string | null;
};

const dueAt = sql`coalesce(${mailDomains.nextRenewalAt}, ${mailDomains.paidUntil})`;
const planSlug = sql<MailPlanSlug>`case when ${mailDomains.autoRenew}
  then coalesce(${mailDomains.nextPlanSlug}, ${mailDomains.planSlug}) else ${mailDomains.planSlug} end`;

/** Paid mail plans that auto-renew or expire, the next one first. Callers who may see neither mail nor payments get none. */
export async function selectMailRenewals(
  ctx: WorkspaceCtx & Pick<MailPorts, "priceList">,
  filter: RenewalFilter,
  { after, limit }: RenewalRange,
): Promise<Row[]> {
  // The people who pay for plans see their cost, without a right to the mail.
  const maySee = hasRight(ctx.actor, "mail:read") || hasRight(ctx.actor, "payments:read");
  if (!maySee && !filter.isForPayer) {
    return [];
  }
  const isLater = after
    ? sql`(${dueAt}, ${mailDomains.id}) > (${after.moment}::timestamptz, ${after.id}::uuid)`
    : undefined;
  const query = ctx.db
    .select({
      id: mailDomains.id,
      name: mailDomains.domainName,
      planSlug,
      autoRenew: mailDomains.autoRenew,
      nextRenewalAt: mailDomains.nextRenewalAt,
      paidUntil: mailDomains.paidUntil,
      failedAt: mailDomains.renewalFailedAt,
    })
    .from(mailDomains)
    .where(and(isSelected(ctx, filter), isLater))
    .orderBy(asc(dueAt), asc(mailDomains.id));
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map(({ nextRenewalAt, paidUntil, failedAt, ...row }) => ({
    ...row,
    dueAt: (nextRenewalAt ?? paidUntil).toISOString(),
    chargesAt:
      nextRenewalAt && nextRenewalAt < graceEndOf({ paidUntil }) ? nextRenewalAt.toISOString() : null,
    expiresAt: paidUntil.toISOString(),
    failedAt: failedAt?.toISOString() ?? null,
  }));
}

/** Without the ones that have ended unpaid. */
function isSelected(
  { actor, priceList }: WorkspaceCtx & Pick<MailPorts, "priceList">,
  { now, from, until, autoRenew, only, except }: RenewalFilter,
): SQL | undefined {
  const paidPlans = Object.entries(priceList.mailPlans).flatMap(([slug, { priceCents }]) =>
    priceCents > 0 ? [slug] : [],
  );
  return and(
    seenBy(actor, mailDomains),
    isInUse,
    inArray(planSlug, paidPlans),
    lt(dueAt, until.toISOString()),
    from && gte(dueAt, from.toISOString()),
    or(
      and(mailDomains.autoRenew, isNotNull(mailDomains.nextRenewalAt)),
      and(not(mailDomains.autoRenew), gt(mailDomains.paidUntil, now)),
    ),
    autoRenew === undefined ? undefined : eq(mailDomains.autoRenew, autoRenew),
    only ? isAmong(only) : undefined,
    except?.length ? not(isAmong(except)) : undefined,
  );
}

const isAmong = (terms: NonNullable<RenewalFilter["only"]>): SQL => sql`
  (${mailDomains.domainName}, ${mailDomains.paidUntil}) in (select term.name, term.expires_at::timestamptz from unnest(
    ${sql.param(terms.map(({ name }) => name))}::text[],
    ${sql.param(terms.map(({ expiresAt }) => expiresAt))}::text[]) as term (name, expires_at))`;
