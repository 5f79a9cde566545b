import { composeEmail, typedText } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

export type OperatorChange = "granted" | "revoked";

/** To every operator, so that one who is added in secret isn't. */
export function operatorChangedEmail(input: { change: OperatorChange; email: string; at: Date }) {
  const { change, at } = input;
  const email = typedText(input.email, 254);
  const facts = (language: "en" | "de") => describeOrigin(language, { at });
  return change === "granted"
    ? composeEmail("operator_changed", {
        en: {
          subject: "Zonepost has a new operator",
          paragraphs: [
            `${email} is now an operator of this Zonepost installation, and can see all payments, make refunds and accept disputes.`,
          ],
          facts: facts("en"),
          afterwards: [
            "The change was made with a command on the server. If you didn't expect it, check who has access to the server, and undo it with npm run operator:revoke.",
          ],
        },
        de: {
          subject: "Zonepost hat einen neuen Betreiber",
          paragraphs: [
            `${email} ist jetzt Betreiber dieser Zonepost-Installation und kann alle Zahlungen sehen, Erstattungen veranlassen und Anfechtungen akzeptieren.`,
          ],
          facts: facts("de"),
          afterwards: [
            "Die Änderung wurde mit einem Befehl auf dem Server vorgenommen. Wenn Sie das nicht erwartet haben, prüfen Sie, wer Zugang zum Server hat, und machen Sie die Änderung mit npm run operator:revoke rückgängig.",
          ],
        },
      })
    : composeEmail("operator_changed", {
        en: {
          subject: "An operator of Zonepost was removed",
          paragraphs: [`${email} is no longer an operator of this Zonepost installation.`],
          facts: facts("en"),
          afterwards: [
            "The change was made with a command on the server. If you didn't expect it, check who has access to the server.",
          ],
        },
        de: {
          subject: "Ein Betreiber von Zonepost wurde entfernt",
          paragraphs: [`${email} ist kein Betreiber dieser Zonepost-Installation mehr.`],
          facts: facts("de"),
          afterwards: [
            "Die Änderung wurde mit einem Befehl auf dem Server vorgenommen. Wenn Sie das nicht erwartet haben, prüfen Sie, wer Zugang zum Server hat.",
          ],
        },
      });
}
