import { describe, expect, it } from "vitest";
import { rotationEnd, secretsAt } from "./secrets-at.ts";

const wallNow = new Date("2026-03-01T09:30:00.000Z");
const at = (milliseconds: number) => new Date(wallNow.getTime() + milliseconds);
const rotating = (rotationEndsAt: Date) => ({
  secretEncrypted: "current",
  nextSecretEncrypted: "next",
  rotationEndsAt,
});
const settled = { secretEncrypted: "current", nextSecretEncrypted: null, rotationEndsAt: null };

describe("the secrets that sign a delivery", () => {
  it.each([
    ["without a rotation", settled, { service: "current", standard: ["current"] }],
    ["during a rotation", rotating(at(1)), { service: "current", standard: ["current", "next"] }],
    ["at the end of a rotation", rotating(at(0)), { service: "next", standard: ["next"] }],
    ["after its end", rotating(at(-60_000)), { service: "next", standard: ["next"] }],
  ])("%s", (_, endpoint, signing) => {
    expect(secretsAt(endpoint, wallNow)).toEqual(signing);
  });

  it("belong to a rotation until its end", () => {
    expect(rotationEnd(rotating(at(1)), wallNow)).toEqual(at(1));
    expect(rotationEnd(rotating(at(0)), wallNow)).toBeNull();
    expect(rotationEnd(settled, wallNow)).toBeNull();
  });
});
