import { describe, expect, it } from "vitest";
import type { Concern } from "../../../kernel/concern.ts";
import { describeConcern } from "./describe-concern.ts";

const now = new Date("2027-05-01T12:00:00Z");
const viewer = { now, seesPayments: true };
const concern = (over: Partial<Concern>): Concern => ({
  kind: "expires_without_renewal",
  subject: { type: "domain", id: "a.com", name: "a.com" },
  since: new Date("2027-04-20T00:00:00Z"),
  until: new Date("2027-05-20T00:00:00Z"),
  facts: {},
  ...over,
});

describe("severity", () => {
  it.each([
    ["2027-05-09T12:00:00Z", "warning"],
    ["2027-05-08T12:00:00Z", "critical"],
  ])("of a domain that expires on %s without renewal is %s", (until, severity) => {
    expect(describeConcern(concern({ until: new Date(until) }), viewer).severity).toBe(severity);
  });

  it.each([
    [90, "warning", "storage_nearly_full"],
    [100, "critical", "storage_full"],
  ])("of storage that is %i%% full is %s", (percent, severity, code) => {
    const full = concern({ kind: "storage_nearly_full", facts: { percent, domainName: "a.com" } });
    expect(describeConcern(full, viewer)).toMatchObject({ severity, explanation: { code } });
  });

  it.each([
    ["2027-05-02T00:00:00Z", "warning", "The card that renewals are charged to expires on 1 May 2027."],
    ["2027-05-01T00:00:00Z", "critical", "The card that renewals are charged to expired on 30 Apr 2027."],
  ])("of a card that can't be charged from %s is %s", (until, severity, message) => {
    const card = concern({ kind: "card_expires", until: new Date(until) });
    expect(describeConcern(card, viewer)).toMatchObject({ severity, explanation: { message } });
  });

  it.each([
    ["by_user", "notice", "resume_mail"],
    ["dispute", "critical", "pay"],
  ])("of mail that was suspended (%s) is %s", (reason, severity, code) => {
    const mail = concern({ kind: "mail_suspended", facts: { reason, domainName: "a.com" } });
    expect(describeConcern(mail, viewer)).toMatchObject({ severity, action: { code } });
  });
});

it("of an expired domain says what follows the date, at a registry with or without redemption", () => {
  const expired = concern({ kind: "domain_expired", since: new Date("2027-04-20T00:00:00Z") });
  expect(describeConcern(expired, viewer).explanation.message).toBe(
    "The domain expired on 20 Apr 2027. Renew it by 20 May 2027. After that, it stops working, and you may lose it.",
  );
});

describe("a renewal that failed", () => {
  const failed = (isPayment: string) =>
    concern({
      kind: "renewal_failed",
      facts: {
        code: "card_declined",
        message: "Auto-renewal failed: The card was declined.",
        isPayment,
        triesAgainAt: "2027-05-07T00:00:00Z",
      },
    });

  it("leads to the card if the charge failed, with the reason and the next attempt", () => {
    expect(describeConcern(failed("true"), viewer)).toMatchObject({
      action: { code: "change_card" },
      explanation: {
        message:
          "The charge failed: the card was declined. The next attempt is on 7 May 2027. The domain expires on 20 May 2027.",
      },
    });
  });

  it("keeps the bank's reason from those who don't see payments", () => {
    const { explanation } = describeConcern(failed("true"), { now, seesPayments: false });
    expect(explanation.message).not.toContain("declined");
  });

  it("leads to the domain if the registry refused", () => {
    expect(describeConcern(failed("false"), viewer).action).toEqual({
      code: "renew",
      href: "/domains/a.com?act=renew",
    });
  });
});

describe("a payment that a bank contests", () => {
  const contested = (kind: "payment_disputed" | "fraud_warning", over: Partial<Concern> = {}) =>
    describeConcern(
      concern({
        kind,
        subject: { type: "payment", id: "pay_1", name: "pay_1" },
        facts: { amountCents: 1288, currency: "EUR", isInquiry: "false" },
        ...over,
      }),
      viewer,
    ).explanation;

  it.each([
    [
      "a dispute",
      {},
      "payment_disputed",
      /^The cardholder disputed €12\.88 on 20 Apr 2027.*by 20 May 2027\./,
    ],
    [
      "a dispute whose deadline has passed",
      { until: new Date("2027-04-30T00:00:00Z") },
      "payment_disputed",
      /The deadline for an answer was 30 Apr 2027, and the bank decides next\./,
    ],
    [
      "an inquiry, which withdraws nothing",
      { facts: { amountCents: 1288, currency: "EUR", isInquiry: "true" } },
      "payment_inquiry",
      /^The cardholder's bank asked about a charge of €12\.88 on 20 Apr 2027, and has withdrawn nothing\./,
    ],
  ])("tells what happened, who acts by when, and what goes on: %s", (_name, over, code, message) => {
    expect(contested("payment_disputed", over)).toEqual({ code, message: expect.stringMatching(message) });
    expect(contested("payment_disputed", over).message).toMatch(/nothing is suspended\.$/);
  });

  it("is named by its amount", () => {
    const subject = { type: "payment", id: "pay_1", name: "pay_1" } as const;
    const facts = { amountCents: 1288, currency: "EUR", isInquiry: "false" };
    expect(describeConcern(concern({ kind: "payment_disputed", subject, facts }), viewer)).toMatchObject({
      id: "payment_disputed~pay_1",
      subject: { id: "pay_1", name: "€12.88" },
    });
  });

  it("tells until when a fraud warning pauses the payment, if it does", () => {
    expect(contested("fraud_warning").message).toContain("can refund or release it by 20 May 2027.");
    expect(contested("fraud_warning", { until: null }).message).toContain("can refund or release it.");
  });
});

it("an ID and a path survive any subject", () => {
  const { id, action } = describeConcern(
    concern({ subject: { type: "domain", id: "xn--bcher-kva.com", name: "bücher.com" } }),
    viewer,
  );
  expect([id, action.href]).toEqual([
    "expires_without_renewal~xn--bcher-kva.com",
    "/domains/xn--bcher-kva.com?act=renew",
  ]);
});
