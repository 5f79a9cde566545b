import { minuteMs } from "../../../../kernel/durations.ts";
import type { RegistryAnswer, RegistryDomain, RegistryTransfer } from "../../ports.ts";
import { isLocked } from "../../rules/is-locked.ts";
import { currentNoticeWindow } from "../../rules/notices.ts";
import { addDays, laterOf } from "../../rules/schedule.ts";
import {
  applied,
  columnsOf,
  type Decision,
  finished,
  intentFor,
  type OpenIntent,
  type RowChange,
  type Situation,
} from "./decision.ts";
import { deferDelegation, deferLock, nameserversToCome } from "./deferred-changes.ts";

/** A name being registered or transferred in: it has arrived, is still expected, or has failed. */
export function decideArrival(situation: Situation, answer: RegistryAnswer): Partial<Decision> {
  const intent = intentFor(situation.intents, isArrival);
  if (answer.kind === "held") {
    if (answer.domain.statuses.includes("pendingCreate")) {
      return intent ? { intents: [{ intent, event: "accept" }] } : {};
    }
    return intent?.change.kind === "transfer_in"
      ? arriveByTransfer(situation, intent, answer.domain)
      : arriveByRegistration(situation, intent, answer.domain);
  }
  if (!intent) {
    return failArrival(situation, undefined, "not_registered");
  }
  const isAccepted = intent.state === "accepted";
  // An accepted transfer isn't sent again, so its lease doesn't matter.
  if (intent.isInFlight && !(isAccepted && intent.change.kind === "transfer_in")) {
    return {};
  }
  if (intent.change.kind === "register") {
    return failArrival(situation, intent, answer.kind === "elsewhere" ? "taken_meanwhile" : "not_registered");
  }

  const { now, row } = situation;
  const transfer = ownTransfer(situation, intent);
  if (answer.kind === "elsewhere" && transfer?.state === "pending") {
    return waitForOtherRegistrar(situation, intent, transfer);
  }
  const mayStillStart = isAccepted && now < addDays(intent.createdAt, acceptedForDays);
  if (answer.kind === "elsewhere" && !transfer && mayStillStart) {
    return row.nextLookAt && row.nextLookAt > now ? {} : { row: { nextLookAt: addDays(now, 1) } };
  }
  return failArrival(
    situation,
    intent,
    transfer?.state === "rejected"
      ? "transfer_rejected"
      : transfer?.state === "cancelled"
        ? "transfer_cancelled"
        : "transfer_not_begun",
  );
}

export const isArrival = ({ kind }: OpenIntent["change"]): boolean =>
  kind === "register" || kind === "transfer_in";

/** A registry that executes a request later sends a notice. After this long, none is expected any more. */
const acceptedForDays = 10;
/** The largest expected difference between our clock and the registry's. */
const clockSkewMs = 5 * minuteMs;

/** The transfer that the intent started. Registries also keep reporting an earlier, finished one. */
function ownTransfer({ transfer }: Situation, intent: OpenIntent): RegistryTransfer | undefined {
  if (transfer?.direction !== "in") {
    return undefined;
  }
  const isEarlier = transfer.requestedAt.getTime() < intent.createdAt.getTime() - clockSkewMs;
  return isEarlier && transfer.state !== "pending" ? undefined : transfer;
}

const waitsForOtherRegistrar = {
  code: "waits_for_other_registrar",
  message:
    "We're waiting for the current registrar. If it doesn't respond, the transfer completes automatically.",
};

function waitForOtherRegistrar(
  { row, now }: Situation,
  intent: OpenIntent,
  { actsAt }: RegistryTransfer,
): Partial<Decision> {
  const isKnown = row.statusEndsAt?.getTime() === actsAt.getTime();
  const isLookDue = !row.nextLookAt || row.nextLookAt <= now;
  const { operationId } = intent;
  return {
    intents: [{ intent, event: "accept" }],
    operations: operationId
      ? [{ kind: "wait", operationId, reason: waitsForOtherRegistrar, waitsUntil: actsAt }]
      : [],
    row: isKnown && !isLookDue ? {} : { statusEndsAt: actsAt, nextLookAt: laterOf(actsAt, now) },
  };
}

const failures = {
  not_registered: "The registry did not register the domain.",
  taken_meanwhile: "Someone else registered the name first.",
  transfer_rejected: "The current registrar refused the transfer.",
  transfer_cancelled: "The transfer was canceled.",
  transfer_not_begun: "The registry has no pending transfer of this domain to us.",
} as const;

function arriveByRegistration(
  { row, now }: Situation,
  intent: OpenIntent | undefined,
  held: RegistryDomain,
): Partial<Decision> {
  const wanted = intent?.change.kind === "register" ? intent.change : undefined;
  const years = wanted?.years ?? null;
  const delegation = held.nameservers.length === 0 ? wanted?.delegation : undefined;
  const isToLock = wanted?.locked === true && !isLocked(held.statuses);
  return {
    row: { ...arrived(held, now), registeredAt: held.registeredAt },
    intents: applied(intent),
    followUps: intent
      ? [
          ...(delegation ? [deferDelegation(intent, delegation)] : []),
          ...(isToLock ? [deferLock(intent)] : []),
        ]
      : [],
    operations: finished(intent?.operationId, "succeeded", delegation ? nameserversToCome : null),
    history: [
      {
        intent,
        kind: "registration",
        action: "domain.registered",
        summary: years === null ? "Registered" : `Registered for ${years} ${years === 1 ? "year" : "years"}`,
        details: { nameservers: held.nameservers, expiresAt: held.registryExpiresAt.toISOString() },
      },
    ],
    events: [
      {
        type: "domain.registered",
        data: {
          name: row.name,
          registeredAt: held.registeredAt.toISOString(),
          expiresAt: held.registryExpiresAt.toISOString(),
        },
      },
    ],
  };
}

function arriveByTransfer(
  { row, now }: Situation,
  intent: OpenIntent,
  held: RegistryDomain,
): Partial<Decision> {
  return {
    // The former registrar knows the auth code, so replace it, and the contacts with it.
    row: { ...arrived(held, now), registeredAt: held.registeredAt, authCodeExpiresAt: now },
    intents: applied(intent),
    operations: finished(intent.operationId, "succeeded"),
    history: [
      {
        intent,
        kind: "transfer",
        action: "domain.transferred_in",
        summary: "Transferred in from another registrar",
        details: { direction: "in", expiresAt: held.registryExpiresAt.toISOString() },
      },
    ],
    events: [{ type: "domain.transferred", data: { name: row.name, direction: "in" } }],
  };
}

/** A domain that arrives inside an expiry window gets the notice of that window. */
const arrived = (held: RegistryDomain, now: Date): RowChange => ({
  ...columnsOf(held),
  status: "active",
  paidUntil: held.registryExpiresAt,
  statusEndsAt: null,
  nextLookAt: null,
  ...(currentNoticeWindow(held.registryExpiresAt, now) === undefined ? {} : { nextNoticeAt: now }),
});

function failArrival(
  { row }: Situation,
  intent: OpenIntent | undefined,
  code: keyof typeof failures,
): Partial<Decision> {
  const reason = { code, message: failures[code] };
  const isTransfer = intent?.change.kind === "transfer_in";
  return {
    row: { status: "deleted", statusEndsAt: null, nextLookAt: null },
    intents: intent ? [{ intent, event: "supersede" }] : [],
    operations: finished(intent?.operationId, "failed", reason),
    history: [
      {
        intent,
        kind: isTransfer ? "transfer" : "registration",
        action: isTransfer ? "domain.transfer_failed" : "domain.registration_failed",
        summary: reason.message,
        details: { name: row.name, code },
      },
    ],
  };
}
