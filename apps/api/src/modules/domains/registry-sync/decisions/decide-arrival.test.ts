import { describe, expect, it } from "vitest";
import {
  anIntent,
  aRow,
  aSituation,
  aTransfer,
  heldAnswer,
  now,
  outlineOf,
} from "../../../../../test/support/domains/decisions.ts";
import { addDays } from "../../rules/schedule.ts";
import { decideFromAnswer } from "./decide-from-answer.ts";
import type { OpenIntent } from "./decision.ts";

const nothing = { intents: [], operations: [], history: [], events: [], followUps: [] };
const registration = (changes: Partial<OpenIntent> = {}) => anIntent({ kind: "register", years: 2 }, changes);
const transferIn = (changes: Partial<OpenIntent> = {}) => anIntent({ kind: "transfer_in" }, changes);
const pending = aRow({ status: "pending", nameservers: [] });
const moving = aRow({ status: "pending_transfer" });

describe("a registration", () => {
  it("completes: active until the registry's date, attributed to its actor", () => {
    const registryExpiresAt = addDays(now, 730);
    const made = decideFromAnswer(
      aSituation({ row: pending, intents: [registration()] }),
      heldAnswer({ registeredAt: now, registryExpiresAt }),
    );
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply register"],
      operations: ["finish succeeded"],
      history: ["user domain.registered"],
      events: ["domain.registered"],
    });
    expect(made.history[0]?.summary).toBe("Registered for 2 years");
    expect(made.row).toMatchObject({
      status: "active",
      registeredAt: now,
      paidUntil: registryExpiresAt,
      version: pending.version + 1,
      syncedAt: now,
      nextNoticeAt: addDays(now, 700),
    });
  });

  it("is attributed to the registry if no one here requested it", () => {
    const made = decideFromAnswer(aSituation({ row: pending }), heldAnswer());
    expect(outlineOf(made).history).toEqual(["registry domain.registered"]);
    expect(made.history[0]?.summary).toBe("Registered");
  });

  const delegation = { nameservers: ["ns1.example.com"], glue: [] };

  it.each([
    ["defers a delegation to hosts under the name", [], ["change_nameservers"], "nameservers_to_come"],
    ["defers none if the name already has nameservers", ["ns1.example.net"], [], undefined],
  ])("%s", (_, nameservers, followUps, reason) => {
    const intent = anIntent({ kind: "register", years: 1, delegation });
    const made = decideFromAnswer(
      aSituation({ row: pending, intents: [intent] }),
      heldAnswer({ nameservers }),
    );
    expect(outlineOf(made)).toMatchObject({
      followUps,
      operations: [reason ? `finish succeeded ${reason}` : "finish succeeded"],
    });
    expect(made.followUps.map(({ operationId, actor }) => [operationId, actor])).toEqual(
      followUps.map(() => [intent.operationId, intent.actor]),
    );
  });

  it.each([
    ["is locked once it exists", true, [], ["change_lock"]],
    ["isn't locked again if it is already", true, ["clientTransferProhibited"], []],
    ["isn't locked unless that was ordered", undefined, [], []],
  ] as const)("%s", (_, locked, statuses, followUps) => {
    const intent = anIntent({ kind: "register", years: 1, locked });
    const made = decideFromAnswer(
      aSituation({ row: pending, intents: [intent] }),
      heldAnswer({ statuses: [...statuses] }),
    );
    expect(outlineOf(made)).toMatchObject({ followUps, operations: ["finish succeeded"] });
    expect(made.followUps.map(({ operationId, actor }) => [operationId, actor])).toEqual(
      followUps.map(() => [intent.operationId, intent.actor]),
    );
  });

  it("gets the notice of the window it starts in", () => {
    const made = decideFromAnswer(
      aSituation({ row: pending, intents: [registration()] }),
      heldAnswer({ registryExpiresAt: addDays(now, 6) }),
    );
    expect(made.row.nextNoticeAt).toEqual(now);
  });

  it("waits while the registry hasn't created it yet", () => {
    const made = decideFromAnswer(
      aSituation({ row: pending, intents: [registration()] }),
      heldAnswer({ statuses: ["pendingCreate"] }),
    );
    expect(outlineOf(made)).toEqual({ ...nothing, intents: ["accept register"] });
    expect(made.row).toEqual({ syncedAt: now });
  });

  it.each([
    ["is undecided while it may be in transit", { isInFlight: true }, "unregistered", null],
    ["was not completed", {}, "unregistered", "not_registered"],
    ["arrived too late", {}, "elsewhere", "taken_meanwhile"],
  ] as const)("%s", (_, changes, kind, code) => {
    const made = decideFromAnswer(aSituation({ row: pending, intents: [registration(changes)] }), { kind });
    expect(outlineOf(made)).toEqual(
      code
        ? {
            ...nothing,
            intents: ["supersede register"],
            operations: [`finish failed ${code}`],
            history: ["user domain.registration_failed"],
          }
        : nothing,
    );
    expect(made.row.status).toBe(code ? "deleted" : undefined);
  });

  it("also ends without an intent", () => {
    const made = decideFromAnswer(aSituation({ row: pending }), { kind: "unregistered" });
    expect(made.row).toMatchObject({ status: "deleted", nextNoticeAt: null, nextRenewalAt: null });
    expect(outlineOf(made)).toEqual({ ...nothing, history: ["registry domain.registration_failed"] });
  });
});

describe("a transfer in", () => {
  it("completes, and its auth code is due for replacement", () => {
    const made = decideFromAnswer(aSituation({ row: moving, intents: [transferIn()] }), heldAnswer());
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply transfer_in"],
      operations: ["finish succeeded"],
      history: ["user domain.transferred_in"],
      events: ["domain.transferred"],
    });
    expect(made.row).toMatchObject({ status: "active", authCodeExpiresAt: now, statusEndsAt: null });
  });

  const actsAt = addDays(now, 5);
  const known = aRow({ status: "pending_transfer", statusEndsAt: actsAt, nextLookAt: actsAt });
  const lookDue = aRow({ status: "pending_transfer", statusEndsAt: actsAt, nextLookAt: addDays(now, -1) });

  it.each([
    ["waits for the other registrar until the registry's date", moving, true],
    ["changes nothing if the date is known", known, false],
    ["is read again once the next read is due", lookDue, true],
  ] as const)("%s", (_, row, isChanged) => {
    const made = decideFromAnswer(aSituation({ row, intents: [transferIn()], transfer: aTransfer() }), {
      kind: "elsewhere",
    });
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["accept transfer_in"],
      operations: ["wait waits_for_other_registrar"],
    });
    expect(made.row).toMatchObject(
      isChanged ? { statusEndsAt: actsAt, nextLookAt: actsAt } : { syncedAt: now },
    );
    expect("version" in made.row).toBe(isChanged);
  });

  const earlier = addDays(now, -1);
  const longAgo = addDays(now, -10);

  it.each([
    ["ends with the other registrar's rejection", {}, { state: "rejected" }, "transfer_rejected"],
    ["ends with our cancellation", {}, { state: "cancelled" }, "transfer_cancelled"],
    ["was never started", {}, null, "transfer_not_begun"],
    [
      "is decided once accepted, regardless of its lease",
      { state: "accepted", isInFlight: true },
      { state: "rejected" },
      "transfer_rejected",
    ],
    ["is undecided while it may be in transit", { isInFlight: true }, null, null],
    ["is pending if the registry has accepted it", { state: "accepted" }, null, "later"],
    ["is pending for ten days", { state: "accepted", createdAt: longAgo }, null, "transfer_not_begun"],
    ["has ended if the registry declined it", { state: "declined" }, null, "transfer_not_begun"],
    [
      "is distinguished from an earlier one",
      { state: "accepted" },
      { state: "rejected", requestedAt: earlier },
      "later",
    ],
    ["is not an outgoing transfer", { state: "accepted" }, { state: "pending", direction: "out" }, "later"],
  ] as const)("%s", (_, changes, transfer, outcome) => {
    const situation = aSituation({
      row: moving,
      intents: [transferIn(changes)],
      transfer: transfer && aTransfer(transfer),
    });
    const made = decideFromAnswer(situation, { kind: "elsewhere" });
    if (outcome === null || outcome === "later") {
      expect(outlineOf(made)).toEqual(nothing);
      expect(made.row.nextLookAt).toEqual(outcome === "later" ? addDays(now, 1) : undefined);
      return;
    }
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["supersede transfer_in"],
      operations: [`finish failed ${outcome}`],
      history: ["user domain.transfer_failed"],
    });
    expect(made.row.status).toBe("deleted");
  });

  it("fails if the name has become available, whether accepted or not", () => {
    const intent = transferIn({ state: "accepted" });
    const made = decideFromAnswer(aSituation({ row: moving, intents: [intent] }), { kind: "unregistered" });
    expect(outlineOf(made).operations).toEqual(["finish failed transfer_not_begun"]);
  });
});
