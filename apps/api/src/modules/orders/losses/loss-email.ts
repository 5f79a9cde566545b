import type { Language } from "@zonepost/schema";
import { domainStates, mailDomainStates } from "@zonepost/schema/status";
import { publicId } from "../../../kernel/ids.ts";
import { composeEmail, formatDay, formatPrice, inSentence, typedText } from "../../accounts/index.ts";
import type { OrderRow } from "../model/order-row.ts";
import type { Subject } from "./policy.ts";

export type SuspendedSubject = { kind: Subject["kind"]; name: string; startsAt: Date };

type Announced = {
  order: Pick<OrderRow, "id" | "owedCents" | "currency">;
  subjects: readonly SuspendedSubject[];
  workspaceName: string;
  panelUrl: string;
  now: Date;
};

const labels = {
  en: {
    amount: "Amount",
    order: "Order",
    domain: `${domainStates.suspended.word} from`,
    mail: `Mail ${inSentence(mailDomainStates.suspended.word)} from`,
  },
  de: { amount: "Betrag", order: "Bestellung", domain: "Gesperrt ab", mail: "Mail gesperrt ab" },
} as const;

function factsOf(language: Language, { order, subjects }: Announced): [string, string][] {
  const label = labels[language];
  return [
    [label.amount, amountOf(language, order)],
    [label.order, publicId("ord", order.id)],
    ...subjects.map(({ kind, name, startsAt }): [string, string] => [
      `${label[kind]} ${formatDay(language, startsAt)}`,
      name,
    ]),
  ];
}

const amountOf = (language: Language, { owedCents, currency }: Announced["order"]): string =>
  formatPrice(language, { priceCents: owedCents ?? 0, currency });

/** Such as "example.com" or "example.com and 2 more". */
function namesOf(subjects: readonly SuspendedSubject[], more: (count: number) => string): string {
  const [first, ...others] = [...new Set(subjects.map(({ name }) => name))];
  return others.length === 0 ? (first ?? "") : `${first} ${more(others.length)}`;
}

/** To owners and everyone who sees the workspace's payments. */
export function lossEmail(announced: Announced) {
  const { order, subjects, panelUrl } = announced;
  const workspace = typedText(announced.workspaceName);
  const hasDomains = subjects.some(({ kind }) => kind === "domain");
  const hasMail = subjects.some(({ kind }) => kind === "mail");
  const url = `${panelUrl}/payments/orders/${publicId("ord", order.id)}`;
  return composeEmail("dispute_lost", {
    en: {
      subject: `Payment taken back: ${namesOf(subjects, (count) => `and ${count} more`)} will be ${inSentence(domainStates.suspended.word)}`,
      paragraphs: [
        `The cardholder disputed a payment of the workspace “${workspace}”, and their bank has taken back ${amountOf("en", order)}. The order below is unpaid again.`,
        ...(hasDomains
          ? [
              "If the amount isn't paid, the domains below are suspended on their date: their websites and email stop working, and they can't be transferred away. They aren't deleted.",
            ]
          : []),
        ...(hasMail
          ? [
              "The mail plans below are suspended on their date: sign-in to the mailboxes is blocked, and incoming mail is deferred for 14 days and then refused. Nothing is deleted.",
            ]
          : []),
        "Once you've paid the amount, everything works as before.",
      ],
      facts: factsOf("en", announced),
      link: { label: `Pay ${amountOf("en", order)}`, url },
      afterwards: ["You're receiving this email because you can see the workspace's payments."],
    },
    de: {
      subject: `Zahlung zurückgebucht: ${namesOf(subjects, (count) => `und ${count} weitere`)} ${new Set(subjects.map(({ name }) => name)).size > 1 ? "werden" : "wird"} gesperrt`,
      paragraphs: [
        `Der Karteninhaber hat eine Zahlung des Arbeitsbereichs „${workspace}“ angefochten, und seine Bank hat ${amountOf("de", order)} zurückgebucht. Die unten genannte Bestellung gilt wieder als unbezahlt.`,
        ...(hasDomains
          ? [
              "Wenn der Betrag nicht bezahlt wird, werden die unten genannten Domains zum angegebenen Datum gesperrt: Websites und E-Mail funktionieren nicht mehr, und die Domains können nicht zu einem anderen Anbieter umziehen. Sie werden nicht gelöscht.",
            ]
          : []),
        ...(hasMail
          ? [
              "Die unten genannten Mail-Tarife werden zum angegebenen Datum gesperrt: Die Anmeldung an den Postfächern ist dann nicht möglich, und eingehende E-Mails werden 14 Tage lang verzögert und danach abgewiesen. Es wird nichts gelöscht.",
            ]
          : []),
        "Sobald der Betrag bezahlt ist, funktioniert alles wie zuvor.",
      ],
      facts: factsOf("de", announced),
      link: { label: `${amountOf("de", order)} bezahlen`, url },
      afterwards: ["Sie erhalten diese E-Mail, weil Sie die Zahlungen des Arbeitsbereichs sehen können."],
    },
  });
}
