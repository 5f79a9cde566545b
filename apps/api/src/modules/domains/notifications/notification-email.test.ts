import { domainNotificationKinds, languages } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { describedDomains, notificationEmail } from "./notification-email.ts";
import { isObsolete, type Notified, worstFirst } from "./notified.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const paidUntil = inDays(7);
const panelUrl = "https://panel.example";

type Change = Partial<Omit<Notified, "domain">> & { domain?: Partial<Notified["domain"]> };

const notified = ({ domain, ...change }: Change = {}): Notified => ({
  kind: "domain_expiring",
  domainName: "xn--mller-kva.de",
  occurredAt: now,
  actor: { kind: "user", id: "usr_1", name: "dana@people.test" },
  details: { expiresAt: paidUntil.toISOString(), windowDays: 7 },
  domain: {
    status: "active",
    paidUntil,
    autoRenew: false,
    nextRenewalAt: null,
    nextDeletionAt: null,
    failedRenewal: null,
    ...domain,
  },
  cost: { totalCents: 1488, taxPercent: 19, currency: "EUR" },
  ...change,
});

const write = (all: Notified[], topic: "expiry" | "transfers" | "contacts" = "expiry") =>
  notificationEmail({ topic, notified: all, workspaceName: "Acme", recipient: "owner", panelUrl, now });

const card = { isPayment: true };

describe("every email about a domain", () => {
  const topicOf = (kind: string) =>
    kind === "contacts_changed" ? "contacts" : /expir|renewal/.test(kind) ? "expiry" : "transfers";
  const moments = { until: inDays(5).toISOString(), restorableUntil: inDays(30).toISOString() };
  const everyEmail = domainNotificationKinds.flatMap((kind) => {
    const one = (domainName: string) =>
      notified({ kind, domainName, details: { ...moments, expiresAt: paidUntil.toISOString() } });
    const topic = topicOf(kind);
    return [write([one("a.com")], topic), write([one("a.com"), one("b.com")], topic)];
  });

  it("names the domain and the workspace, and differs between languages", () => {
    for (const { kind, variants } of everyEmail) {
      for (const part of ["subject", "text", "html"] as const) {
        const written = languages.map((language) => variants[language][part]);
        expect([kind, part, new Set(written).size]).toEqual([kind, part, languages.length]);
      }
      for (const language of languages) {
        const { text, html } = variants[language];
        expect([kind, text, html]).toEqual([
          kind,
          expect.stringMatching(/a\.com.*Acme/s),
          expect.stringMatching(/a\.com.*Acme/s),
        ]);
        expect([kind, text]).toEqual([kind, expect.not.stringMatching(/undefined|null|NaN|Invalid/)]);
      }
    }
  });

  it("links to the domain, or to the list once it is gone", () => {
    for (const { kind, variants } of everyEmail) {
      const links = variants.en.html.match(/href="[^"]*"/g) ?? [];
      expect([kind, links.length]).toEqual([kind, expect.any(Number)]);
      for (const link of links) {
        expect([kind, link]).toEqual([
          kind,
          expect.stringMatching(
            /^href="https:\/\/panel\.example\/domains(\/[ab]\.com(\?act=(renew|restore))?)?"$/,
          ),
        ]);
      }
    }
  });
});

describe("an expiry email", () => {
  it("gives the date, the price and a link that opens the renewal", () => {
    const { kind, variants } = write([notified()]);
    expect(kind).toBe("domain_expiring");
    expect(variants.en.subject).toBe("müller.de expires in 7 days");
    expect(variants.en.text).toContain("expires on 28 November 2026 at 10:00 UTC. Auto-renew is off");
    expect(variants.en.text).toContain("Renewal for 1 year: €14.88 with 19% tax");
    expect(variants.en.text).toContain(
      "Renew müller.de:\nhttps://panel.example/domains/xn--mller-kva.de?act=renew",
    );
    expect(variants.de.subject).toBe("müller.de läuft in 7 Tagen ab");
    expect(variants.de.text).toContain("Verlängerung um 1 Jahr: 14,88 € inkl. 19 % Steuer");
  });

  it.each([
    [{ autoRenew: true, nextRenewalAt: inDays(3) }, "müller.de renews automatically on 24 November 2026"],
    [{ autoRenew: true, failedRenewal: {} }, "Renewal failed: müller.de"],
    [{ paidUntil: inDays(0.9) }, "müller.de expires in 1 day"],
  ])("says what happens next: %o", (domain, subject) => {
    expect(write([notified({ domain })]).variants.en.subject).toBe(subject);
  });

  it("counts the domains of a digest by urgency", () => {
    const { kind, variants } = write([
      notified({ domainName: "a.com", domain: { autoRenew: true } }),
      notified({ domainName: "b.com" }),
      notified({ domainName: "c.com", domain: { failedRenewal: {}, autoRenew: true } }),
      notified({ domainName: "d.com", kind: "domain_expired" }),
      notified({ domainName: "e.com" }),
    ]);
    expect(kind).toBe("expiry_digest");
    expect(variants.en.subject).toBe(
      "1 domain expired, renewal failed for 1 domain, 2 domains expire in 7 days, 1 domain renews automatically",
    );
    expect(variants.de.subject).toBe(
      "1 Domain abgelaufen, Verlängerung von 1 Domain fehlgeschlagen, 2 Domains laufen in 7 Tagen ab, 1 Domain wird automatisch verlängert",
    );
  });

  it.each([
    [[1, 1], "2 domains expire in 1 day", "2 Domains laufen in 1 Tag ab"],
    [[1, 30], "2 domains expire in 1 to 30 days", "2 Domains laufen in 1 bis 30 Tagen ab"],
  ])("says in the subject when domains expire: in %o days", ([first = 0, second = 0], english, german) => {
    const { en, de } = write([
      notified({ domainName: "a.com", domain: { paidUntil: inDays(first) } }),
      notified({ domainName: "b.com", domain: { paidUntil: inDays(second) } }),
    ]).variants;
    expect([en.subject, de.subject]).toEqual([english, german]);
  });

  it.each([
    [inDays(1), "which expires on 22 November", "läuft am 22. November 2026 um 10:00 UTC ab"],
    [inDays(-1), "which expired on 20 November", "ist am 20. November 2026 um 10:00 UTC abgelaufen"],
  ])("says whether a domain whose renewal failed has expired: %o", (expiry, english, german) => {
    const failed = notified({ kind: "renewal_failed", domain: { paidUntil: expiry, autoRenew: true } });
    const { en, de } = write([failed]).variants;
    expect(en.text).toContain(english);
    expect(de.text).toContain(german);
  });

  it.each([
    [
      "registry_refused",
      {},
      "The registry refused the renewal. We'll try again on 24 November 2026. Renew the",
    ],
    ["registry_unavailable", {}, "The registry didn't respond as expected. We'll try again"],
    ["internal_error", {}, "at 10:00 UTC. We'll try again"],
    [
      "payment_method_required",
      card,
      "There is no saved card to charge. We'll try again on 24 November 2026. Pay now",
    ],
    ["authentication_required", card, "Your bank requires you to confirm the payment. We'll"],
    ["generic_decline", card, "Your card was declined. We'll"],
    ["generic_decline", { ...card, triesAgainAt: null }, "declined. We won't try again. Pay now"],
    [
      "generic_decline",
      { ...card, triesAgainAt: null },
      "If it isn't renewed by 28 December 2026, it stops working, and you may lose it.",
    ],
  ])("says why a renewal failed and what happens next: %s %o", (code, more, english) => {
    const failedRenewal = {
      code,
      triesAgainAt: inDays(3).toISOString(),
      endsAt: inDays(37).toISOString(),
      ...more,
    };
    const domain = { autoRenew: true, failedRenewal };
    const { en, de } = write([notified({ kind: "renewal_failed", details: failedRenewal, domain })]).variants;
    expect(en.text).toContain(english);
    expect(en.text.includes("/payments")).toBe("isPayment" in more);
    expect(de.text.includes("am 24. November 2026 erneut")).toBe(failedRenewal.triesAgainAt !== null);
    // An expiry notice says the same.
    expect(write([notified({ domain })]).variants.de.text).toBe(de.text);
  });

  it("says until when an expired domain can be renewed, if the card has failed", () => {
    const domain = {
      status: "expired",
      failedRenewal: { ...card, endsAt: inDays(30).toISOString() },
    } as const;
    const { en, de } = write([notified({ kind: "domain_expired", domain })]).variants;
    expect(en.text).toContain("You can still renew it at the regular price until 21 December 2026.");
    expect(de.text).toContain("noch bis zum 21. Dezember 2026 zum normalen Preis verlängern.");
  });

  it("describes the most urgent domains and names all others", () => {
    const many = Array.from({ length: describedDomains + 25 }, (_, index) =>
      notified({ domainName: `domain-${index}.com`, domain: { paidUntil: inDays(1 + index) } }),
    );
    const { text, html } = write(many).variants.en;
    expect(html.match(/class="item"/g)).toHaveLength(describedDomains);
    expect(text).toContain("And 25 more: domain-50.com, domain-51.com");
    expect(text).toContain("domain-74.com");
    expect(html.length).toBeLessThan(100_000);
  });
});

describe("worstFirst", () => {
  it("puts expired before failed before expiring before renewing, and the earliest first", () => {
    const order = worstFirst([
      notified({ domainName: "renews", domain: { autoRenew: true, paidUntil: inDays(1) } }),
      notified({ domainName: "later", domain: { paidUntil: inDays(30) } }),
      notified({ domainName: "sooner", domain: { paidUntil: inDays(7) } }),
      notified({ domainName: "failed", kind: "renewal_failed" }),
      notified({ domainName: "expired", kind: "domain_expired" }),
    ]).map(({ domainName }) => domainName);
    expect(order).toEqual(["expired", "failed", "sooner", "later", "renews"]);
  });

  it("keeps the worst entry of a domain about expiry, and all about other things", () => {
    const kinds = worstFirst([
      notified(),
      notified({ kind: "domain_expired" }),
      notified({ kind: "auth_code_created" }),
      notified({ kind: "transfer_out_requested" }),
    ]).map(({ kind }) => kind);
    expect(kinds).toEqual(["domain_expired", "auth_code_created", "transfer_out_requested"]);
  });
});

describe("isObsolete", () => {
  it.each([
    ["a notice", {}, false],
    ["a notice of a renewed domain", { domain: { paidUntil: inDays(372) } }, true],
    ["a notice of an expired domain", { domain: { status: "expired" } }, true],
    ["an expiry", { kind: "domain_expired", domain: { status: "expired" } }, false],
    ["an expiry of a deleted domain", { kind: "domain_expired", domain: { status: "redemption" } }, true],
    ["a failure before expiry", { kind: "renewal_failed" }, false],
    ["a failure that a renewal followed", { kind: "renewal_failed", domain: { paidUntil: now } }, true],
    ["an open request", { kind: "transfer_out_requested", domain: { status: "pending_transfer" } }, false],
    ["an answered request", { kind: "transfer_out_requested" }, true],
    ["a deletion", { kind: "domain_deleted", domain: { status: "redemption" } }, false],
    ["a deletion that was undone", { kind: "domain_deleted" }, true],
    ["a domain that is gone", { kind: "domain_gone", domain: { status: "deleted" } }, false],
  ] as [string, Change, boolean][])("%s", (_, change, expected) => {
    expect(isObsolete(notified(change))).toBe(expected);
  });
});
