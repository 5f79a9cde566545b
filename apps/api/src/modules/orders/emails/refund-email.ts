import type { Language } from "@zonepost/schema";
import { refundStates } from "@zonepost/schema/status";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, type EmailTexts, inSentence, typedText } from "../../accounts/index.ts";
import { cardInWords, type PaymentRow, type RefundRow } from "../../payments/index.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { labels, lineName, money } from "./words.ts";

type Refunds = {
  /** At least one. */
  refunds: readonly RefundRow[];
  order: OrderRow;
  lines: readonly OrderLineRow[];
  payment: PaymentRow;
  workspaceName: string;
  panelUrl: string;
};

const wholeCharge: Record<Language, Partial<Record<RefundRow["reason"], string>>> = {
  en: { paid_twice: "Second payment", order_canceled: "Canceled order" },
  de: { paid_twice: "Zweite Zahlung", order_canceled: "Stornierte Bestellung" },
};
const refundName: Record<Language, string> = { en: "Refund", de: "Erstattung" };
const taxName: Record<Language, string> = { en: "Includes tax", de: "Enthaltene Steuer" };

const sumOf = (refunds: readonly RefundRow[], column: "amountCents" | "taxCents") =>
  refunds.reduce((sum, refund) => sum + refund[column], 0);

function factsOf(language: Language, { refunds, order, lines, payment, workspaceName }: Refunds) {
  const cents = (amountCents: number) => money(language, amountCents, payment.currency);
  const nameOf = (lineId: string) => {
    const line = lines.find(({ id }) => id === lineId);
    return line ? lineName(language, line) : refundName[language];
  };
  const returned = refunds.flatMap(({ lineAmounts, reason, amountCents }): [string, string][] =>
    lineAmounts.length > 0
      ? lineAmounts.map((amount) => [nameOf(amount.lineId), cents(amount.amountCents)])
      : [[wholeCharge[language][reason] ?? refundName[language], cents(amountCents)]],
  );
  const taxCents = sumOf(refunds, "taxCents");
  return [
    ...returned,
    [labels[language].total, cents(sumOf(refunds, "amountCents"))],
    ...(taxCents > 0 ? [[taxName[language], cents(taxCents)]] : []),
    [labels[language].order, publicId("ord", order.id)],
    [labels[language].workspace, typedText(workspaceName)],
  ] as [string, string][];
}

const totalOf = (language: Language, { refunds, payment }: Refunds): string =>
  money(language, sumOf(refunds, "amountCents"), payment.currency);

type Words = Record<Language, (total: string) => string>;

/** Where the money goes. The card of a second charge can be another one than the payment's. */
function wordsOf({ refunds, payment: { card } }: Refunds): Words {
  if (refunds.some(({ isOutside }) => isOutside)) {
    return {
      en: (total) => `We refunded ${total}. It wasn't returned to your card, but paid in another way.`,
      de: (total) => `Wir haben ${total} erstattet, nicht auf Ihre Karte, sondern auf anderem Weg.`,
    };
  }
  const isNamed = card !== null && refunds.every(({ reason }) => reason !== "paid_twice");
  const toCard = isNamed
    ? { en: ` to your ${cardInWords("en", card)}`, de: ` auf Ihre ${cardInWords("de", card)}` }
    : { en: "", de: "" };
  return {
    en: (total) => `We refunded ${total}${toCard.en}. Your bank can take up to ten days to show it.`,
    de: (total) =>
      `Wir haben ${total}${toCard.de} erstattet. Es kann bis zu zehn Tage dauern, bis Ihre Bank den Betrag anzeigt.`,
  };
}

/** The money of one or more refunds was returned, or is on its way to the card. */
export function refundEmail(given: Refunds) {
  const url = paymentUrl(given.panelUrl, given.payment);
  const [en, de] = [totalOf("en", given), totalOf("de", given)];
  const words = wordsOf(given);
  return composeEmail("refund", {
    en: {
      subject: `Refund of ${en}`,
      paragraphs: [words.en(en)],
      facts: factsOf("en", given),
      link: { label: "View payment", url },
      afterwards: [labels.en.seePayments],
    },
    de: {
      subject: `Erstattung von ${de}`,
      paragraphs: [words.de(de)],
      facts: factsOf("de", given),
      link: { label: "Zahlung ansehen", url },
      afterwards: [labels.de.seePayments],
    },
  });
}

/** The bank refused the money or sent it back. The seller still owes it. */
export function refundFailedEmail(given: Refunds) {
  const { payment, panelUrl } = given;
  const link = (label: string): EmailTexts["link"] => ({ label, url: paymentUrl(panelUrl, payment) });
  const [en, de] = [totalOf("en", given), totalOf("de", given)];
  return composeEmail("refund_failed", {
    en: {
      subject: `A refund of ${en} didn't reach you`,
      paragraphs: [
        `The bank didn't accept a refund of ${en}. We still owe you this amount. We'll try again, or contact you to pay it another way.`,
      ],
      facts: factsOf("en", given),
      link: link("View payment"),
      afterwards: [labels.en.seePayments],
    },
    de: {
      subject: `Eine Erstattung von ${de} ist nicht angekommen`,
      paragraphs: [
        `Die Bank hat eine Erstattung von ${de} nicht angenommen. Wir schulden Ihnen diesen Betrag weiterhin. Wir versuchen es erneut oder melden uns bei Ihnen, um ihn auf anderem Weg auszuzahlen.`,
      ],
      facts: factsOf("de", given),
      link: link("Zahlung ansehen"),
      afterwards: [labels.de.seePayments],
    },
  });
}

const paymentUrl = (panelUrl: string, { id }: PaymentRow) => `${panelUrl}/payments/${publicId("pay", id)}`;

/** To the operator of the installation, who has to return the money another way. */
export function refundOwedEmail(given: Refunds) {
  const link = (label: string): EmailTexts["link"] => ({ label, url: `${given.panelUrl}/operator/payments` });
  const reasons = [...new Set(given.refunds.flatMap(({ failure }) => failure?.message ?? []))];
  const [en, de] = [totalOf("en", given), totalOf("de", given)];
  return composeEmail("refund_failed", {
    en: {
      subject: `Refund ${inSentence(refundStates.failed.word)}: you owe a customer ${en}`,
      paragraphs: [
        `The bank didn't accept a refund of ${en}, so the money is back in your balance at the payment processor. Retry the refund in the panel, or pay the customer another way and record it there.`,
        ...reasons,
      ],
      facts: factsOf("en", given),
      link: link("View payments"),
    },
    de: {
      subject: `Erstattung fehlgeschlagen: Sie schulden einem Kunden ${de}`,
      paragraphs: [
        `Die Bank hat eine Erstattung von ${de} nicht angenommen. Das Geld ist wieder auf Ihrem Konto beim Zahlungsdienstleister. Wiederholen Sie die Erstattung im Panel, oder zahlen Sie den Betrag auf anderem Weg aus und erfassen Sie das dort.`,
        ...reasons,
      ],
      facts: factsOf("de", given),
      link: link("Zahlungen ansehen"),
    },
  });
}
