import { describe, expect, it } from "vitest";
import { phasesOfLife } from "./life.ts";

const periods = { graceDays: 30, redemptionDays: 30, pendingDeleteDays: 5 };
const life = {
  status: "active",
  registeredAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2027-01-01T00:00:00.000Z",
  deletesAt: null,
  until: null,
} as const;
const days = (phases: ReturnType<typeof phasesOfLife>) =>
  phases.map(({ phase, from, until, state }) => [phase, from.slice(0, 10), until.slice(0, 10), state]);

describe("phasesOfLife", () => {
  it("continues after the paid period with the registry's periods until the name is available", () => {
    const phases = phasesOfLife(life, periods, new Date("2026-07-02T12:00:00.000Z"));
    expect(days(phases)).toEqual([
      ["paid", "2026-01-01", "2027-01-01", "now"],
      ["grace", "2027-01-01", "2027-01-31", "ahead"],
      ["redemption", "2027-01-31", "2027-03-02", "ahead"],
      ["pending_delete", "2027-03-02", "2027-03-07", "ahead"],
    ]);
    expect(phases[0]?.share).toBeCloseTo(0.5);
  });

  it("is in its paid period from the registration, even if the displayed clock is behind", () => {
    const [paid] = phasesOfLife(life, periods, new Date("2025-12-31T23:59:50.000Z"));
    expect(paid).toMatchObject({ phase: "paid", state: "now", share: 0 });
  });

  it("ends the grace period when the API says the domain is deleted", () => {
    const phases = phasesOfLife(
      { ...life, status: "expired", deletesAt: "2027-01-20T00:00:00.000Z" },
      periods,
      new Date("2027-01-10T00:00:00.000Z"),
    );
    expect(days(phases).slice(0, 3)).toEqual([
      ["paid", "2026-01-01", "2027-01-01", "past"],
      ["grace", "2027-01-01", "2027-01-20", "now"],
      ["redemption", "2027-01-20", "2027-02-19", "ahead"],
    ]);
  });

  it("has no grace period for a domain deleted early, and counts back from the known end", () => {
    const phases = phasesOfLife(
      { ...life, status: "redemption", until: "2026-07-31T00:00:00.000Z" },
      periods,
      new Date("2026-07-16T00:00:00.000Z"),
    );
    expect(days(phases)).toEqual([
      ["paid", "2026-01-01", "2026-07-01", "past"],
      ["redemption", "2026-07-01", "2026-07-31", "now"],
      ["pending_delete", "2026-07-31", "2026-08-05", "ahead"],
    ]);
  });

  it("counts back from the day the name becomes available during pending delete", () => {
    const phases = phasesOfLife(
      { ...life, status: "pending_delete", until: "2027-03-07T00:00:00.000Z" },
      periods,
      new Date("2027-03-04T00:00:00.000Z"),
    );
    expect(days(phases).at(-1)).toEqual(["pending_delete", "2027-03-02", "2027-03-07", "now"]);
  });

  it("leaves out periods that a registry doesn't have", () => {
    const phases = phasesOfLife(
      life,
      { graceDays: 0, redemptionDays: 30, pendingDeleteDays: 0 },
      new Date("2026-07-02T00:00:00.000Z"),
    );
    expect(phases.map(({ phase }) => phase)).toEqual(["paid", "redemption"]);
  });
});
