import type { Language } from "@zonepost/schema";
import { composeEmail, formatDay, typedText } from "../../../accounts/index.ts";
import { cardInWords } from "../card-in-words.ts";
import type { PaymentMethodRow } from "../payment-method-row.ts";
import { lastDayOf } from "./expiry-policy.ts";

/** To everyone who sees the workspace's payments. */
export function cardExpiryEmail(input: {
  card: Pick<PaymentMethodRow, "brand" | "last4" | "expiryMonth" | "expiryYear">;
  workspaceName: string;
  cardsUrl: string;
}) {
  const { card } = input;
  const workspace = typedText(input.workspaceName);
  const day = (language: Language) => formatDay(language, lastDayOf(card));
  return composeEmail("card_expiring", {
    en: {
      subject: `Your ${cardInWords("en", card)} expires on ${day("en")}`,
      paragraphs: [
        `Renewals in the workspace “${workspace}” are charged to this card. They will fail once it expires.`,
        "If your bank keeps the card number, the expiry date is usually updated automatically. Otherwise, add another card and make it the default.",
      ],
      link: { label: "View saved cards", url: input.cardsUrl },
      afterwards: ["You're receiving this email because you can see the workspace's payments."],
    },
    de: {
      subject: `Ihre ${cardInWords("de", card)} läuft am ${day("de")} ab`,
      paragraphs: [
        `Die Verlängerungen des Arbeitsbereichs „${workspace}“ werden über diese Karte bezahlt. Sobald die Karte abgelaufen ist, schlagen sie fehl.`,
        "Wenn Ihre Bank die Kartennummer beibehält, wird das Ablaufdatum in der Regel automatisch aktualisiert. Fügen Sie andernfalls eine andere Karte hinzu und legen Sie diese als Standardkarte fest.",
      ],
      link: { label: "Gespeicherte Karten ansehen", url: input.cardsUrl },
      afterwards: ["Sie erhalten diese E-Mail, weil Sie die Zahlungen des Arbeitsbereichs sehen können."],
    },
  });
}
