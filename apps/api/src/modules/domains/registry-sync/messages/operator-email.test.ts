import { describe, expect, it } from "vitest";
import { lowBalanceEmail, registryMessagesEmail } from "./operator-email.ts";

const message = {
  registrar: "alpha",
  kind: "maintenance" as const,
  text: "Maintenance of EPP",
  queuedAt: new Date("2026-11-21T10:00:00.000Z"),
  domainName: null,
  details: {},
};

describe("the operator's emails", () => {
  it("write dates and amounts as each language does", () => {
    const { en, de } = registryMessagesEmail([message]).variants;
    expect(en.text).toContain("alpha: Maintenance of EPP (21 November 2026 at 10:00 UTC)");
    expect(de.text).toContain("alpha: Maintenance of EPP (21. November 2026 um 10:00 UTC)");
    const usd = (priceCents: number) => ({ priceCents, currency: "USD" });
    const low = lowBalanceEmail({ registrar: "alpha", balance: usd(123_450), limit: usd(200_000) }).variants;
    expect(low.en.text).toContain("is US$1,234.50, below your limit of US$2,000.00");
    expect(low.de.text).toMatch(/beträgt 1\.234,50\s\$ .* Grenze von 2\.000,00\s\$/);
  });

  it.each([
    [
      "with its dates and TLDs",
      { startsAt: "2026-11-28T02:00:00.000Z", endsAt: "2026-11-28T04:30:00.000Z", tlds: ["com", "net"] },
      "Maintenance: from 28 November 2026 at 02:00 UTC until 28 November 2026 at 04:30 UTC, for com and net",
      "Wartung: ab 28. November 2026 um 02:00 UTC bis 28. November 2026 um 04:30 UTC, für com und net",
    ],
    [
      "that was canceled, without an end and with many TLDs",
      {
        startsAt: "2026-11-28T02:00:00.000Z",
        tlds: Array.from({ length: 11 }, (_, index) => `tld${index}`),
        pollType: "delete",
      },
      "Canceled maintenance: from 28 November 2026 at 02:00 UTC, for 11 TLDs",
      "Abgesagte Wartung: ab 28. November 2026 um 02:00 UTC, für 11 TLDs",
    ],
  ])("announce a maintenance %s", (_, details, english, german) => {
    const { en, de } = registryMessagesEmail([{ ...message, details }]).variants;
    expect(en.text).toContain(`alpha: Maintenance of EPP (21 November 2026 at 10:00 UTC)\n${english}\n`);
    expect(de.text).toContain(`\n${german}\n`);
  });

  it("add no dates to a message that has none, or that isn't a maintenance", () => {
    const dates = { startsAt: "2026-11-28T02:00:00.000Z", tlds: [] };
    for (const each of [message, { ...message, kind: "other" as const, details: dates }]) {
      expect(registryMessagesEmail([each]).variants.en.text).not.toContain("Maintenance: ");
    }
  });

  it.each([
    [1, "Message from registry alpha: Maintenance of EPP", "Diese Nachricht einer Registry betrifft keine"],
    [2, "2 messages from registries", "Diese Nachrichten von Registrys betreffen keine"],
  ])("agree with the number of messages: %i", (count, subject, sentence) => {
    const { en, de } = registryMessagesEmail(Array.from({ length: count }, () => message)).variants;
    expect(en.subject).toBe(subject);
    expect(de.text).toContain(sentence);
  });
});
