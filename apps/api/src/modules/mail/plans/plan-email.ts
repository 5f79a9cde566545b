import { domainToUnicode } from "node:url";
import type { Language, MailPlanSlug } from "@zonepost/schema";
import { mailDomainStates, renewalStateTable } from "@zonepost/schema/status";
import { composeEmail, type EmailTexts, formatDay, formatTotal, inSentence } from "../../accounts/index.ts";
import { isUnpaidAt } from "../model/plan-policy.ts";

type Plan = { domainName: string; paidUntil: Date; panelUrl: string };

const suspended = inSentence(mailDomainStates.suspended.word);

const dayEn = (date: Date) => formatDay("en", date);
const dayDe = (date: Date) => formatDay("de", date);

/** What a year of a plan costs, with tax. */
export type PlanCost = { totalCents: number; taxPercent: number; currency: string };

const costLabels: Record<Language, string> = { en: "Renewal for 1 year", de: "Verlängerung um 1 Jahr" };

const costFact = (language: Language, cost: PlanCost): EmailTexts["facts"] => [
  [costLabels[language], formatTotal(language, cost)],
];

const planNames: Record<MailPlanSlug, string> = { starter: "Starter", pro: "Pro", business: "Business" };

const causes: Record<string, [en: string, de: string]> = {
  payment_method_required: ["There is no saved card to charge.", "Es ist keine Karte gespeichert."],
  authentication_required: [
    "Your bank requires you to confirm the payment.",
    "Ihre Bank verlangt, dass Sie die Zahlung bestätigen.",
  ],
  expired_card: ["Your card has expired.", "Ihre Karte ist abgelaufen."],
  insufficient_funds: ["Your card has insufficient funds.", "Ihre Karte ist nicht ausreichend gedeckt."],
};
const declined = ["Your card was declined.", "Ihre Karte wurde abgelehnt."] as const;

type FailedPlan = Plan & {
  code: string;
  isPayment: boolean;
  /** Null after the last try. */
  triesAgainAt: Date | null;
  cost: PlanCost;
  now: Date;
};

/** After each failed try, to everyone who sees payments: with the cause, the amount and the next date. */
export function planFailedEmail(plan: FailedPlan) {
  const { paidUntil, code, isPayment, triesAgainAt, cost, now } = plan;
  const name = domainToUnicode(plan.domainName);
  const [causeEn, causeDe] = isPayment ? (causes[code] ?? declined) : ["", ""];
  const isSuspended = paidUntil <= now;
  return composeEmail("mail_renewal_failed", {
    en: {
      subject: `${renewalStateTable.failed.word}: the mail plan of ${name}`,
      paragraphs: [
        `We couldn't renew the mail plan of ${name}, which ${isSuspended ? "was" : "is"} paid until ${dayEn(paidUntil)}. ${causeEn}`.trim(),
        `${triesAgainAt ? `We'll try again on ${dayEn(triesAgainAt)}.` : "We won't try again."} ${
          isPayment
            ? "Pay now or update your card on the payments page."
            : "To be safe, renew the plan yourself."
        }`,
        isSuspended
          ? `Mail is ${suspended} until the plan is paid for. Nothing is deleted.`
          : `If the plan isn't paid for by ${dayEn(paidUntil)}, mail is ${suspended}. Nothing is deleted.`,
      ],
      facts: costFact("en", cost),
      link: linkOf(plan, "View payments", "View mail plan"),
    },
    de: {
      subject: `Automatische Verlängerung des Mail-Tarifs für ${name} fehlgeschlagen`,
      paragraphs: [
        `Wir konnten den Mail-Tarif für ${name} nicht verlängern. Er ${isSuspended ? "war" : "ist"} bis zum ${dayDe(paidUntil)} bezahlt. ${causeDe}`.trim(),
        `${
          triesAgainAt
            ? `Wir versuchen es am ${dayDe(triesAgainAt)} erneut.`
            : "Wir versuchen es nicht erneut."
        } ${
          isPayment
            ? "Bezahlen Sie jetzt oder fügen Sie auf der Zahlungsseite eine andere Karte hinzu."
            : "Verlängern Sie den Tarif vorsichtshalber selbst."
        }`,
        isSuspended
          ? "Die Postfächer sind gesperrt, bis der Tarif bezahlt ist. Es wird nichts gelöscht."
          : `Wenn der Tarif bis zum ${dayDe(paidUntil)} nicht bezahlt ist, werden die Postfächer gesperrt. Es wird nichts gelöscht.`,
      ],
      facts: costFact("de", cost),
      link: linkOf(plan, "Zahlungen ansehen", "Mail-Tarif ansehen"),
    },
  });
}

const linkOf = (
  { isPayment, panelUrl, domainName }: FailedPlan,
  paymentsLabel: string,
  mailLabel: string,
): EmailTexts["link"] =>
  isPayment
    ? { label: paymentsLabel, url: `${panelUrl}/payments` }
    : { label: mailLabel, url: `${panelUrl}/mail/${domainName}` };

/** Sent to members once an auto-renewal has been paid. */
export function planRenewedEmail({
  domainName,
  planSlug,
  paidUntil,
  panelUrl,
}: Plan & { planSlug: MailPlanSlug }) {
  const url = `${panelUrl}/mail/${domainName}`;
  const plan = planNames[planSlug];
  const name = domainToUnicode(domainName);
  return composeEmail("mail_renewed", {
    en: {
      subject: `The mail plan of ${name} was renewed`,
      paragraphs: [`The ${plan} mail plan of ${name} was renewed. It is paid until ${dayEn(paidUntil)}.`],
      link: { label: "View mail plan", url },
    },
    de: {
      subject: `Der Mail-Tarif für ${name} wurde verlängert`,
      paragraphs: [
        `Der Mail-Tarif ${plan} für ${name} wurde verlängert. Er ist bis zum ${dayDe(paidUntil)} bezahlt.`,
      ],
      link: { label: "Mail-Tarif ansehen", url },
    },
  });
}

/** Sent to members before the end of a plan that doesn't auto-renew, and on the day its mail is suspended. */
export function planEndsEmail({
  domainName,
  paidUntil,
  panelUrl,
  cost,
  now,
}: Plan & { cost: PlanCost; now: Date }) {
  const name = domainToUnicode(domainName);
  const url = `${panelUrl}/mail/${domainName}`;
  const [linkEn, linkDe] = [
    { label: "Renew mail plan", url },
    { label: "Mail-Tarif verlängern", url },
  ];
  const [endEn, endDe] = [dayEn(paidUntil), dayDe(paidUntil)];
  return isUnpaidAt({ paidUntil }, now)
    ? composeEmail("mail_plan_ended", {
        en: {
          subject: `Mail of ${name} is ${suspended}`,
          paragraphs: [
            `The mail plan of ${name} was paid until ${endEn}. Auto-renew is off, so mail is now ${suspended}.`,
            "To use it again, renew the plan. Nothing is deleted.",
          ],
          facts: costFact("en", cost),
          link: linkEn,
        },
        de: {
          subject: `Die Postfächer von ${name} sind gesperrt`,
          paragraphs: [
            `Der Mail-Tarif für ${name} war bis zum ${endDe} bezahlt. Da die automatische Verlängerung ausgeschaltet ist, sind die Postfächer jetzt gesperrt.`,
            "Sobald Sie den Tarif verlängern, können Sie die Postfächer wieder nutzen. Es wird nichts gelöscht.",
          ],
          facts: costFact("de", cost),
          link: linkDe,
        },
      })
    : composeEmail("mail_plan_ends", {
        en: {
          subject: `The mail plan of ${name} ends on ${endEn}`,
          paragraphs: [
            `The mail plan of ${name} is paid until ${endEn}. Auto-renew is off, so mail is ${suspended} on that day. Nothing is deleted.`,
            "To keep mail active, renew the plan or turn on auto-renew.",
          ],
          facts: costFact("en", cost),
          link: linkEn,
        },
        de: {
          subject: `Der Mail-Tarif für ${name} endet am ${endDe}`,
          paragraphs: [
            `Der Mail-Tarif für ${name} ist bis zum ${endDe} bezahlt. Da die automatische Verlängerung ausgeschaltet ist, werden die Postfächer an diesem Tag gesperrt. Es wird nichts gelöscht.`,
            "Damit die Postfächer aktiv bleiben, verlängern Sie den Tarif oder schalten Sie die automatische Verlängerung ein.",
          ],
          facts: costFact("de", cost),
          link: linkDe,
        },
      });
}
