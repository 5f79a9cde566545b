import type { StoredActor } from "@zonepost/db";
import type { DomainHistoryEvent, DomainOperationKind, EventData, EventType } from "@zonepost/schema";
import type { DomainRow } from "../../model/domain-row.ts";
import type { RegistryTransfer } from "../../ports.ts";
import type { IntentChange } from "../intents/intent-change.ts";
import type { IntentEvent, OpenState } from "../intents/intent-state.ts";

/** An intent that is not settled, as a decision sees it. */
export type OpenIntent = {
  id: string;
  change: IntentChange;
  actor: StoredActor;
  requestId: string | null;
  operationId: string | null;
  createdAt: Date;
  state: OpenState;
  /** Whether another process may still be sending it. */
  isInFlight: boolean;
  /** Whether the caller who waits for this answer wrote it. */
  isOwn: boolean;
};

/** What a decision is made from: our side of a domain, under its lock. */
export type Situation = {
  row: DomainRow;
  /** Oldest first. */
  intents: readonly OpenIntent[];
  openOperation: { id: string; kind: DomainOperationKind } | null;
  /** As the registry tells it; null where it was not asked, or knows of none. */
  transfer: RegistryTransfer | null;
  now: Date;
};

export type RowChange = Partial<Omit<DomainRow, "id" | "workspaceId" | "name">>;

type HistoryEntry = {
  /** Whose change it is; the registry's own where nobody here asked for it. */
  intent: OpenIntent | undefined;
  kind: DomainHistoryEvent["kind"];
  action: string;
  /** Null for an entry of the audit log that the domain's history does not show. */
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
  /** Of one that succeeded: what was still to come. Null where it has come. */
  | { kind: "amend"; operationId: string; reason: OperationReason | null }
  /** Removes this reason from the registrations of the domain. */
  | { kind: "clearReason"; code: string }
  /** Begins a transfer out, and writes to the owners. */
  | { kind: "askOwner"; waitsUntil: Date | null };

export type IntentMove = {
  intent: OpenIntent;
  event: Extract<IntentEvent, "accept" | "apply" | "refuse" | "supersede">;
};

/** A change that follows from another intent, to be sent later in the same actor's name. */
export type FollowUp = Pick<OpenIntent, "change" | "actor" | "requestId" | "operationId">;

/** What is to be written, as data. `applyDecision` writes it, in one transaction. */
export type Decision = {
  row: RowChange;
  history: HistoryEntry[];
  events: DomainEvent[];
  intents: IntentMove[];
  followUps: FollowUp[];
  /** In the order in which they are made: one that ends makes room for the next. */
  operations: OperationChange[];
};

export const emptyDecision: Decision = {
  row: {},
  history: [],
  events: [],
  intents: [],
  followUps: [],
  operations: [],
};

export const mergeDecisions = (one: Decision, other: Partial<Decision>): Decision => ({
  row: { ...one.row, ...other.row },
  history: [...one.history, ...(other.history ?? [])],
  events: [...one.events, ...(other.events ?? [])],
  intents: [...one.intents, ...(other.intents ?? [])],
  followUps: [...one.followUps, ...(other.followUps ?? [])],
  operations: [...one.operations, ...(other.operations ?? [])],
});

export type Step = (situation: Situation) => Partial<Decision>;

/** Decides step by step: each sees the row, the open intents and the open operation as the steps before it leave them. */
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

/** The intent that asked for a change that has come about: the caller's own, or the oldest. */
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
