import { composeEmail } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

export type SecondFactorChange = "enabled" | "disabled" | "backup_codes_renewed" | "backup_code_used";

const changes: Record<"en" | "de", Record<SecondFactorChange, { subject: string; paragraph: string }>> = {
  en: {
    enabled: {
      subject: "Two-factor authentication is on for your Zonepost account",
      paragraph:
        "Two-factor authentication was turned on for your Zonepost account. From now on, you need a code from your authenticator app to sign in.",
    },
    disabled: {
      subject: "Two-factor authentication is off for your Zonepost account",
      paragraph:
        "Two-factor authentication was turned off for your Zonepost account. You no longer need a code to sign in.",
    },
    backup_codes_renewed: {
      subject: "New backup codes for your Zonepost account",
      paragraph: "New backup codes were generated for your Zonepost account. The old codes no longer work.",
    },
    backup_code_used: {
      subject: "A backup code was used for your Zonepost account",
      paragraph: "A backup code was used to sign in to your Zonepost account. It can't be used again.",
    },
  },
  de: {
    enabled: {
      subject: "Zwei-Faktor-Authentifizierung für Ihr Zonepost-Konto ist eingeschaltet",
      paragraph:
        "Die Zwei-Faktor-Authentifizierung wurde für Ihr Zonepost-Konto eingeschaltet. Ab jetzt brauchen Sie zur Anmeldung einen Code aus Ihrer Authenticator-App.",
    },
    disabled: {
      subject: "Zwei-Faktor-Authentifizierung für Ihr Zonepost-Konto ist ausgeschaltet",
      paragraph:
        "Die Zwei-Faktor-Authentifizierung wurde für Ihr Zonepost-Konto ausgeschaltet. Zur Anmeldung brauchen Sie keinen Code mehr.",
    },
    backup_codes_renewed: {
      subject: "Neue Backup-Codes für Ihr Zonepost-Konto",
      paragraph:
        "Für Ihr Zonepost-Konto wurden neue Backup-Codes erstellt. Die alten Codes funktionieren nicht mehr.",
    },
    backup_code_used: {
      subject: "Ein Backup-Code für Ihr Zonepost-Konto wurde verwendet",
      paragraph:
        "Bei der Anmeldung an Ihrem Zonepost-Konto wurde ein Backup-Code verwendet. Er kann nicht noch einmal verwendet werden.",
    },
  },
};

/** Sent at the lock: entering codes takes the password, access to the person's email, or a session of theirs. */
export function secondFactorLockedEmail(input: {
  at: Date;
  ipAddress: string | null;
  userAgent: string | null;
  lockedMinutes: number;
  resetUrl: string;
}) {
  const { lockedMinutes, resetUrl } = input;
  return composeEmail("second_factor_locked", {
    en: {
      subject: "Wrong codes were entered for your Zonepost account",
      paragraphs: [
        `Several wrong two-factor codes in a row were entered for your Zonepost account. No codes are accepted for the next ${lockedMinutes} minutes.`,
      ],
      facts: describeOrigin("en", input),
      link: { label: "Change password", url: resetUrl },
      afterwards: [
        "If this was you, wait and try again. If it wasn't, someone probably knows your password: change it immediately with the link above. Your authenticator app still protects your account, so don't share its codes with anyone.",
      ],
    },
    de: {
      subject: "Für Ihr Zonepost-Konto wurden falsche Codes eingegeben",
      paragraphs: [
        `Für Ihr Zonepost-Konto wurden mehrmals hintereinander falsche Codes der Zwei-Faktor-Authentifizierung eingegeben. In den nächsten ${lockedMinutes} Minuten wird kein Code angenommen.`,
      ],
      facts: describeOrigin("de", input),
      link: { label: "Passwort ändern", url: resetUrl },
      afterwards: [
        "Wenn Sie das waren, warten Sie und versuchen Sie es erneut. Wenn nicht, kennt wahrscheinlich jemand Ihr Passwort: Ändern Sie es sofort über den Link oben. Ihre Authenticator-App schützt Ihr Konto weiterhin. Geben Sie deshalb keine Codes weiter.",
      ],
    },
  });
}

export function secondFactorChangedEmail(input: {
  change: SecondFactorChange;
  at: Date;
  ipAddress: string | null;
  securityUrl: string;
  backupCodesLeft?: number;
}) {
  const { change, securityUrl, backupCodesLeft: left } = input;
  const facts = (language: "en" | "de", label: string) => {
    const origin = describeOrigin(language, input);
    return left === undefined ? origin : [...origin, [label, String(left)] satisfies [string, string]];
  };
  const [en, de] = [changes.en[change], changes.de[change]];
  return composeEmail("second_factor_changed", {
    en: {
      subject: en.subject,
      paragraphs: [en.paragraph],
      facts: facts("en", "Backup codes left"),
      link: { label: "View security settings", url: securityUrl },
      afterwards: [
        "If this was you, no action is needed. If it wasn't, change your password immediately, sign out your other sessions and contact an owner of your workspace.",
      ],
    },
    de: {
      subject: de.subject,
      paragraphs: [de.paragraph],
      facts: facts("de", "Verbleibende Backup-Codes"),
      link: { label: "Sicherheitseinstellungen ansehen", url: securityUrl },
      afterwards: [
        "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort, beenden Sie Ihre anderen Sitzungen und wenden Sie sich an einen Eigentümer Ihres Arbeitsbereichs.",
      ],
    },
  });
}
