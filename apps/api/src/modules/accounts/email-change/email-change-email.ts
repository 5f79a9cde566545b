import { composeEmail, typedText } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

const longestAddress = 254;

/** Sent to the new address, which is only confirmed when its holder follows the link. */
export function emailChangeEmail(input: { url: string; newEmail: string }) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_change", {
    en: {
      subject: "Confirm your new email address",
      paragraphs: [
        `We received a request to change the email address of a Zonepost account to ${newEmail}. Confirm that this address is yours. The link works once and expires in an hour.`,
      ],
      link: { label: "Confirm email address", url: input.url },
      afterwards: [
        "If you didn't request this, you can ignore this email. Nothing changes unless the link is opened.",
      ],
    },
    de: {
      subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
      paragraphs: [
        `Die E-Mail-Adresse eines Zonepost-Kontos soll auf ${newEmail} geändert werden. Bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link ist eine Stunde gültig und funktioniert nur einmal.`,
      ],
      link: { label: "E-Mail-Adresse bestätigen", url: input.url },
      afterwards: [
        "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne den Link ändert sich nichts.",
      ],
    },
  });
}

type AddressChange = { newEmail: string; at: Date; ipAddress: string | null };

/** Sent to the old address, while the change can still be stopped. */
export function emailChangeRequestedEmail(input: AddressChange) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_change_requested", {
    en: {
      subject: "Request to change your Zonepost email address",
      paragraphs: [
        `Someone signed in to your Zonepost account and asked to change its email address to ${newEmail}. The change takes effect once that address is confirmed.`,
      ],
      facts: describeOrigin("en", input),
      afterwards: [
        "If this was you, no action is needed. If it wasn't, sign in now, change your password and sign out your other sessions.",
      ],
    },
    de: {
      subject: "Ihre E-Mail-Adresse bei Zonepost soll geändert werden",
      paragraphs: [
        `Jemand hat sich an Ihrem Zonepost-Konto angemeldet und möchte die E-Mail-Adresse auf ${newEmail} ändern. Die Änderung wird wirksam, sobald diese Adresse bestätigt ist.`,
      ],
      facts: describeOrigin("de", input),
      afterwards: [
        "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, melden Sie sich jetzt an, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.",
      ],
    },
  });
}

/** Sent to the old address, which no longer works for sign-in. */
export function emailChangedEmail(input: AddressChange) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_changed", {
    en: {
      subject: "Your Zonepost email address was changed",
      paragraphs: [
        `The email address of your Zonepost account was changed to ${newEmail}. You can no longer sign in with this address, and it won't receive any more email from us.`,
      ],
      facts: describeOrigin("en", input),
      afterwards: [
        "If this was you, no action is needed. If it wasn't, contact an owner of your workspace immediately. They can remove the account from the workspace.",
      ],
    },
    de: {
      subject: "Ihre E-Mail-Adresse bei Zonepost wurde geändert",
      paragraphs: [
        `Die E-Mail-Adresse Ihres Zonepost-Kontos wurde auf ${newEmail} geändert. Mit dieser Adresse können Sie sich nicht mehr anmelden, und sie erhält keine E-Mails mehr von uns.`,
      ],
      facts: describeOrigin("de", input),
      afterwards: [
        "Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, wenden Sie sich sofort an einen Eigentümer Ihres Arbeitsbereichs. Er kann das Konto aus dem Arbeitsbereich entfernen.",
      ],
    },
  });
}
