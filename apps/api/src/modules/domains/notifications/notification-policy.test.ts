import { describe, expect, it } from "vitest";
import { notificationOf, securityChangeOf } from "./notification-policy.ts";

const occurredAt = new Date("2026-11-21T10:00:00.000Z");
const record = (
  action: string | null,
  details: Record<string, unknown> = {},
  kind = "transfer" as const,
) => ({
  domain: { id: "a-domain" },
  actor: { kind: "user" as const },
  kind,
  action,
  details,
  occurredAt,
});

describe("securityChangeOf", () => {
  const glue = [{ host: "ns1.a.com", addresses: ["192.0.2.1", "2001:db8::1"] }];
  it.each([
    ["domain.nameservers_changed", { to: ["ns1.a.com", "ns2.a.com"] }, "ns1.a.com, ns2.a.com"],
    ["domain.nameservers_changed", { to: glue }, "ns1.a.com (192.0.2.1, 2001:db8::1)"],
    ["domain.nameservers_changed", { to: [] }, "–"],
  ])("emails %s %o as nameservers", (action, details, detail) => {
    expect(securityChangeOf(record(action, details))).toEqual({ kind: "nameservers", detail });
  });

  it("emails the removal of a lock, and not the lock", () => {
    expect(securityChangeOf(record("domain.unlocked"))).toEqual({ kind: "transfer_lock" });
    expect(securityChangeOf(record("domain.locked"))).toBeUndefined();
  });

  it.each(["system", "registry"] as const)("emails nothing that %s has changed", (kind) => {
    const byOther = { ...record("domain.unlocked"), actor: { kind } };
    expect(securityChangeOf(byOther)).toBeUndefined();
  });
});

describe("notificationOf", () => {
  it.each([
    ["domain.expiry_notice", { windowDays: 30 }, "domain_expiring", "expiry"],
    ["domain.expiry_notice", { windowDays: 7 }, "domain_expiring", "expiry"],
    ["domain.expiry_notice", { windowDays: 1 }, "domain_expiring", "expiry"],
    ["domain.expired", { windowDays: 0 }, "domain_expired", "expiry"],
    ["domain.renewal_failed", { expiresAt: "2026-12-01T00:00:00.000Z" }, "renewal_failed", "expiry"],
    ["domain.auth_code_created", {}, "auth_code_created", "transfers"],
    ["domain.transfer_requested", { direction: "out" }, "transfer_out_requested", "transfers"],
    ["domain.transfer_requested", { direction: "in" }, "transfer_in_requested", "transfers"],
    ["domain.transfer_rejected", {}, "transfer_out_rejected", "transfers"],
    ["domain.transfer_cancelled", {}, "transfer_out_cancelled", "transfers"],
    ["domain.transferred_out", {}, "transferred_out", "transfers"],
    ["domain.transferred_in", {}, "transferred_in", "transfers"],
    ["domain.transfer_failed", {}, "transfer_in_failed", "transfers"],
    ["domain.deletion_begun", {}, "domain_deleted", "transfers"],
    ["domain.deleted", {}, "domain_gone", "transfers"],
  ])("emails %s %o as %s", (action, details, kind, topic) => {
    expect(notificationOf(record(action, details))).toMatchObject({ kind, topic });
  });

  it.each([
    ["domain.expiry_notice", { windowDays: 15 }],
    ["domain.registered", {}],
    ["domain.renewed", {}],
    ["domain.nameservers_changed", {}],
    [null, {}],
  ])("doesn't email %s %o", (action, details) => {
    expect(notificationOf(record(action, details))).toBeUndefined();
  });

  it("emails each change of contacts, of the domain's choice or of a contact itself", () => {
    for (const action of ["domain.contacts_changed", null]) {
      expect(notificationOf({ ...record(action), kind: "contact_change" })).toMatchObject({
        kind: "contacts_changed",
        topic: "contacts",
      });
    }
    const bySystem = { ...record(null), kind: "contact_change", actor: { kind: "system" } } as const;
    expect(notificationOf(bySystem)).toBeUndefined();
  });

  it("gathers expiry for an hour, changed contacts for minutes, and transfers not at all", () => {
    const waitMs = (kind: "transfer" | "contact_change", action: string | null) =>
      Number(notificationOf({ ...record(action), kind })?.mailAt) - occurredAt.getTime();
    expect(waitMs("transfer", "domain.expired")).toBe(3_600_000);
    expect(waitMs("contact_change", null)).toBe(300_000);
    expect(waitMs("transfer", "domain.auth_code_created")).toBe(0);
  });

  it("emails a failed renewal once per try", () => {
    const failed = (triedOn: string) => notificationOf(record("domain.renewal_failed", { triedOn }))?.onceKey;
    expect(failed("2026-12-01")).toBe(failed("2026-12-01"));
    expect(failed("2026-12-01")).not.toBe(failed("2026-12-08"));
    expect(notificationOf(record("domain.expired"))?.onceKey).toBeNull();
  });
});
