import type { StoredActor } from "@zonepost/db";
import type { DomainHistoryEvent, DomainOperationKind, EventData, EventType } from "@zonepost/schema";
import type { DomainRow } from "../../model/domain-row.ts";
import type { RegistryDomain, RegistryTransfer } from "../../ports.ts";
import type { Departure } from "../../rules/registry-refunds.ts";
import type { TldRules } from "../../tlds/tld-rules.ts";
import { type IntentChange, isChangeOperation } from "../intents/intent-change.ts";
import type { IntentEvent, OpenState } from "../intents/intent-state.ts";

export type OpenIntent = {
  id: string;
  change: IntentChange;
  actor: StoredActor;
  requestId: string | null;
  operationId: string | null;
  operationKind: DomainOperationKind | null;
  createdAt: Date;
  state: OpenState;
  isInFlight: boolean;
  /** True if it was written by the caller who waits for this answer. */
  isOwn: boolean;
};

/** The input of a decision: our side of a domain, under its lock. */
export type Situation = {
  row: DomainRow;
  /** Oldest first. */
  intents: readonly OpenIntent[];
  openOperation: { id: string; kind: DomainOperationKind } | null;
  /** Null if the registry wasn't asked, or has none. */
  transfer: RegistryTransfer | null;
  /** Those of the domain's TLD. */
  rules: TldRules;
  now: Date;
};

export type RowChange = Partial<Omit<DomainRow, "id" | "workspaceId" | "name">>;

type HistoryEntry = {
  /** Undefined if the change came from outside Zonepost. */
  intent: OpenIntent | undefined;
  kind: DomainHistoryEvent["kind"];
  action: string;
  /** Null for an audit entry that the domain's history doesn't show. */
  summary: string | null;
  details: Record<string, unknown>;
};

type DomainEvent = {
  [Type in EventType]: { type: Type; data: EventData<Type> };
}[EventType];

export type OperationReason = { code: string; message: string };

export type OperationChange =
  | { kind: "finish"; operationId: string; state: "succeeded" | "failed"; reason: OperationReason | null }
  | { kind: "wait"; operationId: string; reason: OperationReason; waitsUntil: Date }
  /** Updates the remaining work of a succeeded operation. Null if nothing remains. */
  | { kind: "amend"; operationId: string; reason: OperationReason | null }
  /** Removes this reason from the registrations of the domain. */
  | { kind: "clearReason"; code: string }
  /** Begins a transfer out. */
  | { kind: "requestApproval"; waitsUntil: Date | null };

export type IntentMove = {
  intent: OpenIntent;
  event: Extract<IntentEvent, "accept" | "apply" | "refuse" | "supersede">;
};

export type NewIntent = Pick<OpenIntent, "change" | "actor" | "requestId" | "operationId">;

/** All rows to write, as data. `applyDecision` writes them in one transaction. */
export type Decision = {
  row: RowChange;
  history: HistoryEntry[];
  events: DomainEvent[];
  intents: IntentMove[];
  /** Changes that follow from another intent, sent later on behalf of the same actor. */
  followUps: NewIntent[];
  /** In order: ending one operation makes room for the next. */
  operations: OperationChange[];
  /** The registry has returned the cost of the registration. */
  isRegistrationUndone: boolean;
  /** The domain was deleted or transferred out, so the registry returns charges of running grace periods. */
  departure: (Departure & { rules: TldRules }) | null;
};

export const emptyDecision: Decision = {
  row: {},
  history: [],
  events: [],
  intents: [],
  followUps: [],
  operations: [],
  isRegistrationUndone: false,
  departure: null,
};

export const mergeDecisions = (one: Decision, other: Partial<Decision>): Decision => ({
  row: { ...one.row, ...other.row },
  history: [...one.history, ...(other.history ?? [])],
  events: [...one.events, ...(other.events ?? [])],
  intents: [...one.intents, ...(other.intents ?? [])],
  followUps: [...one.followUps, ...(other.followUps ?? [])],
  operations: [...one.operations, ...(other.operations ?? [])],
  isRegistrationUndone: one.isRegistrationUndone || (other.isRegistrationUndone ?? false),
  departure: other.departure ?? one.departure,
});

export type Step = (situation: Situation) => Partial<Decision>;

/** Each step sees the row, open intents and open operation as the previous steps left them. */
export function decideInSteps(start: Situation, steps: readonly Step[]): Decision {
  let situation = start;
  let decision = emptyDecision;
  for (const step of steps) {
    const made = step(situation);
    decision = mergeDecisions(decision, made);
    situation = situationAfter(situation, made);
  }
  return decision;
}

function situationAfter(
  before: Situation,
  { row, intents = [], operations = [] }: Partial<Decision>,
): Situation {
  const settled = new Set(intents.flatMap(({ intent, event }) => (event === "accept" ? [] : [intent.id])));
  const isFinished = operations.some(
    (change) => change.kind === "finish" && change.operationId === before.openOperation?.id,
  );
  return {
    ...before,
    row: { ...before.row, ...row },
    intents: before.intents.filter(({ id }) => !settled.has(id)),
    openOperation: isFinished ? null : before.openOperation,
  };
}

/** The intent behind a change that has happened: the caller's own, or the oldest. */
export function intentFor(
  intents: readonly OpenIntent[],
  matches: (change: IntentChange) => boolean,
): OpenIntent | undefined {
  const matching = intents.filter(({ change }) => matches(change));
  return matching.find(({ isOwn }) => isOwn) ?? matching[0];
}

export const applied = (intent: OpenIntent | undefined): IntentMove[] =>
  intent ? [{ intent, event: "apply" }] : [];

export const finished = (
  operationId: string | null | undefined,
  state: "succeeded" | "failed",
  reason: OperationReason | null = null,
): OperationChange[] => (operationId ? [{ kind: "finish", operationId, state, reason }] : []);

/** The operation of a change that the registry has made later than it was requested. */
export const changeMade = (intent: OpenIntent | undefined): OperationChange[] =>
  intent && isChangeOperation(intent.operationKind) ? finished(intent.operationId, "succeeded") : [];

export const changeFailed = (intent: OpenIntent, reason: OperationReason): OperationChange[] =>
  isChangeOperation(intent.operationKind) ? finished(intent.operationId, "failed", reason) : [];

export const columnsOf = (held: RegistryDomain) => ({
  dsRecords: held.dsRecords,
  nameservers: held.nameservers,
  glue: held.glue,
  registryContacts: held.contacts,
  registryExpiresAt: held.registryExpiresAt,
  registryStatuses: held.statuses,
});
