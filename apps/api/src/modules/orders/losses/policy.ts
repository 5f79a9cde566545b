import { dayMs } from "../../../kernel/durations.ts";
import { openLineStates, withTax } from "../model/policy.ts";

/** Between the email about a lost dispute and the suspension of domains. */
export const warningMs = 7 * dayMs;

type Delivered = {
  state: string;
  priceCents: number;
  taxCents: number;
  refundedCents: number;
  undoneAt: Date | null;
};

/** What the customer keeps without having paid for it. Lines that failed or were undone aren't owed. */
export function owedAtMost(lines: readonly Delivered[]): number {
  return lines
    .filter(({ state, undoneAt }) => undoneAt === null && (state === "completed" || state === "running"))
    .reduce((sum, line) => sum + withTax(line) - line.refundedCents, 0);
}

/** The tax in a part of an amount. */
export const shareOfTax = (
  partCents: number,
  { amountCents, taxCents }: { amountCents: number; taxCents: number },
): number => (amountCents === 0 ? 0 : Math.round((taxCents * partCents) / amountCents));

/** A line that was carried out, for a domain or for its mail. */
export type Purchase = {
  completedAt: Date;
  /** When the period that it pays for begins. Later, if it was renewed early. */
  paidFrom: Date;
  /** `owed`: a bank has taken the money back, and it isn't settled. `other`: free, refunded or undone. */
  money: "paid" | "owed" | "other";
  /** When the suspension of domains was announced for; null before that. */
  suspendsAt: Date | null;
};

/** What is suspended: a domain, or the plan of its mail. */
export type Subject = {
  kind: "domain" | "mail";
  /** Since when the workspace has it; null if it doesn't, or no longer does. */
  heldSince: Date | null;
  purchases: readonly Purchase[];
};

/** The purchases for which it is suspended: not those that were made for an earlier holder, or paid again since. */
export function unpaidPurchases<Bought extends Purchase>({
  heldSince,
  purchases,
}: Pick<Subject, "heldSince"> & { purchases: readonly Bought[] }): Bought[] {
  return purchases.filter(
    ({ money, completedAt }) =>
      money === "owed" &&
      heldSince !== null &&
      completedAt >= heldSince &&
      !purchases.some((other) => other.money === "paid" && other.completedAt > completedAt),
  );
}

/** When it is suspended; null if it isn't, or that hasn't been announced. A mail plan isn't given the seven days. */
export function suspendsFrom(subject: Subject): Date | null {
  const starts = unpaidPurchases(subject).flatMap((purchase) => startOf(subject.kind, purchase) ?? []);
  return starts.reduce<Date | null>((first, start) => (first && first <= start ? first : start), null);
}

export function startOf(kind: Subject["kind"], { suspendsAt, paidFrom }: Purchase): Date | null {
  if (suspendsAt === null) {
    return null;
  }
  const earliest = kind === "domain" ? suspendsAt : new Date(suspendsAt.getTime() - warningMs);
  return later(paidFrom, earliest);
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

type BoughtLine = {
  kind: string;
  state: string;
  priceCents: number;
  taxCents: number;
  refundedCents: number;
  undoneAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  input: Record<string, unknown>;
};

type ItsOrder = { paymentId: string | null; owedCents: number | null; suspendsAt: Date | null };

/** Undefined for a line that isn't carried out. */
export function purchaseOf(line: BoughtLine, order: ItsOrder): Purchase | undefined {
  if ((openLineStates as readonly string[]).includes(line.state) || line.state === "failed") {
    return undefined;
  }
  const completedAt = line.finishedAt ?? line.createdAt;
  const renewedFrom = line.input.currentExpiresAt;
  const startsAt = typeof renewedFrom === "string" ? new Date(renewedFrom) : completedAt;
  return {
    completedAt,
    paidFrom: later(startsAt, completedAt),
    money: moneyOf(line, order),
    suspendsAt: order.suspendsAt,
  };
}

function moneyOf(line: BoughtLine, { paymentId, owedCents }: ItsOrder): Purchase["money"] {
  const keptCents = withTax(line) - line.refundedCents;
  if (paymentId === null || keptCents <= 0 || line.undoneAt !== null) {
    return "other";
  }
  return owedCents ? "owed" : "paid";
}
