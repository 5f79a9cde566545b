import { describe, expect, it } from "vitest";
import { restoredRenewal } from "./restored-renewal.ts";

const at = (date: string) => new Date(`${date}T12:00:00.000Z`);
const now = at("2030-03-01");

describe("restoredRenewal", () => {
  it.each<[string, { paid: string; registry: string; found: string; grace?: string[] }, string | null]>([
    ["the same date", { paid: "2030-05-01", registry: "2030-05-01", found: "2030-05-01" }, null],
    ["a year more", { paid: "2030-05-01", registry: "2030-05-01", found: "2031-05-01" }, "2031-05-01"],
    ["two years more", { paid: "2030-05-01", registry: "2030-05-01", found: "2032-05-01" }, "2032-05-01"],
    ["an earlier date", { paid: "2031-05-01", registry: "2031-05-01", found: "2030-05-01" }, null],
    ["the registry's own renewal", { paid: "2030-02-01", registry: "2030-02-01", found: "2031-02-01" }, null],
    [
      "the registry's own renewal, by its status",
      { paid: "2030-02-01", registry: "2030-02-01", found: "2031-02-01", grace: ["autoRenewPeriod"] },
      null,
    ],
    [
      "a command after the date, by its status",
      { paid: "2030-02-01", registry: "2030-02-01", found: "2031-02-01", grace: ["renewPeriod"] },
      "2031-02-01",
    ],
    [
      "a year that the registry had added before",
      { paid: "2030-02-01", registry: "2031-02-01", found: "2031-02-01" },
      null,
    ],
  ])("%s", (_, { paid, registry, found, grace = [] }, paidUntil) => {
    const before = { paidUntil: at(paid), registryExpiresAt: at(registry) };
    const held = { registryExpiresAt: at(found), graceStatuses: grace };
    expect(restoredRenewal(before, held, now)).toEqual(
      paidUntil && { paidUntil: at(paidUntil), registryExpiresAt: at(found) },
    );
  });
});
