import { describe, expect, it } from "vitest";
import type { StripeDiagnosis } from "../../adapters/stripe/index.ts";
import { judgeStripe } from "./system-checks.ts";

const works = { works: true } as const;
const whole = { lacks: [], hasOtherVersion: false };

describe("what the doctor says about Stripe", () => {
  it.each<[StripeDiagnosis, string, RegExp]>([
    [{ key: works, endpoint: whole }, "ok", /gets all events/],
    [{ key: works, endpoint: null }, "warning", /can't read webhook endpoints/],
    [{ key: works, endpoint: "missing" }, "failed", /is missing/],
    [{ key: works, endpoint: "disabled" }, "failed", /is disabled/],
    [{ key: works, endpoint: { ...whole, lacks: ["refund.failed"] } }, "warning", /refund\.failed/],
    [{ key: works, endpoint: { ...whole, hasOtherVersion: true } }, "warning", /API version/],
    [
      { key: { works: false, isRefused: true, reason: "401" }, endpoint: null },
      "failed",
      /is refused \(401\)/,
    ],
    [{ key: { works: false, isRefused: false, reason: "503" }, endpoint: null }, "failed", /doesn't respond/],
  ])("%j is %s", (diagnosis, state, message) => {
    const found = judgeStripe(diagnosis, "https://api.example.com/inbound/stripe", "live");
    expect(found).toMatchObject({ state, message: expect.stringMatching(message) });
  });
});
