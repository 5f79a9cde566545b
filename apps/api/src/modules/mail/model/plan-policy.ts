import { type MailDomain, type MailPlanInput, type MailPlanSlug, mailPlans } from "@zonepost/schema";
import { addYears, dayMs } from "../../../kernel/durations.ts";

/** The plan that a mail domain has, and the one that follows it. */
export type PaidPlan = {
  planSlug: MailPlanSlug;
  /** A lower plan from the next term; null for the same plan. */
  nextPlanSlug: MailPlanSlug | null;
  paidUntil: Date;
};

/**
 * - `renew`: pays a year, also of mail that is suspended.
 * - `upgrade`: pays the difference for the rest of the term.
 * - `downgrade`: replaces the plan at the next renewal.
 * - `keep`: cancels a downgrade.
 */
export type PlanChange = "renew" | "upgrade" | "downgrade" | "keep";

export const isUnpaidAt = ({ paidUntil }: Pick<PaidPlan, "paidUntil">, now: Date): boolean =>
  paidUntil <= now;

export type MailSwitches = Pick<PaidPlan, "paidUntil"> & {
  suspendedAt: Date | null;
  deactivatedAt: Date | null;
};

export const statusAt = (mail: MailSwitches, now: Date): MailDomain["status"] => {
  if (mail.deactivatedAt !== null) {
    return "deactivated";
  }
  return suspensionAt(mail, now) ? "suspended" : "active";
};

type Suspension = { reason: NonNullable<MailDomain["suspensionReason"]>; since: Date };

/** Unpaid mail stays suspended when a person resumes it, so that is the reason to act on first. */
export function suspensionAt(mail: MailSwitches, now: Date): Suspension | null {
  if (mail.deactivatedAt !== null) {
    return null;
  }
  if (isUnpaidAt(mail, now)) {
    return { reason: "unpaid", since: mail.paidUntil };
  }
  return mail.suspendedAt && { reason: "by_user", since: mail.suspendedAt };
}

/** Undefined if the order would change nothing. */
export function planChangeOf(
  plan: PaidPlan,
  { planSlug, currentExpiresAt }: Pick<MailPlanInput, "planSlug" | "currentExpiresAt">,
  now: Date,
): PlanChange | undefined {
  if (currentExpiresAt !== undefined || isUnpaidAt(plan, now)) {
    return "renew";
  }
  if (planSlug === plan.planSlug) {
    return plan.nextPlanSlug === null ? undefined : "keep";
  }
  if (planSlug === plan.nextPlanSlug) {
    return undefined;
  }
  return rankOf(planSlug) > rankOf(plan.planSlug) ? "upgrade" : "downgrade";
}

const rankOf = (slug: MailPlanSlug): number => mailPlans.findIndex((plan) => plan.slug === slug);

/** The plan of the next term, unless it is changed before. */
export const renewedPlanOf = ({ planSlug, nextPlanSlug }: PaidPlan): MailPlanSlug => nextPlanSlug ?? planSlug;

export function planAfter(plan: PaidPlan, change: PlanChange, planSlug: MailPlanSlug, now: Date): PaidPlan {
  switch (change) {
    case "renew":
      return { planSlug, nextPlanSlug: null, paidUntil: renewedUntil(plan, now) };
    case "upgrade":
      return { ...plan, planSlug, nextPlanSlug: null };
    case "downgrade":
      return { ...plan, nextPlanSlug: planSlug };
    case "keep":
      return { ...plan, nextPlanSlug: null };
  }
}

/** What an order line has paid for. */
export type BoughtPlan = {
  planSlug: MailPlanSlug;
  /** Null for an upgrade. */
  years: number | null;
  /** Of an upgrade. */
  previousPlanSlug: MailPlanSlug | null;
  /** When the paid time began or begins. */
  beginsAt: Date;
};

/**
 * The plan without what was bought: only that ends, and time that was bought later is moved forward. Undefined if nothing
 * of it is left, or it can't be told apart from what was bought later.
 */
export function planWithout(
  plan: PaidPlan,
  bought: BoughtPlan,
  later: readonly BoughtPlan[],
  now: Date,
): PaidPlan | undefined {
  if (isUnpaidAt(plan, now)) {
    return undefined;
  }
  if (bought.years === null) {
    const { previousPlanSlug } = bought;
    const isLast = later.length === 0 && plan.planSlug === bought.planSlug;
    return isLast && previousPlanSlug !== null ? beforeUpgrade(plan, previousPlanSlug) : undefined;
  }
  const keptMs = later.reduce((sum, each) => sum + leftMsOf(each, now), 0);
  const untilMs = Math.max(now.getTime() + keptMs, plan.paidUntil.getTime() - leftMsOf(bought, now));
  return untilMs < plan.paidUntil.getTime() ? { ...plan, paidUntil: new Date(untilMs) } : undefined;
}

const beforeUpgrade = (plan: PaidPlan, planSlug: MailPlanSlug): PaidPlan => ({
  ...plan,
  planSlug,
  nextPlanSlug: plan.nextPlanSlug === planSlug ? null : plan.nextPlanSlug,
});

/** An upgrade pays for no time of its own. */
function leftMsOf({ years, beginsAt }: BoughtPlan, now: Date): number {
  const endsAt = addYears(beginsAt, years ?? 0);
  return Math.max(0, endsAt.getTime() - Math.max(beginsAt.getTime(), now.getTime()));
}

/** The time in which mail was suspended isn't charged. */
export const renewedUntil = ({ paidUntil }: Pick<PaidPlan, "paidUntil">, now: Date): Date =>
  addYears(paidUntil > now ? paidUntil : now, 1);

/** How far ahead a plan can be paid for. */
export const maxYearsAhead = 2;

export const renewalLeadDays = 14;

/** How long a renewal is tried after the end of a term. */
const graceDays = 14;

export const graceEndOf = ({ paidUntil }: Pick<PaidPlan, "paidUntil">): Date =>
  new Date(paidUntil.getTime() + graceDays * dayMs);

type Renewed = Pick<PaidPlan, "paidUntil"> & {
  autoRenew: boolean;
  /** Set while a lost dispute has ended the term early: it isn't renewed, but settled. */
  interruptedPaidUntil?: Date | null;
};

/** When the first renewal is tried; in the past for one that is overdue. */
const nextRenewalOf = ({ autoRenew, paidUntil, interruptedPaidUntil }: Renewed): Date | null =>
  autoRenew && !interruptedPaidUntil ? new Date(paidUntil.getTime() - renewalLeadDays * dayMs) : null;

const noticeLeadDays = 14;

/** When the owners are next told that a plan without auto-renew ends; the second time on the day it is suspended. */
export function nextNoticeOf(
  { autoRenew, paidUntil, interruptedPaidUntil }: Renewed,
  now: Date,
): Date | null {
  const dates =
    autoRenew || interruptedPaidUntil
      ? []
      : [new Date(paidUntil.getTime() - noticeLeadDays * dayMs), paidUntil];
  return dates.find((date) => date > now) ?? null;
}

export const nextDatesOf = (plan: Renewed, now: Date) => ({
  nextRenewalAt: nextRenewalOf(plan),
  nextNoticeAt: nextNoticeOf(plan, now),
});

export type YearPrices = {
  fromYearCents: number;
  toYearCents: number;
  /** The smallest amount that can be charged. */
  minimumCents: number;
};

/**
 * The difference for the days left, without tax: a day that has begun counts, and a year has the days between its two
 * dates. Rounded half up, and raised to the smallest charge.
 */
export function upgradePriceCents(
  { fromYearCents, toYearCents, minimumCents }: YearPrices,
  paidUntil: Date,
  now: Date,
): number {
  const differenceCents = Math.max(0, toYearCents - fromYearCents);
  let years = 0;
  while (addYears(paidUntil, -years - 1) >= now) {
    years += 1;
  }
  const restEnds = addYears(paidUntil, -years);
  const yearDays = daysUntil(restEnds, addYears(paidUntil, -years - 1));
  const daysLeft = daysUntil(restEnds, now);
  // Half of the divisor is added before the division, because a fraction of a cent has no exact decimal form.
  const restCents = Math.floor((2 * differenceCents * daysLeft + yearDays) / (2 * yearDays));
  const priceCents = years * differenceCents + restCents;
  return priceCents === 0 ? 0 : Math.max(priceCents, minimumCents);
}

const daysUntil = (end: Date, from: Date): number => Math.ceil((end.getTime() - from.getTime()) / dayMs);

/** An order is paid and carried out within this time, or not at all. */
const orderDays = 2;

/** Days may have passed since the price was shown. A lower or higher plan at that time is not the same order. */
export function isPaidFor(paidCents: number, prices: YearPrices, paidUntil: Date, now: Date): boolean {
  const ordered = new Date(now.getTime() - orderDays * dayMs);
  return (
    paidCents >= upgradePriceCents(prices, paidUntil, now) &&
    paidCents <= upgradePriceCents(prices, paidUntil, ordered)
  );
}
