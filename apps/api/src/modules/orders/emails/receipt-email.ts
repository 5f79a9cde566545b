import type { Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatDay, typedText } from "../../accounts/index.ts";
import { cardInWords, type PaymentRow } from "../../payments/index.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";
import { labels, lineName, money, taxLabel } from "./words.ts";

type Receipt = {
  receipt: { number: number; issuedAt: Date; taxPercent: string };
  order: OrderRow;
  lines: readonly OrderLineRow[];
  payment: PaymentRow;
  workspaceName: string;
  panelUrl: string;
};

const words: Record<Language, Record<"number" | "date" | "card", string>> = {
  en: { number: "Receipt number", date: "Date", card: "Paid with" },
  de: { number: "Belegnummer", date: "Datum", card: "Bezahlt mit" },
};

function factsOf(language: Language, { receipt, order, lines, payment, ...mail }: Receipt) {
  const { number, date, card } = words[language];
  const cents = (amountCents: number) => money(language, amountCents, payment.currency);
  const facts: [string, string][] = [
    ...lines.map((line): [string, string] => [lineName(language, line), cents(withTax(line))]),
    [labels[language].total, cents(payment.amountCents)],
  ];
  if (payment.taxCents > 0) {
    facts.push([taxLabel[language](Number(receipt.taxPercent)), cents(payment.taxCents)]);
  }
  facts.push([number, String(receipt.number)], [date, formatDay(language, receipt.issuedAt)]);
  if (payment.card) {
    facts.push([card, cardInWords(language, payment.card)]);
  }
  return [
    ...facts,
    [labels[language].order, publicId("ord", order.id)],
    [labels[language].workspace, typedText(mail.workspaceName)],
  ] satisfies [string, string][];
}

/** One per order, once it is paid. */
export function receiptEmail(given: Receipt) {
  const { receipt, payment, panelUrl } = given;
  const total = (language: Language) => money(language, payment.amountCents, payment.currency);
  const url = `${panelUrl}/payments/${publicId("pay", payment.id)}/receipt`;
  return composeEmail("receipt", {
    en: {
      subject: `Receipt ${receipt.number}: ${total("en")}`,
      paragraphs: [`We received your payment of ${total("en")}.`],
      facts: factsOf("en", given),
      link: { label: "View receipt", url },
      afterwards: [labels.en.seePayments],
    },
    de: {
      subject: `Beleg ${receipt.number}: ${total("de")}`,
      paragraphs: [`Wir haben Ihre Zahlung über ${total("de")} erhalten.`],
      facts: factsOf("de", given),
      link: { label: "Beleg ansehen", url },
      afterwards: [labels.de.seePayments],
    },
  });
}
