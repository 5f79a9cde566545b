import type { Language } from "@zonepost/schema";
import { publicId } from "../../kernel/ids.ts";
import { composeEmail } from "../accounts/index.ts";
import type { OrderLineRow, OrderRow } from "./order-row.ts";
import { withTax } from "./policy.ts";

type Line = Pick<OrderLineRow, "id" | "orderId" | "kind" | "domainName" | "priceCents" | "taxCents">;

const labels: Record<Language, Record<"domain" | "order" | "line" | "price", string>> = {
  en: { domain: "Domain", order: "Order", line: "Line", price: "Refunded" },
  de: { domain: "Domain", order: "Bestellung", line: "Position", price: "Erstattet" },
};

const factsOf = (
  language: Language,
  line: Line,
  { currency }: Pick<OrderRow, "currency">,
): [string, string][] => {
  const label = labels[language];
  const money = new Intl.NumberFormat(language, { style: "currency", currency });
  return [
    [label.domain, line.domainName],
    [label.order, publicId("ord", line.orderId)],
    [label.line, `${publicId("orl", line.id)} (${line.kind})`],
    [label.price, money.format(withTax(line) / 100)],
  ];
};

/** To the operator of the installation. */
export const lateSuccessEmail = (line: Line, order: Pick<OrderRow, "currency">) =>
  composeEmail("late_order_line", {
    en: {
      subject: `Paid by you: ${line.domainName} was carried out after its refund`,
      paragraphs: [
        "A registry carried out an order line more than 24 hours after it was sent. By then the line had failed, and its price had been refunded. The customer keeps the result, and the registry charges you for it.",
      ],
      facts: factsOf("en", line, order),
      afterwards: ["You don't have to do anything. To be paid, agree on it with the customer."],
    },
    de: {
      subject: `Auf Ihre Kosten: ${line.domainName} wurde nach der Erstattung ausgeführt`,
      paragraphs: [
        "Eine Registry hat eine Bestellposition mehr als 24 Stunden nach dem Absenden ausgeführt. Die Position war da bereits fehlgeschlagen und ihr Preis erstattet. Der Kunde behält das Ergebnis, und die Registry berechnet es Ihnen.",
      ],
      facts: factsOf("de", line, order),
      afterwards: ["Sie müssen nichts tun. Wenn der Kunde bezahlen soll, vereinbaren Sie es mit ihm."],
    },
  });
