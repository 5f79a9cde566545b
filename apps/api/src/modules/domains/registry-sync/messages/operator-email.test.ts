import { describe, expect, it } from "vitest";
import { lowBalanceEmail, registryMessagesEmail } from "./operator-email.ts";

const message = {
  registrar: "alpha",
  kind: "maintenance" as const,
  text: "Maintenance of EPP",
  queuedAt: new Date("2026-11-21T10:00:00.000Z"),
  domainName: null,
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
    [1, "Message from registry alpha: Maintenance of EPP", "Diese Nachricht einer Registry betrifft keine"],
    [2, "2 messages from registries", "Diese Nachrichten von Registrys betreffen keine"],
  ])("agree with the number of messages: %i", (count, subject, sentence) => {
    const { en, de } = registryMessagesEmail(Array.from({ length: count }, () => message)).variants;
    expect(en.subject).toBe(subject);
    expect(de.text).toContain(sentence);
  });
});
