import type { registryMessages } from "@zonepost/db";
import { composeEmail } from "../../../accounts/index.ts";
import type { AgreedPrice } from "../../ports.ts";
import { formatMoney } from "../../rules/price.ts";

type Message = Pick<
  typeof registryMessages.$inferSelect,
  "registrar" | "kind" | "text" | "queuedAt" | "domainName"
>;

const command = "npm run registry:messages";

const fact = ({ registrar, queuedAt, domainName, text }: Message): [string, string] => [
  `${registrar}, ${queuedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  domainName ? `${domainName}: ${text}` : text,
];

/** To the operator of the installation, who is the only one to see registrars' names. */
export function registryMessagesEmail(messages: readonly Message[]) {
  const isSingle = messages.length === 1;
  const [first] = messages;
  const facts = messages.map(fact);
  return composeEmail("registry_messages", {
    en: {
      subject: isSingle ? `Registry: ${first?.text}` : `${messages.length} messages from registries`,
      paragraphs: [
        `${isSingle ? "A registry sent this message" : "Registries sent these messages"}, about no domain of yours:`,
      ],
      facts,
      afterwards: [`\`${command}\` lists all messages.`],
    },
    de: {
      subject: isSingle ? `Registry: ${first?.text}` : `${messages.length} Nachrichten von Registrys`,
      paragraphs: [
        `${isSingle ? "Eine Registry hat diese Nachricht gesendet" : "Registrys haben diese Nachrichten gesendet"}, die keine Ihrer Domains betrifft:`,
      ],
      facts,
      afterwards: [`\`${command}\` zeigt alle Nachrichten.`],
    },
  });
}

export function lowBalanceEmail(input: { registrar: string; balance: AgreedPrice; limit: AgreedPrice }) {
  const { registrar } = input;
  const [balance, limit] = [formatMoney(input.balance), formatMoney(input.limit)];
  return composeEmail("registry_balance_low", {
    en: {
      subject: `Balance of registrar ${registrar} is low: ${balance}`,
      paragraphs: [
        `The account of registrar ${registrar} holds ${balance}, which is less than ${limit}. Without funds, the registry refuses registrations, renewals and transfers.`,
        "Add funds at the registry.",
      ],
    },
    de: {
      subject: `Guthaben des Registrars ${registrar} ist niedrig: ${balance}`,
      paragraphs: [
        `Das Konto des Registrars ${registrar} enthält ${balance}, weniger als ${limit}. Ohne Guthaben lehnt die Registry Registrierungen, Verlängerungen und Transfers ab.`,
        "Laden Sie das Guthaben bei der Registry auf.",
      ],
    },
  });
}
