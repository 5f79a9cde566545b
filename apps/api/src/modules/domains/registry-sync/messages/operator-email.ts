import type { registryMessages } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { composeEmail, formatInstant, formatPrice } from "../../../accounts/index.ts";
import type { Balance } from "../../ports.ts";
import { maintenanceFacts } from "./maintenance-facts.ts";

type Message = Pick<
  typeof registryMessages.$inferSelect,
  "registrar" | "kind" | "text" | "queuedAt" | "domainName" | "details"
>;

const command = "npm run registry:messages";

function factsOf(language: Language, message: Message): [label: string, value: string][] {
  const { registrar, queuedAt, domainName, text } = message;
  return [
    [registrar, `${domainName ? `${domainName}: ` : ""}${text} (${formatInstant(language, queuedAt)})`],
    ...maintenanceFacts(language, message),
  ];
}

/** To the operator of the installation, who is the only one to see registrars' names. */
export function registryMessagesEmail(messages: readonly Message[]) {
  const [first] = messages;
  const single = messages.length === 1 && first;
  return composeEmail("registry_messages", {
    en: {
      subject: single
        ? `Message from registry ${single.registrar}: ${single.text}`
        : `${messages.length} messages from registries`,
      paragraphs: [
        single
          ? "A registry sent this message. It isn't about a domain in this installation."
          : "Registries sent these messages. They aren't about a domain in this installation.",
      ],
      facts: messages.flatMap((message) => factsOf("en", message)),
      afterwards: [`To list all messages, run: ${command}`],
    },
    de: {
      subject: single
        ? `Nachricht der Registry ${single.registrar}: ${single.text}`
        : `${messages.length} Nachrichten von Registrys`,
      paragraphs: [
        single
          ? "Diese Nachricht einer Registry betrifft keine Domain dieser Installation:"
          : "Diese Nachrichten von Registrys betreffen keine Domain dieser Installation:",
      ],
      facts: messages.flatMap((message) => factsOf("de", message)),
      afterwards: [`Alle Nachrichten zeigt dieser Befehl: ${command}`],
    },
  });
}

export function lowBalanceEmail(input: { registrar: string; balance: Balance; limit: Balance }) {
  const { registrar } = input;
  const amountsIn = (language: Language) =>
    [formatPrice(language, input.balance), formatPrice(language, input.limit)] as const;
  const [balance, limit] = amountsIn("en");
  const [germanBalance, germanLimit] = amountsIn("de");
  return composeEmail("registry_balance_low", {
    en: {
      subject: `Low balance at ${registrar}: ${balance}`,
      paragraphs: [
        `The balance of your registrar account “${registrar}” is ${balance}, below your limit of ${limit}. Without funds, the registry refuses registrations, renewals and transfers.`,
        "Add funds at the registry.",
      ],
    },
    de: {
      subject: `Niedriges Guthaben bei ${registrar}: ${germanBalance}`,
      paragraphs: [
        `Das Guthaben Ihres Registrar-Kontos „${registrar}“ beträgt ${germanBalance} und liegt damit unter Ihrer Grenze von ${germanLimit}. Ist es aufgebraucht, lehnt die Registry Registrierungen, Verlängerungen und Transfers ab.`,
        "Laden Sie das Guthaben bei der Registry auf.",
      ],
    },
  });
}
