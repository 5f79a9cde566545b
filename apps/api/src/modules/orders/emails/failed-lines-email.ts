import type { Language } from "@zonepost/schema";
import { orderLineStateTable } from "@zonepost/schema/status";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, inSentence, typedText } from "../../accounts/index.ts";
import { isCounted, type RefundRow } from "../../payments/index.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";
import { labels, lineName, money, reasonText } from "./words.ts";

type FailedLines = {
  /** At least one. */
  failed: readonly OrderLineRow[];
  order: OrderRow;
  /** All of the order. */
  refunds: readonly RefundRow[];
  workspaceName: string;
  panelUrl: string;
};

const reasonNames: Record<Language, string> = { en: "Reason", de: "Grund" };

const itemsOf = (language: Language, { failed, order, panelUrl }: FailedLines, label: string) =>
  failed.map((line) => ({
    title: lineName(language, line),
    lines: [
      `${reasonNames[language]}: ${reasonText(language, line.failure)}`,
      money(language, withTax(line), order.currency),
    ],
    link: { label, url: orderUrl(panelUrl, order) },
  }));

const orderUrl = (panelUrl: string, { id }: OrderRow) => `${panelUrl}/payments/orders/${publicId("ord", id)}`;

const factsOf = (language: Language, { order, workspaceName }: FailedLines): [string, string][] => [
  [labels[language].order, publicId("ord", order.id)],
  [labels[language].workspace, typedText(workspaceName)],
];

/** With tax. Nothing is promised that the bank has taken back, or that it holds during a dispute. */
const refundedCentsOf = ({ failed, refunds }: FailedLines): number =>
  refunds
    .filter(isCounted)
    .flatMap(({ lineAmounts }) => lineAmounts)
    .filter(({ lineId }) => failed.some(({ id }) => id === lineId))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Lines that weren't carried out. What was paid for them is refunded, unless the bank has it. */
export function failedLinesEmail(given: FailedLines) {
  const { failed, order } = given;
  const [first] = failed;
  const isSingle = failed.length === 1 && first;
  const owedCents = refundedCentsOf(given);
  const owed = (language: Language) => money(language, owedCents, order.currency);
  return composeEmail("order_line_failed", {
    en: {
      subject: isSingle
        ? `${orderLineStateTable.failed.word}: ${lineName("en", first)}`
        : `${failed.length} items of your order ${inSentence(orderLineStateTable.failed.word)}`,
      paragraphs: [
        isSingle
          ? "We couldn't carry out an item of your order."
          : "We couldn't carry out some items of your order.",
        ...(owedCents > 0
          ? [`We'll refund ${owed("en")} automatically. You don't have to do anything.`]
          : []),
      ],
      items: itemsOf("en", given, "View order"),
      facts: factsOf("en", given),
      afterwards: [labels.en.seePayments],
    },
    de: {
      subject: isSingle
        ? `Nicht ausgeführt: ${lineName("de", first)}`
        : `${failed.length} Positionen Ihrer Bestellung wurden nicht ausgeführt`,
      paragraphs: [
        isSingle
          ? "Wir konnten eine Position Ihrer Bestellung nicht ausführen."
          : "Wir konnten einige Positionen Ihrer Bestellung nicht ausführen.",
        ...(owedCents > 0 ? [`Wir erstatten ${owed("de")} automatisch. Sie müssen nichts tun.`] : []),
      ],
      items: itemsOf("de", given, "Bestellung ansehen"),
      facts: factsOf("de", given),
      afterwards: [labels.de.seePayments],
    },
  });
}
