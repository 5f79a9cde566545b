import { describe, expect, it } from "vitest";
import { anIntent, aRow, aSituation, now, outlineOf } from "../../../../../test/support/domains/decisions.ts";
import { addDays } from "../../rules/schedule.ts";
import { decideFromAnswer } from "./decide-from-answer.ts";

const approval = anIntent({ kind: "approve_transfer" }, { operationId: null });
const deletion = anIntent({ kind: "delete" });
const deferred = anIntent({ kind: "change_nameservers", nameservers: ["ns1.example.com"], glue: [] });

describe("a domain that is no longer ours", () => {
  it.each([
    ["active", "elsewhere", "transferred_out", "registry domain.transferred_out"],
    ["pending_transfer", "elsewhere", "transferred_out", "registry domain.transferred_out"],
    ["redemption", "elsewhere", "deleted", "registry domain.deleted"],
    ["pending_delete", "elsewhere", "deleted", "registry domain.deleted"],
    ["active", "unregistered", "deleted", "registry domain.deleted"],
    ["redemption", "unregistered", "deleted", "registry domain.deleted"],
  ] as const)("that was %s and is %s is %s", (before, kind, status, history) => {
    const row = aRow({ status: before, authCodeExpiresAt: now, nextLookAt: now, statusEndsAt: now });
    const made = decideFromAnswer(aSituation({ row }), { kind });
    expect(made.row).toMatchObject({
      status,
      statusEndsAt: null,
      nextLookAt: null,
      authCodeExpiresAt: null,
      nextNoticeAt: null,
      version: row.version + 1,
    });
    expect(outlineOf(made).history).toEqual([history]);
    expect(outlineOf(made).events).toEqual(status === "transferred_out" ? ["domain.transferred"] : []);
  });

  it.each([
    ["transfer_out", "elsewhere", "finish succeeded"],
    ["deletion", "unregistered", "finish succeeded"],
    ["deletion", "elsewhere", "finish failed domain_gone"],
    ["renewal", "unregistered", "finish failed domain_gone"],
    ["restore", "unregistered", "finish failed domain_gone"],
  ] as const)("ends an open %s that is %s: %s", (kind, where, operation) => {
    const openOperation = { id: "operation", kind };
    const made = decideFromAnswer(aSituation({ openOperation }), { kind: where });
    expect(outlineOf(made).operations).toEqual([operation]);
  });

  it.each([
    [approval, "elsewhere", "user domain.transferred_out"],
    [deletion, "unregistered", "user domain.deleted"],
  ] as const)(
    "is attributed to the actor who requested it, and closes everything else",
    (intent, kind, history) => {
      const made = decideFromAnswer(aSituation({ intents: [deferred, intent] }), { kind });
      expect(outlineOf(made)).toMatchObject({
        intents: [`apply ${intent.change.kind}`, "supersede change_nameservers"],
        operations: ["amend"],
        history: [history],
      });
    },
  );

  it.each([
    ["deleted within the add grace period", 4, "unregistered", true],
    ["deleted later", 5, "unregistered", false],
    ["transferred away", 4, "elsewhere", false],
  ] as const)("that was %s %i days after its registration", (_, days, where, isRegistrationUndone) => {
    const row = aRow({ status: "active", registeredAt: addDays(now, -days) });
    expect(decideFromAnswer(aSituation({ row }), { kind: where })).toMatchObject({ isRegistrationUndone });
  });

  it("also closes changes in transit", () => {
    const sending = anIntent({ kind: "change_lock", locked: true }, { isInFlight: true, state: "sending" });
    const made = decideFromAnswer(aSituation({ intents: [sending] }), { kind: "unregistered" });
    expect(outlineOf(made).intents).toEqual(["supersede change_lock"]);
  });

  it("is reported if the name now belongs to someone else", () => {
    const row = aRow({ status: "redemption", statusEndsAt: addDays(now, -1) });
    expect(decideFromAnswer(aSituation({ row }), { kind: "elsewhere" }).history[0]).toMatchObject({
      summary: "Deleted, and since registered by someone else",
      details: { from: "redemption", to: "deleted" },
    });
  });
});
