import { describe, expect, it } from "vitest";
import {
  anIntent,
  aSituation,
  heldAnswer,
  outlineOf,
} from "../../../../../../test/support/domains/decisions.ts";
import type { IntentChange } from "../../intents/intent-change.ts";
import { decideFromAnswer } from "../decide-from-answer.ts";
import type { OpenIntent } from "../decision.ts";

const renewal: IntentChange = {
  kind: "renew",
  years: 1,
  paidUntil: "2030-01-01T00:00:00.000Z",
  toPaidUntil: "2031-01-01T00:00:00.000Z",
  toRegistryExpiresAt: "2031-01-01T00:00:00.000Z",
  year: { priceCents: 1000, currency: "EUR" },
};
const lock: IntentChange = { kind: "change_lock", locked: true };
const delegation: IntentChange = { kind: "change_nameservers", nameservers: ["a.example.net"], glue: [] };
const dsRecord = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };
const publication: IntentChange = { kind: "publish_ds_record", dsRecord };
const restore: IntentChange = {
  kind: "restore",
  paidUntil: "2030-01-01T00:00:00.000Z",
  toPaidUntil: "2031-01-01T00:00:00.000Z",
  restore: { priceCents: 1000, currency: "EUR" },
  year: { priceCents: 1000, currency: "EUR" },
};

describe("a change that the registry accepted and hasn't made", () => {
  it.each<[string, IntentChange, Partial<OpenIntent>, string[], boolean]>([
    ["waits while the registry shows pendingRenew", renewal, {}, ["pendingRenew"], false],
    ["waits while the registry shows pendingUpdate", lock, {}, ["pendingUpdate"], false],
    ["lapses without pendingRenew", renewal, {}, ["ok"], true],
    ["lapses without pendingUpdate", lock, {}, ["ok"], true],
    ["lapses while something else is pending", renewal, {}, ["pendingUpdate"], true],
    ["lapses for a DS record too", publication, {}, ["ok"], true],
    ["does not lapse if no status indicates it", restore, {}, ["ok"], false],
    ["does not lapse while it may be in transit", lock, { isInFlight: true }, ["ok"], false],
    ["lapses if it was reported as done", lock, { state: "confirmed" }, ["ok"], true],
    [
      "does not lapse while it may just be late",
      lock,
      { state: "confirmed", isInFlight: true },
      ["ok"],
      false,
    ],
    ["does not lapse while its answer is unknown", lock, { state: "unknown" }, ["ok"], false],
    ["does not lapse before it is sent", lock, { state: "written" }, ["ok"], false],
    ["ends once declined, with any status", renewal, { state: "declined" }, ["pendingRenew"], true],
    ["ends once declined, for any kind", restore, { state: "declined" }, ["ok"], true],
  ])("%s", (_, change, changes, statuses, hasLapsed) => {
    const intent = anIntent(change, { state: "accepted", ...changes });
    const made = decideFromAnswer(aSituation({ intents: [intent] }), heldAnswer({ statuses }));
    expect(outlineOf(made)).toMatchObject(
      hasLapsed
        ? { intents: [`supersede ${change.kind}`], operations: ["finish failed not_carried_out"] }
        : { intents: [], operations: [] },
    );
  });

  it("ends without an operation for its caller", () => {
    const intent = anIntent(lock, { state: "accepted", operationId: null });
    expect(outlineOf(decideFromAnswer(aSituation({ intents: [intent] }), heldAnswer())).operations).toEqual(
      [],
    );
  });

  it("reports that nameservers are not set if the delegation was deferred", () => {
    const intent = anIntent(delegation, { state: "accepted" });
    const answer = heldAnswer({ nameservers: [] });
    const situation = aSituation({ intents: [intent] });
    const made = decideFromAnswer({ ...situation, row: { ...situation.row, nameservers: [] } }, answer);
    expect(outlineOf(made).operations).toEqual([
      "finish failed not_carried_out",
      "amend nameservers_not_set",
    ]);
  });
});
