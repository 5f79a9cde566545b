import { describe, expect, it } from "vitest";
import { transferObstacle } from "./transfer-policy.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const long = new Date("2020-01-01T00:00:00.000Z");
const gtld = { transferBarDays: 60 };
const free = { statuses: ["ok"], registeredAt: long, lastTransferredAt: null };

describe("transferObstacle", () => {
  it("finds none for a transferable domain", () => {
    expect(transferObstacle(gtld, free, now)).toBeUndefined();
    expect(transferObstacle(gtld, { ...free, registeredAt: null }, now)).toBeUndefined();
  });

  it.each([
    ["clientTransferProhibited", "locked"],
    ["serverTransferProhibited", "locked"],
    ["pendingTransfer", "under_way"],
    ["pendingDelete", "going"],
  ])("returns %s for %s", (status, kind) => {
    expect(transferObstacle(gtld, { ...free, statuses: [status] }, now)).toEqual({ kind });
  });

  it.each([
    ["registered", { registeredAt: new Date("2026-01-10T00:00:00.000Z") }, "2026-03-11"],
    ["moved", { lastTransferredAt: new Date("2026-02-01T00:00:00.000Z") }, "2026-04-02"],
  ])("blocks a domain that was just %s for 60 days", (_, dates, from) => {
    expect(transferObstacle(gtld, { ...free, ...dates }, now)).toEqual({
      kind: "too_early",
      from: new Date(`${from}T00:00:00.000Z`),
    });
    expect(transferObstacle({ transferBarDays: 0 }, { ...free, ...dates }, now)).toBeUndefined();
  });

  it("uses the later of two dates", () => {
    const both = {
      ...free,
      registeredAt: new Date("2026-01-10T00:00:00.000Z"),
      lastTransferredAt: new Date("2026-02-01T00:00:00.000Z"),
    };
    expect(transferObstacle(gtld, both, now)).toMatchObject({ from: new Date("2026-04-02T00:00:00.000Z") });
  });
});
