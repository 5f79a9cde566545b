import type { Language } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, typedText } from "../../accounts/index.ts";
import type { PaymentRow, RefundRow } from "../../payments/index.ts";
import { labels, lineName, money } from "../emails/words.ts";
import type { OrderLineRow } from "../model/order-row.ts";

type Requested = {
  refund: RefundRow;
  payment: PaymentRow;
  lines: readonly OrderLineRow[];
  workspaceName: string;
  panelUrl: string;
};

const more: Record<Language, Record<"payment" | "by" | "reason", string>> = {
  en: { payment: "Payment", by: "Requested by", reason: "Reason" },
  de: { payment: "Zahlung", by: "Angefragt von", reason: "Grund" },
};

function factsOf(language: Language, { refund, payment, lines, workspaceName }: Requested) {
  const centsOf = (lineId: string) =>
    refund.lineAmounts.find((each) => each.lineId === lineId)?.amountCents ?? 0;
  return [
    ...lines.map((line) => [lineName(language, line), money(language, centsOf(line.id), payment.currency)]),
    [labels[language].total, money(language, refund.amountCents, payment.currency)],
    [more[language].by, typedText(refund.requestedBy.name)],
    ...(refund.note ? [[more[language].reason, typedText(refund.note)]] : []),
    [more[language].payment, publicId("pay", payment.id)],
    [labels[language].order, publicId("ord", payment.orderId)],
    [labels[language].workspace, typedText(workspaceName)],
  ] as [string, string][];
}

/** To the operator of the installation, who refunds the payment or declines. */
export function refundRequestedEmail(requested: Requested) {
  const { refund, payment, panelUrl } = requested;
  const url = `${panelUrl}/operator/payments`;
  const [en, de] = (["en", "de"] as const).map((language) =>
    money(language, refund.amountCents, payment.currency),
  );
  return composeEmail("refund_requested", {
    en: {
      subject: `A customer requests a refund of ${en}`,
      paragraphs: ["Refund the payment in the panel, or decline the request. Until then, nothing changes."],
      facts: factsOf("en", requested),
      link: { label: "View payments", url },
    },
    de: {
      subject: `Ein Kunde bittet um eine Erstattung von ${de}`,
      paragraphs: [
        "Erstatten Sie die Zahlung im Panel, oder lehnen Sie die Anfrage ab. Bis dahin ändert sich nichts.",
      ],
      facts: factsOf("de", requested),
      link: { label: "Zahlungen ansehen", url },
    },
  });
}
