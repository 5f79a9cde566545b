import type { Language } from "@zonepost/schema";
import { paymentStates } from "@zonepost/schema/status";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatInstant, formatPrice, inSentence, typedText } from "../../accounts/index.ts";
import type { PaymentRow } from "../model/payment-row.ts";

type Contested = {
  payment: PaymentRow;
  amountCents: number;
  workspaceName: string;
  panelUrl: string;
};

const labels: Record<Language, Record<"payment" | "order" | "workspace" | "amount" | "deadline", string>> = {
  en: { payment: "Payment", order: "Order", workspace: "Workspace", amount: "Amount", deadline: "Deadline" },
  de: {
    payment: "Zahlung",
    order: "Bestellung",
    workspace: "Arbeitsbereich",
    amount: "Betrag",
    deadline: "Frist",
  },
};

const money = (language: Language, { payment, amountCents }: Contested): string =>
  formatPrice(language, { priceCents: amountCents, currency: payment.currency });

function factsOf(language: Language, contested: Contested, deadline: Date | null): [string, string][] {
  const { payment, workspaceName } = contested;
  const label = labels[language];
  return [
    [label.amount, money(language, contested)],
    ...(deadline ? [[label.deadline, formatInstant(language, deadline)] as [string, string]] : []),
    [label.payment, publicId("pay", payment.id)],
    [label.order, publicId("ord", payment.orderId)],
    [label.workspace, typedText(workspaceName)],
  ];
}

const listUrl = ({ panelUrl }: Contested) => `${panelUrl}/operator/payments`;

type Dispute = Contested & { isInquiry: boolean; evidenceDueAt: Date | null };

/** To the operator of the installation: without evidence by the bank's deadline, the dispute is lost. */
export function disputeEmail(dispute: Dispute) {
  const { isInquiry, evidenceDueAt } = dispute;
  const [en, de] = [money("en", dispute), money("de", dispute)];
  const [untilEn, untilDe] = evidenceDueAt
    ? [` by ${formatInstant("en", evidenceDueAt)}`, ` bis zum ${formatInstant("de", evidenceDueAt)}`]
    : ["", ""];
  return composeEmail("dispute", {
    en: {
      subject: isInquiry
        ? `A bank has asked about a payment of ${en}`
        : `A payment of ${en} is ${inSentence(paymentStates.disputed.word)}`,
      paragraphs: [
        isInquiry
          ? "The cardholder's bank has asked about this payment. No money was withdrawn, but a dispute can follow."
          : "The cardholder has disputed this payment, and the bank has withdrawn the money. The payment's cooldown is paused.",
        `Submit evidence${untilEn} in the payment processor's dashboard, or accept the dispute in the panel.`,
      ],
      facts: factsOf("en", dispute, evidenceDueAt),
      link: { label: "View payments", url: listUrl(dispute) },
    },
    de: {
      subject: isInquiry
        ? `Anfrage einer Bank zu einer Zahlung über ${de}`
        : `Eine Zahlung über ${de} wurde angefochten`,
      paragraphs: [
        isInquiry
          ? "Die Bank des Karteninhabers hat eine Anfrage zu dieser Zahlung gestellt. Es wurde kein Geld zurückgebucht, aber eine Anfechtung kann folgen."
          : "Der Karteninhaber hat diese Zahlung angefochten, und die Bank hat das Geld zurückgebucht. Die Wartezeit der Zahlung ist angehalten.",
        `Reichen Sie${untilDe} Nachweise im Dashboard des Zahlungsdienstleisters ein, oder akzeptieren Sie die Anfechtung im Panel.`,
      ],
      facts: factsOf("de", dispute, evidenceDueAt),
      link: { label: "Zahlungen ansehen", url: listUrl(dispute) },
    },
  });
}

/** To the operator of the installation, who can refund the payment before it is disputed. */
export function fraudWarningEmail(warning: Contested & { pauseEndsAt: Date }) {
  const { pauseEndsAt } = warning;
  const [en, de] = [money("en", warning), money("de", warning)];
  return composeEmail("fraud_warning", {
    en: {
      subject: `A bank suspects fraud in a payment of ${en}`,
      paragraphs: [
        "The cardholder's bank suspects that this payment is fraudulent. A dispute often follows, with a fee. Refunding the payment now prevents it.",
        `Refund or release the payment by ${formatInstant("en", pauseEndsAt)}. Its cooldown is paused until then, and continues afterward.`,
      ],
      facts: factsOf("en", warning, pauseEndsAt),
      link: { label: "View payments", url: listUrl(warning) },
    },
    de: {
      subject: `Betrugsverdacht einer Bank bei einer Zahlung über ${de}`,
      paragraphs: [
        "Die Bank des Karteninhabers vermutet bei dieser Zahlung einen Betrug. Häufig folgt eine gebührenpflichtige Anfechtung. Wenn Sie die Zahlung jetzt erstatten, vermeiden Sie das.",
        `Erstatten Sie die Zahlung bis zum ${formatInstant("de", pauseEndsAt)}, oder geben Sie sie frei. Bis dahin ist die Wartezeit der Zahlung angehalten, danach läuft sie weiter.`,
      ],
      facts: factsOf("de", warning, pauseEndsAt),
      link: { label: "Zahlungen ansehen", url: listUrl(warning) },
    },
  });
}
