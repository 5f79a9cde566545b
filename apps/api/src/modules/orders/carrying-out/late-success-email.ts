import type { Language } from "@zonepost/schema";
import { orderLineStateTable } from "@zonepost/schema/status";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatPrice } from "../../accounts/index.ts";
import type { OrderLineRow, OrderRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";

type Line = Pick<OrderLineRow, "id" | "orderId" | "kind" | "domainName" | "priceCents" | "taxCents">;

const labels: Record<Language, Record<"domain" | "order" | "line" | "price", string>> = {
  en: { domain: "Domain", order: "Order", line: "Line", price: orderLineStateTable.refunded.word },
  de: { domain: "Domain", order: "Bestellung", line: "Position", price: "Erstattet" },
};

const factsOf = (
  language: Language,
  line: Line,
  { currency }: Pick<OrderRow, "currency">,
): [string, string][] => {
  const label = labels[language];
  return [
    [label.domain, line.domainName],
    [label.order, publicId("ord", line.orderId)],
    [label.line, `${publicId("orl", line.id)} (${line.kind})`],
    [label.price, formatPrice(language, { priceCents: withTax(line), currency })],
  ];
};

/** Sent to the operator of the installation. */
export const lateSuccessEmail = (line: Line, order: Pick<OrderRow, "currency">) =>
  composeEmail("late_order_line", {
    en: {
      subject: `At your expense: an order for ${line.domainName} was completed after its refund`,
      paragraphs: [
        "A registry carried out an order line more than 24 hours after it was sent. By then, the line had failed and its price had been refunded. The customer keeps the result, and the registry charges you for it.",
      ],
      facts: factsOf("en", line, order),
      afterwards: ["You don't have to do anything. If the customer should pay, arrange it with them."],
    },
    de: {
      subject: `Auf Ihre Kosten: Bestellung für ${line.domainName} nach der Erstattung ausgeführt`,
      paragraphs: [
        "Eine Registry hat eine Bestellposition mehr als 24 Stunden nach dem Absenden ausgeführt. Zu diesem Zeitpunkt war die Position bereits fehlgeschlagen und ihr Preis erstattet. Der Kunde behält die Leistung, und die Registry stellt sie Ihnen in Rechnung.",
      ],
      facts: factsOf("de", line, order),
      afterwards: ["Sie müssen nichts tun. Wenn der Kunde bezahlen soll, vereinbaren Sie das mit ihm."],
    },
  });
