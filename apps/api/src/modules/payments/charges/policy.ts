import type { Payment } from "@zonepost/schema";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";
import type { ProcessorIntent, ProcessorPaymentPage } from "../ports.ts";

export type PaymentStatus = Payment["status"];

/** The steps of charges. Refunds, disputes and the end of the cooldown change a payment that has been received. */
export type ChargeStep = "attempt_started" | "declined" | "paid";

/** The next status. A step that is missing leaves the status as it is. */
export const chargeTransitions: Record<PaymentStatus, Partial<Record<ChargeStep, PaymentStatus>>> = {
  pending: { declined: "failed", paid: "received" },
  failed: { attempt_started: "pending", paid: "received" },
  received: {},
  confirmed: {},
  refunded: {},
  disputed: {},
};

export const statusAfterStep = (status: PaymentStatus, step: ChargeStep): PaymentStatus =>
  chargeTransitions[status][step] ?? status;

/** A payment that no money has arrived for. */
export const isUnpaid = (status: PaymentStatus): boolean => chargeTransitions[status].paid !== undefined;

/**
 * - `starting`: the processor doesn't know it, or its answer was lost. No money can move.
 * - `confirming`: the card may have been charged.
 * - `awaiting_customer`: a person can pay, on a page or at their bank.
 */
export type AttemptState =
  | "starting"
  | "confirming"
  | "awaiting_customer"
  | "succeeded"
  | "failed"
  | "canceled";

/** What the processor returns for an attempt. */
export type Observation = ProcessorIntent["state"];

type Transitions = Record<AttemptState, Partial<Record<Observation, AttemptState>>>;

const open: Partial<Record<Observation, AttemptState>> = {
  awaiting_customer: "awaiting_customer",
  declined: "failed",
  canceled: "canceled",
  succeeded: "succeeded",
};

/** Money is never ignored, even if an older answer has already ended the attempt. */
const ended: Partial<Record<Observation, AttemptState>> = { succeeded: "succeeded" };

const cardTransitions: Transitions = {
  starting: open,
  confirming: open,
  awaiting_customer: open,
  succeeded: {},
  failed: ended,
  canceled: ended,
};

/** After a decline, a person can try another card on the same page. */
const openPage = { ...open, declined: "awaiting_customer" } as const;

const pageTransitions: Transitions = { ...cardTransitions, starting: openPage, awaiting_customer: openPage };

const attemptTransitions = { card: cardTransitions, page: pageTransitions };

export const openStates: readonly AttemptState[] = ["starting", "confirming", "awaiting_customer"];

export const isOpen = (state: AttemptState): boolean => openStates.includes(state);

type AttemptBefore = { kind: "card" | "page"; state: AttemptState; chargeId: string | null };

/** What an observation changes. */
export type Outcome = {
  state: AttemptState;
  /** `paid_twice`: another attempt of the payment has brought the money, so this one is returned. */
  effect: "received" | "paid_twice" | "failed" | "none";
};

/** @param chargeId of the observed decline, which is recorded once */
export function outcomeOf(
  attempt: AttemptBefore,
  status: PaymentStatus,
  observed: { state: Observation; chargeId?: string | null },
): Outcome {
  const state = attemptTransitions[attempt.kind][attempt.state][observed.state] ?? attempt.state;
  if (state === "succeeded" && attempt.state !== "succeeded") {
    return { state, effect: isUnpaid(status) ? "received" : "paid_twice" };
  }
  const isNewDecline =
    observed.state === "declined" &&
    isOpen(attempt.state) &&
    (state === "failed" || (observed.chargeId ?? null) !== attempt.chargeId);
  return { state, effect: isNewDecline && isUnpaid(status) ? "failed" : "none" };
}

/** A page in the terms of an intent: without one, nothing was paid on it. */
export function observationOfPage(
  page: ProcessorPaymentPage,
): { state: Observation } & Partial<ProcessorIntent> {
  const { intent, state } = page;
  if (intent?.state === "succeeded") {
    return intent;
  }
  if (state === "expired") {
    return { state: "canceled" };
  }
  return intent?.state === "declined" ? intent : { state: "awaiting_customer" };
}

/** A request that starts a charge has ended before; afterwards, a worker takes it up. */
export const startedUntil = (now: Date): Date => new Date(now.getTime() + minuteMs);

const firstCheckMs = 15 * secondMs;
const longestWaitMs = 6 * hourMs;

/** The next look at an open attempt, in case its notice is lost: the older it is, the later. */
export function nextAttemptCheckAt(attempt: { createdAt: Date }, now: Date): Date {
  const ageMs = now.getTime() - attempt.createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, firstCheckMs), longestWaitMs));
}
