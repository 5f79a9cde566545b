import { composeEmail } from "../email/email-text.ts";
import { sayOrigin } from "../email/phrases.ts";

export type SecondFactorChange = "enabled" | "disabled" | "backup_codes_renewed" | "backup_code_used";

const changes: Record<"en" | "de", Record<SecondFactorChange, { subject: string; paragraph: string }>> = {
  en: {
    enabled: {
      subject: "Two-step sign-in is on for Zonepost",
      paragraph:
        "Two-step sign-in was turned on for your Zonepost account. From now on, signing in asks for a code from your authenticator app.",
    },
    disabled: {
      subject: "Two-step sign-in is off for Zonepost",
      paragraph:
        "Two-step sign-in was turned off for your Zonepost account. Signing in no longer asks for a code.",
    },
    backup_codes_renewed: {
      subject: "New backup codes for Zonepost",
      paragraph: "New backup codes were made for your Zonepost account. The old ones no longer work.",
    },
    backup_code_used: {
      subject: "A backup code was used for Zonepost",
      paragraph: "A backup code was used to sign in to your Zonepost account. It does not work again.",
    },
  },
  de: {
    enabled: {
      subject: "Die Anmeldung in zwei Schritten bei Zonepost ist an",
      paragraph:
        "Die Anmeldung in zwei Schritten wurde für Ihr Konto bei Zonepost eingeschaltet. Ab jetzt wird bei der Anmeldung ein Code aus Ihrer Authenticator-App verlangt.",
    },
    disabled: {
      subject: "Die Anmeldung in zwei Schritten bei Zonepost ist aus",
      paragraph:
        "Die Anmeldung in zwei Schritten wurde für Ihr Konto bei Zonepost ausgeschaltet. Bei der Anmeldung wird kein Code mehr verlangt.",
    },
    backup_codes_renewed: {
      subject: "Neue Ersatzcodes für Zonepost",
      paragraph: "Für Ihr Konto bei Zonepost wurden neue Ersatzcodes erstellt. Die alten gelten nicht mehr.",
    },
    backup_code_used: {
      subject: "Ein Ersatzcode für Zonepost wurde benutzt",
      paragraph:
        "Bei der Anmeldung an Ihrem Konto bei Zonepost wurde ein Ersatzcode benutzt. Er gilt nicht noch einmal.",
    },
  },
};

export function secondFactorChangedEmail(input: {
  change: SecondFactorChange;
  at: Date;
  ipAddress: string | null;
  /** Where the person sees their second factor and sessions. */
  securityUrl: string;
  backupCodesLeft?: number;
}) {
  const { change, securityUrl, backupCodesLeft: left } = input;
  const facts = (language: "en" | "de", label: string) => {
    const origin = sayOrigin(language, input);
    return left === undefined ? origin : [...origin, [label, String(left)] satisfies [string, string]];
  };
  const [en, de] = [changes.en[change], changes.de[change]];
  return composeEmail("second_factor_changed", {
    en: {
      subject: en.subject,
      paragraphs: [en.paragraph],
      facts: facts("en", "Backup codes left"),
      link: { label: "Open your security settings", url: securityUrl },
      afterwards: [
        "If it was you, there is nothing to do. If it was not, change your password and end your other sessions at once, and tell an owner of your workspace.",
      ],
    },
    de: {
      subject: de.subject,
      paragraphs: [de.paragraph],
      facts: facts("de", "Verbleibende Ersatzcodes"),
      link: { label: "Sicherheitseinstellungen öffnen", url: securityUrl },
      afterwards: [
        "Wenn Sie das waren, ist nichts zu tun. Wenn nicht, ändern Sie sofort Ihr Passwort, beenden Sie Ihre anderen Sitzungen und benachrichtigen Sie einen Eigentümer Ihres Arbeitsbereichs.",
      ],
    },
  });
}
