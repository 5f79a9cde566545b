import type { KeyTimelineEntry } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { keyBars } from "./key-life.ts";

const dsRecord = { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB" };
const change = (at: string) => ({ at, actor: { kind: "user" as const, name: "owner@demo.test" } });
const entry = (published: string | null, removed: string | null): KeyTimelineEntry => ({
  dsRecord,
  published: published ? change(published) : null,
  removed: removed ? change(removed) : null,
});
const now = new Date("2026-03-01T00:00:00.000Z");

describe("keyBars", () => {
  it("starts with the first key and ends now, so that successive keys appear one after the other", () => {
    const { from, bars } = keyBars(
      [
        entry("2026-02-01T00:00:00.000Z", null),
        entry("2026-01-04T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
      ],
      "2020-01-01T00:00:00.000Z",
      now,
    );
    expect(from).toBe("2026-01-04T00:00:00.000Z");
    expect(bars.map(({ start, end }) => [start, end])).toEqual([
      [0.5, 1],
      [0, 0.5],
    ]);
  });

  it("starts with the registration if a key is older than the history", () => {
    const { from, bars } = keyBars([entry(null, null)], "2025-03-01T00:00:00.000Z", now);
    expect(from).toBe("2025-03-01T00:00:00.000Z");
    expect(bars[0]).toMatchObject({ start: 0, end: 1 });
  });

  it("spans at least a day, even for a new key", () => {
    const { from, bars } = keyBars(
      [entry("2026-02-28T23:59:00.000Z", null)],
      "2020-01-01T00:00:00.000Z",
      now,
    );
    expect(from).toBe("2026-02-28T00:00:00.000Z");
    expect(bars[0]?.start).toBeGreaterThan(0.99);
  });
});
