import { describe, expect, it } from "vitest";
import { anIntent, aRow, outlineOf } from "../../../../../test/support/domains/decisions.ts";
import type { IntentChange } from "../intents/intent-change.ts";
import { decideRefusal } from "./decide-refusal.ts";

const reason = { code: "change_prohibited", message: "The registry does not allow it." };
const lock: IntentChange = { kind: "change_lock", locked: true };
const registration: IntentChange = { kind: "register", years: 1 };

describe("a refusal", () => {
  it.each([
    ["ends a registration with its row", registration, "pending", "domain.registration_failed"],
    [
      "ends a transfer in with its row",
      { kind: "transfer_in" },
      "pending_transfer",
      "domain.transfer_failed",
    ],
    ["leaves an existing domain unchanged", lock, "active", null],
    ["leaves a row that was completed in the meantime", registration, "active", null],
  ] as const)("%s", (_, change, status, action) => {
    const row = aRow({ status });
    const made = decideRefusal({ row, intents: [anIntent(change)] }, reason);
    expect(outlineOf(made)).toMatchObject({
      intents: [`refuse ${change.kind}`],
      operations: ["finish failed change_prohibited"],
      history: action ? [`user ${action}`] : [],
    });
    expect(made.row).toEqual(
      action ? { status: "deleted", statusEndsAt: null, nextLookAt: null, version: row.version + 1 } : {},
    );
    expect(made.history?.map(({ summary }) => summary)).toEqual(action ? [null] : []);
  });

  it("marks the nameservers of a deferred delegation as not set", () => {
    const delegation = anIntent({ kind: "change_nameservers", nameservers: ["a.example.com"], glue: [] });
    expect(outlineOf(decideRefusal({ row: aRow(), intents: [delegation] }, reason)).operations).toEqual([
      "finish failed change_prohibited",
      "amend nameservers_not_set",
    ]);
  });

  it("ends no operation if a caller waited", () => {
    const intent = anIntent(lock, { operationId: null });
    expect(outlineOf(decideRefusal({ row: aRow(), intents: [intent] }, reason)).operations).toEqual([]);
  });
});
