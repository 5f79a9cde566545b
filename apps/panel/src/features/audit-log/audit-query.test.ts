import { auditQuery } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { auditExportUrl, auditFilterOf, auditListInput } from "./audit-query.ts";

const none = { kind: null, who: "", what: "", from: "", until: "" };
const some = { kind: "api_key", who: " Anna ", what: "", from: "2026-03-01", until: "2026-03-01" };

describe("auditFilterOf", () => {
  it("queries exactly the filters in the URL", () => {
    expect(auditFilterOf(none, "UTC")).toEqual({});
    expect(auditFilterOf(some, "UTC")).toEqual({
      action: "api_key",
      actor: "Anna",
      from: "2026-03-01T00:00:00.000Z",
      until: "2026-03-02T00:00:00.000Z",
    });
  });
  it("matches the API's schema", () => {
    expect(auditQuery.safeParse(auditListInput(some, "Europe/Berlin")).success).toBe(true);
  });
});

describe("auditExportUrl", () => {
  it("carries the filters", () => {
    expect(auditExportUrl("https://api.example.com", none, "UTC")).toBe(
      "https://api.example.com/audit-log/export",
    );
    expect(auditExportUrl("https://api.example.com", { ...none, who: "a b&c" }, "UTC")).toBe(
      "https://api.example.com/audit-log/export?actor=a+b%26c",
    );
  });
});
