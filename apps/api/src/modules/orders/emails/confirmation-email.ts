import type { Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatInstant, formatTotal, typedText } from "../../accounts/index.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";
import { labels, lineName, money } from "./words.ts";

type Unconfirmed = {
  order: OrderRow;
  lines: readonly OrderLineRow[];
  workspaceName: string;
  panelUrl: string;
};

function factsOf(language: Language, { order, lines, workspaceName }: Unconfirmed): [string, string][] {
  return [
    ...lines.map((line): [string, string] => [
      lineName(language, line),
      money(language, withTax(line), order.currency),
    ]),
    [labels[language].total, totalOf(language, order)],
    [labels[language].order, publicId("ord", order.id)],
    [labels[language].workspace, typedText(workspaceName)],
  ];
}

const totalOf = (language: Language, { totalCents, taxPercent, currency }: OrderRow): string =>
  formatTotal(language, { totalCents, taxPercent: Number(taxPercent), currency });

/** The bank asks for a person, and none has answered it. */
export function confirmationEmail(given: Unconfirmed) {
  const { order, panelUrl } = given;
  const url = `${panelUrl}/payments/orders/${publicId("ord", order.id)}`;
  // An auto-renewal waits for as long as it is due.
  const cancelsAt = order.origin === "renewal" ? null : order.cancelsAt;
  const price = (language: Language) => money(language, order.totalCents, order.currency);
  return composeEmail("payment_confirmation_needed", {
    en: {
      subject: `Confirm your payment of ${price("en")}`,
      paragraphs: [
        `Your bank requires you to confirm a payment of ${price("en")}. Nothing has been charged. The order continues once you confirm it.`,
        ...(cancelsAt
          ? [`If the order isn't paid by ${formatInstant("en", cancelsAt)}, it is canceled.`]
          : []),
      ],
      facts: factsOf("en", given),
      link: { label: "Pay order", url },
      afterwards: [labels.en.seePayments],
    },
    de: {
      subject: `Bestätigen Sie Ihre Zahlung über ${price("de")}`,
      paragraphs: [
        `Ihre Bank verlangt, dass Sie eine Zahlung über ${price("de")} bestätigen. Bisher wurde nichts abgebucht. Sobald Sie die Zahlung bestätigt haben, wird die Bestellung ausgeführt.`,
        ...(cancelsAt
          ? [
              `Wenn die Bestellung bis zum ${formatInstant("de", cancelsAt)} nicht bezahlt ist, wird sie storniert.`,
            ]
          : []),
      ],
      facts: factsOf("de", given),
      link: { label: "Bestellung bezahlen", url },
      afterwards: [labels.de.seePayments],
    },
  });
}
