import { describe, expect, it } from "vitest";
import {
  anIntent,
  aRow,
  aSituation,
  heldAnswer,
  now,
  outlineOf,
} from "../../../../../test/support/domains/decisions.ts";
import { newId, publicId } from "../../../../kernel/ids.ts";
import type { RegistryDomain } from "../../ports.ts";
import { addDays, addYears } from "../../rules/schedule.ts";
import { type IntentChange, operationKindOf } from "../intents/intent-change.ts";
import { decideFromAnswer } from "./decide-from-answer.ts";
import type { OpenIntent, Situation } from "./decision.ts";

const ds = (keyTag: number) => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });
const nothing = { intents: [], operations: [], history: [], events: [], followUps: [] };
const notOperation = { operationId: null, operationKind: null };

function decided(
  row: Partial<Situation["row"]>,
  heldChanges: Partial<RegistryDomain>,
  intents: OpenIntent[] = [],
) {
  return decideFromAnswer(aSituation({ row: aRow(row), intents }), heldAnswer(heldChanges));
}

describe("a domain without differences", () => {
  it.each([
    ["in every field", {}],
    ["except for the order of its nameservers", { nameservers: ["ns2.example.net", "ns1.example.net"] }],
    ["except for their case", { nameservers: ["NS1.example.net", "ns2.example.net"] }],
  ])("is only marked as read, %s", (_, heldChanges) => {
    const made = decided({}, heldChanges);
    expect(outlineOf(made)).toEqual(nothing);
    expect(made.row).toEqual({ syncedAt: now });
  });

  it("gets its missing schedule", () => {
    const paidUntil = addDays(now, 200);
    expect(decided({ autoRenew: true, nextRenewalAt: null }, {}).row).toEqual({
      syncedAt: now,
      nextRenewalAt: addDays(paidUntil, -14),
    });
    expect(decided({ autoRenew: true, nextRenewalAt: now }, {}).row).toEqual({ syncedAt: now });
  });

  it("follows the current rules if an earlier version scheduled its renewal later", () => {
    const late = { autoRenew: true, nextRenewalAt: addDays(now, 199.5) };
    expect(decided(late, {}).row).toMatchObject({ nextRenewalAt: addDays(now, 186) });
    const retried = { ...late, paidUntil: addDays(now, 10), registryExpiresAt: addDays(now, 10) };
    expect(decided(retried, { registryExpiresAt: addDays(now, 10) }).row).toEqual({ syncedAt: now });
  });

  it("is deleted before the registry's date if that keeps its fees, and on expiry once it has renewed", () => {
    const at = (registryExpiresAt: Date) => decided({ tld: "de" }, { registryExpiresAt }).row.nextDeletionAt;
    expect(at(addDays(now, 200))).toEqual(new Date(addDays(now, 200).getTime() - 3_600_000));
    expect(at(addDays(now, 565))).toBeNull();
  });

  it.each([
    ["its statuses", { statuses: ["clientHold"] }],
    ["its date", { registryExpiresAt: addDays(now, 565) }],
  ])("is written without history if only %s changed", (_, heldChanges) => {
    const made = decided({}, heldChanges);
    expect(outlineOf(made)).toEqual(nothing);
    expect(made.row).toMatchObject({ version: 8, syncedAt: now });
    expect(made.row).not.toHaveProperty("nextNoticeAt");
  });
});

describe("DS records", () => {
  it("are recorded one by one, removed ones first, each attributed to its intent", () => {
    const intents = [
      anIntent({ kind: "publish_ds_record", dsRecord: ds(2) }, notOperation),
      anIntent({ kind: "remove_ds_record", dsRecord: ds(1) }, notOperation),
      anIntent({ kind: "publish_ds_record", dsRecord: ds(4) }, notOperation),
    ];
    const made = decided({ dsRecords: [ds(1)] }, { dsRecords: [ds(2), ds(3)] }, intents);
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply remove_ds_record", "apply publish_ds_record"],
      history: ["user dnssec.ds_removed", "user dnssec.ds_published", "registry dnssec.ds_published"],
      events: ["domain.dnssec_disabled", "domain.dnssec_enabled", "domain.dnssec_enabled"],
    });
    expect(made.row.dsRecords).toEqual([ds(2), ds(3)]);
  });

  it("are attributed to the caller's intent before an older one, which stays open", () => {
    const change: IntentChange = { kind: "publish_ds_record", dsRecord: ds(1) };
    const [older, own] = [anIntent(change), anIntent(change, { isOwn: true })];
    const made = decided({}, { dsRecords: [ds(1)] }, [older, own]);
    expect(made.intents).toEqual([{ intent: own, event: "apply" }]);
  });

  it("are compared ignoring the case of the digest", () => {
    const lower = { ...ds(1), digest: ds(1).digest.toLowerCase() };
    expect(outlineOf(decided({ dsRecords: [ds(1)] }, { dsRecords: [lower] }))).toEqual(nothing);
  });
});

describe("nameservers", () => {
  const hosts = ["ns3.example.net", "ns4.example.net"];
  const change: IntentChange = { kind: "change_nameservers", nameservers: hosts, glue: [] };
  const glue = [{ host: "ns1.example.com", addresses: ["192.0.2.1"] }];

  it("change by an intent, with an event", () => {
    const made = decided({}, { nameservers: hosts }, [anIntent(change, notOperation)]);
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply change_nameservers"],
      history: ["user domain.nameservers_changed"],
      events: ["domain.nameservers_changed"],
    });
  });

  it.each([
    ["are recorded if they changed", glue, ["user domain.nameservers_changed"], true],
    ["are attributed to the registry", glue, ["registry domain.nameservers_changed"], false],
    ["have no actor if they were unknown", [], [], false],
  ])("addresses alone %s, without an event", (_, before, history, isAsked) => {
    const nameservers = ["ns1.example.com", "ns2.example.net"];
    const after = [{ host: "ns1.example.com", addresses: ["192.0.2.9"] }];
    const intents = isAsked ? [anIntent({ kind: "change_nameservers", nameservers, glue: after })] : [];
    const made = decided({ nameservers, glue: before }, { nameservers, glue: after }, intents);
    expect(outlineOf(made)).toMatchObject({ history, events: [] });
    expect(made.row.glue).toEqual(after);
  });

  it.each([
    ["is applied, not superseded, if the registry shows it", hosts, {}, "apply", ["amend", "clearReason"]],
    [
      "is superseded by nameservers set in the meantime",
      ["ns9.example.net"],
      {},
      "supersede",
      ["amend", "clearReason"],
    ],
    [
      "is left to its sender while it may be sending",
      ["ns9.example.net"],
      { isInFlight: true },
      null,
      ["clearReason"],
    ],
    ["waits while there are none", [], {}, null, []],
  ] as const)("a deferred delegation %s", (_, nameservers, changes, event, operations) => {
    const made = decided({ nameservers: [] }, { nameservers: [...nameservers] }, [anIntent(change, changes)]);
    expect(made.intents.map((move) => move.event)).toEqual(event ? [event] : []);
    expect(outlineOf(made).operations).toEqual(operations);
  });

  it("does not supersede a change that belongs to no operation", () => {
    const made = decided({}, { nameservers: ["ns9.example.net"] }, [anIntent(change, notOperation)]);
    expect(outlineOf(made)).toMatchObject({ intents: [], operations: [] });
  });
});

describe("a change that the registry completes later", () => {
  const handles = { registrant: "zp2", admin: "zp2", tech: "zp2" };
  const contactIds = { registrant: newId(), admin: newId(), tech: newId() };

  it.each<[IntentChange, Parameters<typeof decided>[1]]>([
    [{ kind: "publish_ds_record", dsRecord: ds(1) }, { dsRecords: [ds(1)] }],
    [{ kind: "change_lock", locked: true }, { statuses: ["clientTransferProhibited"] }],
    [
      { kind: "change_nameservers", nameservers: ["ns9.example.net"], glue: [] },
      { nameservers: ["ns9.example.net"] },
    ],
    [{ kind: "change_contacts", contacts: handles, contactIds, whoisPrivacy: true }, { contacts: handles }],
  ])("ends its operation: %j", (change, shown) => {
    const intent = anIntent(change, { operationKind: operationKindOf(change), state: "accepted" });
    expect(outlineOf(decided({}, shown, [intent]))).toMatchObject({
      intents: [`apply ${change.kind}`],
      operations: ["finish succeeded"],
    });
    const situation = aSituation({ intents: [intent] });
    expect(outlineOf(decideFromAnswer(situation, { kind: "unregistered" })).operations).toEqual([
      "finish failed domain_gone",
    ]);
  });
});

describe("the transfer lock", () => {
  const lock = (locked: boolean) => anIntent({ kind: "change_lock", locked }, notOperation);

  it.each([
    ["is set", [], ["clientTransferProhibited"], true, ["user domain.locked"]],
    ["is removed", ["clientTransferProhibited"], [], false, ["user domain.unlocked"]],
    ["counts as set if it was", ["clientTransferProhibited"], ["clientTransferProhibited"], true, []],
  ])("%s", (_, registryStatuses, statuses, locked, history) => {
    const made = decided({ registryStatuses }, { statuses }, [lock(!locked), lock(locked)]);
    expect(outlineOf(made)).toEqual({ ...nothing, intents: ["apply change_lock"], history });
    expect(made.intents[0]?.intent.change).toMatchObject({ locked });
  });
});

describe("contacts", () => {
  const [one, other] = [newId(), newId()];
  const ids = (id: string) => ({ registrant: id, admin: id, tech: id });
  const columns = (id: string | null) => ({
    registrantContactId: id,
    adminContactId: id,
    techContactId: id,
  });
  const shown = (id: string | null) => {
    const shownId = id && publicId("con", id);
    return { registrant: shownId, admin: shownId, tech: shownId };
  };
  const handles = ids("zp2");
  const wanted = (contactIds: ReturnType<typeof ids>, whoisPrivacy: boolean) =>
    anIntent({ kind: "change_contacts", contacts: handles, contactIds, whoisPrivacy }, notOperation);

  it("change to the intent's contacts, by our ids", () => {
    const made = decided(columns(one), { contacts: handles }, [wanted(ids(other), true)]);
    expect(outlineOf(made)).toMatchObject({
      intents: ["apply change_contacts"],
      history: ["user domain.contacts_changed"],
      events: [],
    });
    expect(made.history[0]?.details).toEqual({ from: shown(one), to: shown(other) });
    expect(made.row).toMatchObject({ ...columns(other), whoisPrivacy: true, registryContacts: handles });
  });

  it("record turned-off privacy as a setting if the people stay the same", () => {
    const made = decided(columns(one), { contacts: handles }, [wanted(ids(one), false)]);
    expect(made.history).toMatchObject([
      { kind: "settings_change", action: "domain.privacy_changed", details: { from: true, to: false } },
    ]);
    expect(made.row.whoisPrivacy).toBe(false);
  });

  it("are unset if they were changed at the registry", () => {
    const made = decided(columns(one), { contacts: handles });
    expect(outlineOf(made).history).toEqual(["registry domain.contacts_changed"]);
    expect(made.history[0]?.details).toEqual({ from: shown(one), to: shown(null) });
    expect(made.row).toMatchObject(columns(null));
  });

  it("don't change if the registry has not been read before", () => {
    const made = decided({ registryContacts: null }, { contacts: handles });
    expect(outlineOf(made)).toEqual(nothing);
    expect(made.row.registryContacts).toEqual(handles);
  });

  it("change by an intent even if the registry has the same handles", () => {
    const made = decided({ ...columns(one), registryContacts: handles }, { contacts: handles }, [
      wanted(ids(other), true),
    ]);
    expect(outlineOf(made).intents).toEqual(["apply change_contacts"]);
  });
});

describe("renewals", () => {
  const paidUntil = addDays(now, 200);
  const renew = (from: Date, years = 1, changes: Partial<OpenIntent> = {}) =>
    anIntent(
      {
        kind: "renew",
        years,
        paidUntil: from.toISOString(),
        toPaidUntil: addYears(from, years).toISOString(),
        toRegistryExpiresAt: addYears(from, years).toISOString(),
        year: { priceCents: 1000, currency: "EUR" },
      },
      changes,
    );

  it("move the paid-until date once the registry's date has reached it", () => {
    const made = decided({ paidUntil }, { registryExpiresAt: addYears(paidUntil, 2) }, [renew(paidUntil, 2)]);
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply renew"],
      operations: ["finish succeeded"],
      history: ["user domain.renewed"],
    });
    expect(made.row.paidUntil).toEqual(addYears(paidUntil, 2));
    expect(made.history[0]?.summary).toBe("Renewed for 2 years");
  });

  it.each([
    ["the registry's date has not moved", paidUntil, paidUntil],
    ["they started from another date", addYears(paidUntil, 1), addDays(paidUntil, 1)],
  ])("don't move it if %s", (_, registryExpiresAt, from) => {
    const made = decided({ paidUntil }, { registryExpiresAt }, [renew(from)]);
    expect(made.row).not.toHaveProperty("paidUntil");
    expect(made.intents).toEqual([]);
  });

  it("don't move it after the registry's own renewal", () => {
    expect(decided({ paidUntil }, { registryExpiresAt: addYears(paidUntil, 1) }).row).not.toHaveProperty(
      "paidUntil",
    );
  });

  it("apply in sequence in one answer, in any order of writing", () => {
    const second = renew(addYears(paidUntil, 1));
    const made = decided({ paidUntil }, { registryExpiresAt: addYears(paidUntil, 2) }, [
      second,
      renew(paidUntil),
    ]);
    expect(outlineOf(made)).toMatchObject({
      intents: ["apply renew", "apply renew"],
      operations: ["finish succeeded", "finish succeeded"],
    });
    expect(made.row.paidUntil).toEqual(addYears(paidUntil, 2));
  });
});

describe("the order of the steps", () => {
  const ended = addDays(now, -10);
  const renewal = anIntent({
    kind: "renew",
    years: 1,
    paidUntil: ended.toISOString(),
    toPaidUntil: addYears(ended, 1).toISOString(),
    toRegistryExpiresAt: addYears(ended, 1).toISOString(),
    year: { priceCents: 1000, currency: "EUR" },
  });

  it("applies the renewal before the status: an expired domain becomes active with the same answer", () => {
    const made = decided({ status: "expired", paidUntil: ended }, { registryExpiresAt: addYears(ended, 1) }, [
      renewal,
    ]);
    expect(made.row).toMatchObject({
      status: "active",
      paidUntil: addYears(ended, 1),
      nextDeletionAt: null,
    });
  });

  it("ends the renewal before it starts a transfer out, since a domain has one open operation", () => {
    const situation = aSituation({
      row: aRow({ paidUntil: ended }),
      intents: [renewal],
      openOperation: { id: renewal.operationId ?? "", kind: "renewal" },
    });
    const made = decideFromAnswer(
      situation,
      heldAnswer({ registryExpiresAt: addYears(ended, 1), statuses: ["pendingTransfer"] }),
    );
    expect(outlineOf(made).operations).toEqual(["finish succeeded", "requestApproval"]);
  });

  it("checks for lapsed changes last: one that the registry shows has not lapsed", () => {
    const locked = anIntent({ kind: "change_lock", locked: true }, { state: "accepted" });
    const made = decided({}, { statuses: ["clientTransferProhibited"] }, [locked]);
    expect(outlineOf(made).intents).toEqual(["apply change_lock"]);
  });

  it("writes history in this order, for any order of intents", () => {
    const made = decided(
      { status: "expired", paidUntil: ended },
      {
        registryExpiresAt: addYears(ended, 1),
        dsRecords: [ds(1)],
        nameservers: [],
        statuses: ["clientTransferProhibited"],
        contacts: { registrant: "a", admin: "a", tech: "a" },
      },
      [renewal],
    );
    expect(made.history.map(({ kind }) => kind)).toEqual([
      "dnssec_change",
      "dns_change",
      "lock_change",
      "contact_change",
      "renewal",
    ]);
  });
});
