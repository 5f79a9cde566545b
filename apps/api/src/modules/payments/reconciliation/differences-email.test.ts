import { expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { differencesEmail } from "./differences-email.ts";
import type { Checked } from "./policy.ts";

const paymentId = newId();
const ofPayment = (account: "processor" | "tax", at: "processor" | "ledger", foundCents: number) => ({
  paymentId,
  currency: "EUR",
  account,
  at,
  ownCents: account === "tax" ? -206 : 1290,
  foundCents,
});
const ofBalance = {
  processor: { account: "processor", at: "processor" },
  registry: { account: "registry_balance", at: "registry" },
} as const;
const balance = (at: "processor" | "registry") => ({
  ...ofBalance[at],
  paymentId: null,
  currency: "EUR",
  ownCents: 100_000,
  foundCents: 99_999,
});

it.each<[string, Checked, { subject: string; en: string[]; de: RegExp[] }]>([
  [
    "the differences of a payment",
    {
      differences: [ofPayment("processor", "processor", 790), ofPayment("tax", "ledger", 0)],
      unchecked: [],
    },
    {
      subject: "A payment doesn't match the processor or the ledger",
      en: [
        `${publicId("pay", paymentId)}: €12.90 recorded, €7.90 at the processor`,
        "-€2.06 recorded, €0.00 in the ledger (tax)",
      ],
      de: [/12,90\s€ gespeichert, 7,90\s€ beim Zahlungsdienstleister/],
    },
  ],
  [
    "a cent at the processor",
    { differences: [balance("processor")], unchecked: [] },
    {
      subject: "The ledger doesn't match a balance",
      en: ["Balance at the processor: €1,000.00 in the ledger, €999.99 at the processor"],
      de: [/Guthaben beim Zahlungsdienstleister: 1\.000,00\s€ im Hauptbuch, 999,99\s€/],
    },
  ],
  [
    "a cent at a registry",
    { differences: [balance("registry")], unchecked: [] },
    {
      subject: "The ledger doesn't match a balance",
      en: ["Balances at the registries: €1,000.00 in the ledger, €999.99", "registry:deposit"],
      de: [/Guthaben bei den Registries: 1\.000,00\s€ im Hauptbuch, 999,99\s€/],
    },
  ],
  [
    "what couldn't be asked",
    {
      differences: [],
      unchecked: [
        { at: "processor", registrar: null, reason: "no_answer" },
        { at: "registry", registrar: "primary", reason: "not_offered" },
      ],
    },
    {
      subject: "The ledger couldn't be compared with the processor and the registries",
      en: [
        "Balance at the processor: couldn't check: no answer",
        "Balance at the registry primary: couldn't check: the registry doesn't return balances",
        "repeated within an hour",
      ],
      de: [/Guthaben beim Zahlungsdienstleister: nicht geprüft: keine Antwort/],
    },
  ],
])("the email to the operator lists %s, in both languages", (_, checked, expected) => {
  const { en, de } = differencesEmail(checked).variants;
  expect(en.subject).toBe(expected.subject);
  for (const words of expected.en) {
    expect(en.text).toContain(words);
  }
  for (const pattern of expected.de) {
    expect(de.text).toMatch(pattern);
  }
});
