import { composeEmail } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

export function passwordResetEmail({ url }: { url: string }) {
  return composeEmail("password_reset", {
    en: {
      subject: "Reset your Zonepost password",
      paragraphs: [
        "We received a request to reset the password of your Zonepost account. The link works once and expires in 30 minutes.",
      ],
      link: { label: "Set a new password", url },
      afterwards: [
        "If you didn't request this, you can ignore this email. Your password stays the same. Don't share the link: anyone who has it can change your password.",
      ],
    },
    de: {
      subject: "Ihr Passwort bei Zonepost zurücksetzen",
      paragraphs: [
        "Das Passwort Ihres Zonepost-Kontos soll zurückgesetzt werden. Der Link ist 30 Minuten gültig und funktioniert nur einmal.",
      ],
      link: { label: "Neues Passwort festlegen", url },
      afterwards: [
        "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert. Geben Sie den Link nicht weiter: Wer ihn hat, kann Ihr Passwort ändern.",
      ],
    },
  });
}

export function passwordChangedEmail(input: {
  at: Date;
  ipAddress: string | null;
  userAgent: string | null;
  resetUrl: string;
}) {
  return composeEmail("password_changed", {
    en: {
      subject: "Your Zonepost password was changed",
      paragraphs: ["The password of your Zonepost account was changed. Your other sessions were signed out."],
      facts: describeOrigin("en", input),
      link: { label: "Set a new password", url: input.resetUrl },
      afterwards: [
        "If this was you, no action is needed. If it wasn't, set a new password immediately with the link above and contact an owner of your workspace.",
      ],
    },
    de: {
      subject: "Ihr Passwort bei Zonepost wurde geändert",
      paragraphs: [
        "Das Passwort Ihres Zonepost-Kontos wurde geändert. Ihre anderen Sitzungen wurden beendet.",
      ],
      facts: describeOrigin("de", input),
      link: { label: "Neues Passwort festlegen", url: input.resetUrl },
      afterwards: [
        "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie über den Link oben sofort ein neues Passwort fest und wenden Sie sich an einen Eigentümer Ihres Arbeitsbereichs.",
      ],
    },
  });
}
