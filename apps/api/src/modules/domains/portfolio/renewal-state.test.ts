import { describe, expect, it } from "vitest";
import { renewalOf } from "./renewal-state.ts";

const day = (date: number) => new Date(Date.UTC(2026, 4, date));
const domain = {
  name: "example.com",
  status: "active",
  autoRenew: true,
  paidUntil: day(20),
  nextRenewalAt: day(13),
  graceEndsAt: day(30),
} as const;
const declined = {
  name: "example.com",
  expiresAt: day(20).toISOString(),
  state: "failed",
  failure: { code: "card_declined", message: "The card was declined." },
  failedAt: day(6).toISOString(),
  orderId: "ord_1",
  orderState: "awaiting_payment",
} as const;
const nothing = { failure: null, failedAt: null, orderId: null, orderState: null };

describe("renewalOf", () => {
  it("returns the reason of a declined renewal, and the next attempt", () => {
    const { failure, failedAt, orderId, orderState } = declined;
    const renewal = {
      state: "failed",
      chargesAt: day(13).toISOString(),
      failure,
      failedAt,
      orderId,
      orderState,
    };
    expect(renewalOf(domain, [declined])).toEqual(renewal);
    expect(renewalOf({ ...domain, status: "expired" }, [declined])).toEqual(renewal);
  });

  it.each([
    ["hasn't begun", []],
    ["began for the term before", [{ ...declined, expiresAt: day(1).toISOString() }]],
    ["is another domain's", [{ ...declined, name: "other.com" }]],
  ])("is scheduled if the renewal %s", (_, begun) => {
    expect(renewalOf(domain, begun)).toEqual({
      state: "scheduled",
      chargesAt: day(13).toISOString(),
      ...nothing,
    });
  });

  it("has no next attempt after the last, nor one that comes too late, nor while it is carried out", () => {
    const chargesAt = (nextRenewalAt: Date | null, begun = [declined as never]) =>
      renewalOf({ ...domain, nextRenewalAt }, begun)?.chargesAt;
    expect(chargesAt(null)).toBeNull();
    expect(chargesAt(day(30))).toBeNull();
    expect(chargesAt(day(13), [{ ...declined, state: "processing", failure: null } as never])).toBeNull();
  });

  it("expires without auto-renew, whatever became of an earlier order", () => {
    expect(renewalOf({ ...domain, autoRenew: false }, [declined])).toEqual({
      state: "expiring",
      chargesAt: null,
      ...nothing,
    });
  });

  it.each(["pending", "redemption", "pending_delete", "pending_transfer", "deleted"] as const)(
    "is null for a domain that is %s",
    (status) => {
      expect(renewalOf({ ...domain, status }, [declined])).toBeNull();
    },
  );
});
