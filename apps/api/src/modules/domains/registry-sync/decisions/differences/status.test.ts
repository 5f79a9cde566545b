import type { DomainStatus } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  anIntent,
  aRow,
  aSituation,
  aTransfer,
  heldAnswer,
  now,
  outlineOf,
} from "../../../../../../test/support/domains/decisions.ts";
import { addDays, addYears } from "../../../rules/schedule.ts";
import { decideFromAnswer } from "../decide-from-answer.ts";
import type { Situation } from "../decision.ts";
import { statusOf } from "./status.ts";

const nothing = { intents: [], operations: [], history: [], events: [], followUps: [] };
const inRedemption = { statuses: ["pendingDelete"], graceStatuses: ["redemptionPeriod"] };
const beingDeleted = { statuses: ["pendingDelete"], graceStatuses: ["pendingDelete"] };
const beingMoved = { statuses: ["pendingTransfer"] };
const past = addDays(now, -5);
const future = addDays(now, 200);

describe("the status", () => {
  it.each<[string[], string[], Date, DomainStatus]>([
    [["ok"], [], future, "active"],
    [["ok"], [], past, "expired"],
    [["ok"], [], now, "expired"],
    [["pendingDelete"], ["redemptionPeriod"], future, "redemption"],
    [["pendingDelete"], ["pendingRestore"], past, "redemption"],
    [["pendingDelete"], ["pendingDelete"], future, "pending_delete"],
    [["pendingDelete"], [], future, "pending_delete"],
    [["pendingTransfer"], [], past, "pending_transfer"],
    [["pendingDelete", "pendingTransfer"], ["redemptionPeriod"], future, "redemption"],
  ])("of %j with %j, paid until %s, is %s", (statuses, graceStatuses, paidUntil, status) => {
    expect(statusOf({ statuses, graceStatuses }, paidUntil, now)).toBe(status);
  });
});

function after(row: Partial<Situation["row"]>, heldChanges: object, more: Partial<Situation> = {}) {
  return decideFromAnswer(aSituation({ ...more, row: aRow(row) }), heldAnswer(heldChanges));
}

describe("from one status to the next", () => {
  it("leaves the end of the paid period to the expiry sweep", () => {
    const made = after({ paidUntil: past }, {});
    expect(outlineOf(made)).toEqual(nothing);
    expect(made.row).not.toHaveProperty("status");
  });

  it("still announces the expiry of a domain that was deleted in the last hour before it", () => {
    const paidUntil = new Date(now.getTime() + 3_600_000);
    const unpaid = { tld: "de", paidUntil, registryExpiresAt: paidUntil };
    expect(after({ ...unpaid, nextDeletionAt: now }, inRedemption).row.nextNoticeAt).toEqual(paidUntil);
    const later = new Date(now.getTime() + 1);
    expect(after({ ...unpaid, nextDeletionAt: later }, inRedemption).row.nextNoticeAt).toBeNull();
    // The expiry of a domain that is deleted after its grace period was announced on its date.
    const expired = { paidUntil: past, status: "expired", nextDeletionAt: past } as const;
    expect(after(expired, inRedemption).row.nextNoticeAt).toBeNull();
  });

  it.each([
    ["com", 30],
    ["eu", 30],
    ["de", 30],
  ])("moves to redemption, for .%s for %i days, attributed to the actor who deleted it", (tld, days) => {
    const made = after({ tld }, inRedemption, { intents: [anIntent({ kind: "delete" })] });
    expect(outlineOf(made)).toEqual({
      ...nothing,
      intents: ["apply delete"],
      operations: ["finish succeeded"],
      history: ["user domain.deletion_begun"],
    });
    expect(made.row).toMatchObject({
      status: "redemption",
      statusEndsAt: addDays(now, days),
      nextLookAt: addDays(now, days),
      nextNoticeAt: null,
      nextRenewalAt: null,
    });
  });

  it.each([
    ["com", addDays(now, 5), addDays(now, 5)],
    ["de", now, new Date(now.getTime() + 3_600_000)],
  ])("moves from redemption to pending delete, for .%s until %s", (tld, statusEndsAt, nextLookAt) => {
    const made = after({ tld, status: "redemption" }, beingDeleted);
    expect(made.row).toMatchObject({ status: "pending_delete", statusEndsAt, nextLookAt });
    expect(outlineOf(made).history).toEqual(["registry domain.deletion_due"]);
  });

  const restore = anIntent({
    kind: "restore",
    paidUntil: past.toISOString(),
    toPaidUntil: addYears(past, 1).toISOString(),
    restore: { priceCents: 5000, currency: "EUR" },
    year: { priceCents: 1000, currency: "EUR" },
  });

  it.each([
    ["with the restore's renewal year", [restore], past, addYears(past, 1), "active"],
    [
      "by the registry's date, if no one here requested it",
      [],
      addYears(past, 1),
      addYears(past, 1),
      "active",
    ],
    ["expired, if it is not paid for", [], past, past, "expired"],
  ] as const)("returns %s", (_, intents, registryExpiresAt, paidUntil, status) => {
    const made = after({ status: "redemption", paidUntil: past }, { registryExpiresAt }, { intents });
    expect(made.row).toMatchObject({ status, paidUntil, nextLookAt: null });
    expect(outlineOf(made)).toMatchObject(
      intents.length > 0
        ? { intents: ["apply restore"], operations: ["finish succeeded"], history: ["user domain.restored"] }
        : { intents: [], operations: [], history: ["registry domain.restored"] },
    );
  });

  it("doesn't count a paid restore's year from another date", () => {
    const registryExpiresAt = addDays(now, 100);
    const paidUntil = addDays(past, -1);
    const made = after({ status: "redemption", paidUntil }, { registryExpiresAt }, { intents: [restore] });
    expect(made.row.paidUntil).toEqual(registryExpiresAt);
  });
});

describe("a transfer out", () => {
  const transfer = aTransfer({ direction: "out" });
  const renewal = { id: "renewal", kind: "renewal" } as const;
  const asked = { id: "transfer", kind: "transfer_out" } as const;

  it.each([
    ["requests approval until the registry's date", null, ["requestApproval"], transfer.actsAt],
    [
      "waits while another operation is open, and reads again",
      renewal,
      [],
      new Date(now.getTime() + 3_600_000),
    ],
  ] as const)("%s", (_, openOperation, operations, nextLookAt) => {
    const made = after({}, beingMoved, { transfer, openOperation });
    expect(outlineOf(made)).toEqual({
      ...nothing,
      operations,
      history: ["registry domain.transfer_requested"],
    });
    expect(made.row).toMatchObject({ status: "pending_transfer", statusEndsAt: transfer.actsAt, nextLookAt });
  });

  it.each([
    ["requests approval once the other operation has ended", null, ["requestApproval"]],
    ["does not request approval twice", asked, []],
    ["requests no approval while the other operation is open", renewal, []],
  ])("that is known %s", (_, openOperation, operations) => {
    const row = {
      status: "pending_transfer" as const,
      statusEndsAt: transfer.actsAt,
      registryStatuses: ["pendingTransfer"],
    };
    const made = after(row, beingMoved, { transfer, openOperation });
    expect(outlineOf(made)).toEqual({ ...nothing, operations });
  });

  const leaving = { status: "pending_transfer" as const, statusEndsAt: now, nextLookAt: now };
  const rejection = anIntent({ kind: "reject_transfer" }, { operationId: null });

  it.each([
    ["is rejected by us", [rejection], null, "user domain.transfer_rejected", "transfer_rejected"],
    ["is rejected elsewhere", [], "rejected", "registry domain.transfer_rejected", "transfer_rejected"],
    ["is withdrawn", [], "cancelled", "registry domain.transfer_cancelled", "transfer_cancelled"],
  ] as const)("%s: the domain stays", (_, intents, state, history, code) => {
    const made = after(
      leaving,
      {},
      {
        intents,
        openOperation: asked,
        transfer: state && aTransfer({ direction: "out", state }),
      },
    );
    expect(outlineOf(made)).toMatchObject({ history: [history], operations: [`finish failed ${code}`] });
    expect(made.row).toMatchObject({ status: "active", statusEndsAt: null, nextLookAt: null });
  });

  it("ends only its own operation", () => {
    expect(outlineOf(after(leaving, {}, { openOperation: renewal })).operations).toEqual([]);
  });

  it.each([
    ["is sent later, if one was due", addDays(now, 6), now],
    ["is sent at its time otherwise", addDays(now, 40), addDays(now, 10)],
  ])("holds notices back: the next one %s", (_, paidUntil, nextNoticeAt) => {
    const made = after({ ...leaving, paidUntil }, { registryExpiresAt: paidUntil });
    expect(made.row.nextNoticeAt).toEqual(nextNoticeAt);
  });
});

describe("a status that should have ended", () => {
  it.each([
    ["is read again in an hour", addDays(now, -1), new Date(now.getTime() + 3_600_000)],
    ["is not read until then", addDays(now, 1), undefined],
  ])("%s", (_, nextLookAt, next) => {
    const row = { status: "redemption" as const, registryStatuses: ["pendingDelete"], nextLookAt };
    expect(after(row, inRedemption).row.nextLookAt).toEqual(next);
  });
});
