import type { Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail } from "../../accounts/index.ts";
import type { Difference } from "./policy.ts";

export type ReportedDifference = Difference & { currency: string };

/** More are in the log. */
const maxListed = 50;

const money = (language: Language, cents: number, currency: string) =>
  new Intl.NumberFormat(language, { style: "currency", currency }).format(cents / 100);

const placeNames: Record<Language, Record<Difference["at"], string>> = {
  en: { ledger: "in the ledger", processor: "at the processor" },
  de: { ledger: "im Hauptbuch", processor: "beim Zahlungsdienstleister" },
};
const taxNames: Record<Language, string> = { en: "tax", de: "Steuer" };
const ownNames: Record<Language, string> = { en: "recorded", de: "gespeichert" };

const factsOf = (language: Language, differences: readonly ReportedDifference[]): [string, string][] =>
  differences.slice(0, maxListed).map(({ paymentId, account, at, ownCents, foundCents, currency }) => {
    const tax = account === "tax" ? ` (${taxNames[language]})` : "";
    const own = money(language, ownCents, currency);
    const found = money(language, foundCents, currency);
    const words = `${own} ${ownNames[language]}, ${found} ${placeNames[language][at]}${tax}`;
    return [publicId("pay", paymentId), words];
  });

/** To the operator of the installation. */
export function differencesEmail(differences: readonly ReportedDifference[]) {
  const paymentCount = new Set(differences.map(({ paymentId }) => paymentId)).size;
  return composeEmail("payment_differences", {
    en: {
      subject:
        paymentCount === 1
          ? "A payment doesn't match the processor or the ledger"
          : `${paymentCount} payments don't match the processor or the ledger`,
      paragraphs: [
        "The daily reconciliation compared the recorded payments with the ledger and with the payment processor, and found these differences. Nothing was changed.",
      ],
      facts: factsOf("en", differences),
      afterwards: [
        "A refund made in the processor's dashboard is a common cause: make refunds in the panel instead. You get this email daily while a difference exists.",
      ],
    },
    de: {
      subject:
        paymentCount === 1
          ? "Eine Zahlung weicht vom Zahlungsdienstleister oder Hauptbuch ab"
          : `${paymentCount} Zahlungen weichen vom Zahlungsdienstleister oder Hauptbuch ab`,
      paragraphs: [
        "Beim täglichen Abgleich der gespeicherten Zahlungen mit dem Hauptbuch und dem Zahlungsdienstleister wurden diese Abweichungen gefunden. Es wurde nichts geändert.",
      ],
      facts: factsOf("de", differences),
      afterwards: [
        "Häufig wurde eine Zahlung direkt beim Zahlungsdienstleister erstattet. Nehmen Sie Erstattungen stattdessen im Panel vor. Solange eine Abweichung besteht, erhalten Sie diese E-Mail täglich.",
      ],
    },
  });
}
