import { describe, expect, it } from "vitest";
import { apiVersion } from "./connection.ts";
import { judgeEndpoints } from "./diagnose.ts";

const url = "https://api.example.com/inbound/stripe";
const all = { url, status: "enabled", enabled_events: ["*" as const], api_version: apiVersion };

describe("the webhook endpoint at Stripe", () => {
  it.each([
    ["gets everything", [all], { lacks: [], hasOtherVersion: false }],
    ["isn't there", [{ ...all, url: "https://other.example.com" }], "missing"],
    ["is disabled", [{ ...all, status: "disabled" }], "disabled"],
    ["was replaced", [{ ...all, status: "disabled" }, all], { lacks: [], hasOtherVersion: false }],
    ["has another version", [{ ...all, api_version: "2020-01-01" }], { lacks: [], hasOtherVersion: true }],
  ])("%s", (_what, endpoints, expected) => {
    expect(judgeEndpoints(endpoints as never, url)).toEqual(expected);
  });

  it("is told which events it lacks", () => {
    const found = judgeEndpoints([{ ...all, enabled_events: ["charge.refunded"] }] as never, url);
    expect(found).toMatchObject({ hasOtherVersion: false });
    expect((found as { lacks: string[] }).lacks).toContain("refund.created");
    expect((found as { lacks: string[] }).lacks).not.toContain("charge.refunded");
  });
});
