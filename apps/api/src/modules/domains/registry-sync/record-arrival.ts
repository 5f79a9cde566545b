import { currentNoticeWindow } from "../model/policy.ts";
import { addDays, laterOf } from "../model/schedule.ts";
import type { RegistryAnswer, RegistryDomain, RegistryTransfer } from "../ports.ts";
import { nameserversToCome, promiseDelegation } from "./promised-delegation.ts";
import { columnsOf, type OpenIntent, type Recording, type RowChange } from "./record-answer.ts";
import { holdOperation, settleOperation } from "./settle-operation.ts";

/** A name that is being registered, or moved to us: whether it has come, waits, or came to nothing. */
export async function recordArrival(
  recording: Recording,
  answer: RegistryAnswer,
): Promise<RowChange | undefined> {
  const intent = recording.openIntents.find(
    ({ change }) => change.kind === "register" || change.kind === "transfer_in",
  );
  if (answer.kind === "held") {
    if (answer.domain.statuses.includes("pendingCreate")) {
      if (intent) {
        recording.await(intent);
      }
      return undefined;
    }
    return intent?.change.kind === "transfer_in"
      ? arriveByTransfer(recording, intent, answer.domain)
      : arriveByRegistration(recording, intent, answer.domain);
  }
  if (!intent) {
    return comeToNothing(recording, undefined, "not_registered");
  }
  // What the registry has taken is sent no more: it has come, or waits, or has ended.
  if (intent.isInFlight && !(intent.isTaken && intent.change.kind === "transfer_in")) {
    return undefined;
  }
  if (intent.change.kind === "register") {
    return comeToNothing(
      recording,
      intent,
      answer.kind === "elsewhere" ? "taken_meanwhile" : "not_registered",
    );
  }

  const { now, row } = recording;
  const transfer = ownTransfer(recording, intent);
  if (answer.kind === "elsewhere" && transfer?.state === "pending") {
    recording.await(intent);
    await holdOperation(
      recording.tx,
      intent.operationId,
      { state: "pending", reason: waitsForOtherSide, waitsUntil: transfer.actsAt },
      now,
    );
    const isKnown = row.statusEndsAt?.getTime() === transfer.actsAt.getTime();
    return isKnown && row.nextLookAt && row.nextLookAt > now
      ? undefined
      : { statusEndsAt: transfer.actsAt, nextLookAt: laterOf(transfer.actsAt, now) };
  }
  if (
    answer.kind === "elsewhere" &&
    !transfer &&
    intent.isTaken &&
    now < addDays(intent.createdAt, takenForDays)
  ) {
    return row.nextLookAt && row.nextLookAt > now ? undefined : { nextLookAt: addDays(now, 1) };
  }
  const outcome = transfer?.state;
  return comeToNothing(
    recording,
    intent,
    outcome === "rejected"
      ? "transfer_rejected"
      : outcome === "cancelled"
        ? "transfer_cancelled"
        : "transfer_not_begun",
  );
}

/** A registry that carries a request out later tells when it has; one that never does is not waited for any longer. */
const takenForDays = 10;
/** Two clocks differ by no more. */
const clockSkewMs = 5 * 60_000;

/** The transfer that the intent asked for, and not an earlier one, which registries go on telling of. */
function ownTransfer({ transfer }: Recording, intent: OpenIntent): RegistryTransfer | undefined {
  if (transfer?.direction !== "in") {
    return undefined;
  }
  const isEarlier = transfer.requestedAt.getTime() < intent.createdAt.getTime() - clockSkewMs;
  return isEarlier && transfer.state !== "pending" ? undefined : transfer;
}

const waitsForOtherSide = {
  code: "waits_for_other_registrar",
  message:
    "The registrar that holds the domain has been asked; without an answer the registry moves it by itself.",
};

const outcomes = {
  not_registered: "The registry did not register the name.",
  taken_meanwhile: "Somebody else registered the name first.",
  transfer_rejected: "The registrar that holds the domain refused the transfer.",
  transfer_cancelled: "The transfer was cancelled.",
  transfer_not_begun: "The registry has no transfer of this domain to us.",
} as const;

async function arriveByRegistration(
  recording: Recording,
  intent: OpenIntent | undefined,
  held: RegistryDomain,
): Promise<RowChange> {
  const { row, tx, now } = recording;
  recording.credit((change) => change.kind === "register");
  const wanted = intent?.change.kind === "register" ? intent.change : undefined;
  const years = wanted?.years ?? null;
  await recording.record({
    intent,
    kind: "registration",
    action: "domain.registered",
    summary: years === null ? "Registered" : `Registered for ${years} ${years === 1 ? "year" : "years"}`,
    details: { nameservers: held.nameservers, expiresAt: held.registryExpiresAt.toISOString() },
  });
  await recording.announce("domain.registered", {
    name: row.name,
    registeredAt: held.registeredAt.toISOString(),
    expiresAt: held.registryExpiresAt.toISOString(),
  });
  const delegation = held.nameservers.length === 0 ? wanted?.delegation : undefined;
  if (intent && delegation) {
    await promiseDelegation(recording, intent, delegation);
  }
  const reason = delegation ? nameserversToCome : null;
  await settleOperation(tx, intent?.operationId, { state: "succeeded", reason }, now);
  return { ...arrived(held, now), registeredAt: held.registeredAt };
}

async function arriveByTransfer(
  recording: Recording,
  intent: OpenIntent,
  held: RegistryDomain,
): Promise<RowChange> {
  const { row, tx, now } = recording;
  recording.credit((change) => change.kind === "transfer_in");
  await recording.record({
    intent,
    kind: "transfer",
    action: "domain.transferred_in",
    summary: "Transferred in from another registrar",
    details: { direction: "in", expiresAt: held.registryExpiresAt.toISOString() },
  });
  await recording.announce("domain.transferred", { name: row.name, direction: "in" });
  await settleOperation(tx, intent.operationId, { state: "succeeded" }, now);
  // Its former registrar knows the auth code: that one is due to be replaced, and the contacts with it.
  return { ...arrived(held, now), registeredAt: held.registeredAt, authCodeExpiresAt: now };
}

/** One that comes with little time left is told of the window that it is in. */
const arrived = (held: RegistryDomain, now: Date): RowChange => ({
  ...columnsOf(held),
  status: "active",
  paidUntil: held.registryExpiresAt,
  statusEndsAt: null,
  nextLookAt: null,
  ...(currentNoticeWindow(held.registryExpiresAt, now) === undefined ? {} : { nextNoticeAt: now }),
});

async function comeToNothing(
  recording: Recording,
  intent: OpenIntent | undefined,
  outcome: keyof typeof outcomes,
): Promise<RowChange> {
  const { row, tx, now } = recording;
  if (intent) {
    recording.dismiss(intent);
  }
  const reason = { code: outcome, message: outcomes[outcome] };
  await settleOperation(tx, intent?.operationId, { state: "failed", reason }, now);
  await recording.record({
    intent,
    kind: intent?.change.kind === "transfer_in" ? "transfer" : "registration",
    action: intent?.change.kind === "transfer_in" ? "domain.transfer_failed" : "domain.registration_failed",
    summary: reason.message,
    details: { name: row.name, code: outcome },
  });
  return { status: "deleted", statusEndsAt: null, nextLookAt: null };
}
