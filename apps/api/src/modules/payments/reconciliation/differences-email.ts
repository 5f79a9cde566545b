import type { Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatPrice } from "../../accounts/index.ts";
import { type Checked, isTransient, type ReportedDifference, type Unchecked } from "./policy.ts";

/** More are in the log. */
const maxListed = 50;

const placeNames: Record<Language, Record<ReportedDifference["at"], string>> = {
  en: { ledger: "in the ledger", processor: "at the processor", registry: "at the registries" },
  de: { ledger: "im Hauptbuch", processor: "beim Zahlungsdienstleister", registry: "bei den Registries" },
};
const taxNames: Record<Language, string> = { en: "tax", de: "Steuer" };
/** Our side: a payment is compared with its records, and a balance with the ledger. */
const ownNames: Record<Language, { payment: string; balance: string }> = {
  en: { payment: "recorded", balance: "in the ledger" },
  de: { payment: "gespeichert", balance: "im Hauptbuch" },
};
const balanceNames: Record<Language, { processor: string; registry: string; one: (code: string) => string }> =
  {
    en: {
      processor: "Balance at the processor",
      registry: "Balances at the registries",
      one: (code) => `Balance at the registry ${code}`,
    },
    de: {
      processor: "Guthaben beim Zahlungsdienstleister",
      registry: "Guthaben bei den Registries",
      one: (code) => `Guthaben bei der Registry ${code}`,
    },
  };
const uncheckedNames: Record<Language, Record<Unchecked["reason"], string>> = {
  en: {
    not_offered: "couldn't check: the registry doesn't return balances",
    no_answer: "couldn't check: no answer",
    failed: "couldn't check: an error occurred; see the log",
    changing: "couldn't check: changes were in progress",
  },
  de: {
    not_offered: "nicht geprüft: Die Registry nennt kein Guthaben",
    no_answer: "nicht geprüft: keine Antwort",
    failed: "nicht geprüft: Es ist ein Fehler aufgetreten, siehe Log",
    changing: "nicht geprüft: Es liefen gerade Änderungen",
  },
};

const factOfDifference = (
  language: Language,
  { paymentId, account, at, ownCents, foundCents, currency }: ReportedDifference,
): [string, string] => {
  const price = (priceCents: number) => formatPrice(language, { priceCents, currency });
  const tax = account === "tax" ? ` (${taxNames[language]})` : "";
  const own = ownNames[language][paymentId === null ? "balance" : "payment"];
  const words = `${price(ownCents)} ${own}, ${price(foundCents)} ${placeNames[language][at]}${tax}`;
  return [paymentId === null ? balanceNames[language][at] : publicId("pay", paymentId), words];
};

const factOfUnchecked = (language: Language, { at, registrar, reason }: Unchecked): [string, string] => {
  const { one, ...all } = balanceNames[language];
  return [registrar === null ? all[at] : one(registrar), uncheckedNames[language][reason]];
};

const factsOf = (language: Language, { differences, unchecked }: Checked): [string, string][] => [
  ...differences.slice(0, maxListed).map((difference) => factOfDifference(language, difference)),
  ...unchecked.map((each) => factOfUnchecked(language, each)),
];

function subjectsOf({ differences }: Checked): Record<Language, string> {
  const paymentIds = new Set(differences.map(({ paymentId }) => paymentId));
  if (differences.length === 0) {
    return {
      en: "The ledger couldn't be compared with the processor and the registries",
      de: "Das Hauptbuch konnte nicht abgeglichen werden",
    };
  }
  if (paymentIds.has(null)) {
    return {
      en: "The ledger doesn't match a balance",
      de: "Das Hauptbuch weicht von einem Guthaben ab",
    };
  }
  return paymentIds.size === 1
    ? {
        en: "A payment doesn't match the processor or the ledger",
        de: "Eine Zahlung weicht vom Zahlungsdienstleister oder Hauptbuch ab",
      }
    : {
        en: `${paymentIds.size} payments don't match the processor or the ledger`,
        de: `${paymentIds.size} Zahlungen weichen vom Zahlungsdienstleister oder Hauptbuch ab`,
      };
}

const hints: Record<Language, { refund: string; deposit: string; daily: string; retry: string }> = {
  en: {
    refund:
      "A common cause is a refund made in the processor's dashboard. Make refunds in the panel instead.",
    deposit: "If you paid money to a registry, record it with npm run registry:deposit.",
    daily: "You'll get this email daily until there are no differences.",
    retry: "The reconciliation is repeated within an hour.",
  },
  de: {
    refund:
      "Häufig wurde eine Zahlung direkt beim Zahlungsdienstleister erstattet. Nehmen Sie Erstattungen stattdessen im Panel vor.",
    deposit: "Wenn Sie Geld an eine Registry gezahlt haben, erfassen Sie es mit npm run registry:deposit.",
    daily: "Solange eine Abweichung besteht, erhalten Sie diese E-Mail täglich.",
    retry: "Der Abgleich wird innerhalb einer Stunde wiederholt.",
  },
};

function hintsFor(language: Language, { differences, unchecked }: Checked): string[] {
  const { refund, deposit, daily, retry } = hints[language];
  const isAt = (place: ReportedDifference["at"]) => differences.some(({ at }) => at === place);
  return [
    ...(isAt("processor") || isAt("ledger") ? [refund] : []),
    ...(isAt("registry") ? [deposit] : []),
    ...(differences.length > 0 ? [daily] : []),
    ...(unchecked.some(isTransient) ? [retry] : []),
  ];
}

/** To the operator of the installation. */
export function differencesEmail(checked: Checked) {
  const subjects = subjectsOf(checked);
  return composeEmail("payment_differences", {
    en: {
      subject: subjects.en,
      paragraphs: [
        "The daily reconciliation compared the ledger with the recorded payments, the payment processor and the registries. The differences and failed checks are listed below. Nothing was changed.",
      ],
      facts: factsOf("en", checked),
      afterwards: hintsFor("en", checked),
    },
    de: {
      subject: subjects.de,
      paragraphs: [
        "Beim täglichen Abgleich wurde das Hauptbuch mit den gespeicherten Zahlungen, dem Zahlungsdienstleister und den Registries verglichen. Abweichungen und nicht geprüfte Guthaben stehen unten. Es wurde nichts geändert.",
      ],
      facts: factsOf("de", checked),
      afterwards: hintsFor("de", checked),
    },
  });
}
