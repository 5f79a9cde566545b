import { dayMs, minuteMs } from "../../../src/kernel/durations.ts";
import { newId } from "../../../src/kernel/ids.ts";
import type { DomainRow } from "../../../src/modules/domains/model/domain-row.ts";
import type { RegistryAnswer, RegistryDomain, RegistryTransfer } from "../../../src/modules/domains/ports.ts";
import type {
  Decision,
  OpenIntent,
  Situation,
} from "../../../src/modules/domains/registry-sync/decisions/decision.ts";
import type { IntentChange } from "../../../src/modules/domains/registry-sync/intents/intent-change.ts";
import { readTldRules } from "../../../src/modules/domains/tlds/read-tld-rules.ts";

export const now = new Date("2026-03-01T12:00:00.000Z");
const registeredAt = new Date("2024-03-01T12:00:00.000Z");
const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayMs);

const tldRulesOf = readTldRules(undefined, []).of;

/** A domain that matches the registry's state in {@link held}. */
export const aRow = (changes: Partial<DomainRow> = {}): DomainRow => ({
  id: newId(),
  workspaceId: newId(),
  name: "example.com",
  tld: "com",
  registrar: "primary",
  status: "active",
  autoRenew: false,
  whoisPrivacy: true,
  registeredAt,
  paidUntil: addDays(now, 200),
  registryExpiresAt: addDays(now, 200),
  nameservers: ["ns1.example.net", "ns2.example.net"],
  dsRecords: [],
  registryStatuses: ["ok"],
  version: 7,
  syncedAt: addDays(now, -1),
  nextNoticeAt: addDays(now, 170),
  registrantContactId: null,
  adminContactId: null,
  techContactId: null,
  registryContacts: { registrant: "zp1", admin: "zp1", tech: "zp1" },
  glue: [],
  nextRenewalAt: null,
  nextDeletionAt: null,
  nextLookAt: null,
  statusEndsAt: null,
  authCodeExpiresAt: null,
  workLeasedUntil: null,
  suspendedAt: null,
  suspensionStatuses: [],
  createdAt: registeredAt,
  ...changes,
});

export const held = (changes: Partial<RegistryDomain> = {}): RegistryDomain => ({
  name: "example.com",
  registeredAt,
  registryExpiresAt: addDays(now, 200),
  nameservers: ["ns1.example.net", "ns2.example.net"],
  glue: [],
  dsRecords: [],
  contacts: { registrant: "zp1", admin: "zp1", tech: "zp1" },
  statuses: ["ok"],
  graceStatuses: [],
  ...changes,
});

export const heldAnswer = (changes: Partial<RegistryDomain> = {}): RegistryAnswer => ({
  kind: "held",
  domain: held(changes),
});

/** An intent of an operation, sent a minute ago by a process that has ended. */
export const anIntent = (change: IntentChange, changes: Partial<OpenIntent> = {}): OpenIntent => ({
  id: newId(),
  change,
  actor: { kind: "user", id: newId(), name: "dana@example.com" },
  requestId: "req_1",
  operationId: newId(),
  operationKind: "registration",
  createdAt: new Date(now.getTime() - minuteMs),
  state: "unknown",
  isInFlight: false,
  isOwn: false,
  ...changes,
});

export const aTransfer = (changes: Partial<RegistryTransfer> = {}): RegistryTransfer => ({
  state: "pending",
  direction: "in",
  requestedAt: now,
  actsAt: addDays(now, 5),
  registryExpiresAt: null,
  ...changes,
});

export const aSituation = (changes: Partial<Situation> = {}): Situation => ({
  row: aRow(),
  intents: [],
  openOperation: null,
  transfer: null,
  rules: tldRulesOf(changes.row?.tld ?? "com"),
  now,
  ...changes,
});

/** A decision's writes, short enough for a table. */
export const outlineOf = ({ intents, operations, history, events, followUps }: Partial<Decision>) => ({
  intents: intents?.map(({ intent, event }) => `${event} ${intent.change.kind}`) ?? [],
  operations:
    operations?.map((change) => {
      const state = change.kind === "finish" ? change.state : undefined;
      const code = "reason" in change ? change.reason?.code : undefined;
      return [change.kind, state, code].filter((word) => word !== undefined).join(" ");
    }) ?? [],
  history: history?.map(({ action, intent }) => `${intent?.actor.kind ?? "registry"} ${action}`) ?? [],
  events: events?.map(({ type }) => type) ?? [],
  followUps: followUps?.map(({ change }) => change.kind) ?? [],
});
