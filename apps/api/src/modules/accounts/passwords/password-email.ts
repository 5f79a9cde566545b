import { composeEmail } from "../email/email-text.ts";
import { sayOrigin } from "../email/phrases.ts";

export function passwordResetEmail({ url }: { url: string }) {
  return composeEmail("password_reset", {
    en: {
      subject: "Set a new password for Zonepost",
      paragraphs: [
        "Someone, hopefully you, asked to set a new password for your Zonepost account. The link works once and for a short time only.",
      ],
      link: { label: "Set a new password", url },
      afterwards: [
        "If you did not ask for it, ignore this mail: your password stays as it is. Do not pass the link on; whoever has it can change your password.",
      ],
    },
    de: {
      subject: "Neues Passwort für Zonepost festlegen",
      paragraphs: [
        "Jemand, hoffentlich Sie, möchte ein neues Passwort für Ihr Konto bei Zonepost festlegen. Der Link gilt einmal und nur für kurze Zeit.",
      ],
      link: { label: "Neues Passwort festlegen", url },
      afterwards: [
        "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist. Geben Sie den Link nicht weiter; wer ihn hat, kann Ihr Passwort ändern.",
      ],
    },
  });
}

export function passwordChangedEmail(input: {
  at: Date;
  ipAddress: string | null;
  userAgent: string | null;
  /** Where a new password can be asked for. */
  resetUrl: string;
}) {
  return composeEmail("password_changed", {
    en: {
      subject: "Your Zonepost password was changed",
      paragraphs: ["The password of your Zonepost account was changed. Your other sessions were signed out."],
      facts: sayOrigin("en", input),
      link: { label: "Set a new password", url: input.resetUrl },
      afterwards: [
        "If it was you, there is nothing to do. If it was not, set a new password at once with the link above, and tell an owner of your workspace.",
      ],
    },
    de: {
      subject: "Ihr Passwort bei Zonepost wurde geändert",
      paragraphs: [
        "Das Passwort Ihres Kontos bei Zonepost wurde geändert. Ihre anderen Sitzungen wurden abgemeldet.",
      ],
      facts: sayOrigin("de", input),
      link: { label: "Neues Passwort festlegen", url: input.resetUrl },
      afterwards: [
        "Wenn Sie das waren, ist nichts zu tun. Wenn nicht, legen Sie über den Link oben sofort ein neues Passwort fest und benachrichtigen Sie einen Eigentümer Ihres Arbeitsbereichs.",
      ],
    },
  });
}
