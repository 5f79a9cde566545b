import { composeEmail, typedText } from "../email/email-text.ts";
import { sayOrigin } from "../email/phrases.ts";

const longestAddress = 254;

/** To the new address, which is only believed when its holder follows the link. */
export function emailChangeEmail(input: { url: string; newEmail: string }) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_change", {
    en: {
      subject: "Confirm your new address for Zonepost",
      paragraphs: [
        `Someone, hopefully you, wants to sign in to Zonepost as ${newEmail} from now on. Confirm that this address is yours. The link works once and for a short time only.`,
      ],
      link: { label: "Confirm this address", url: input.url },
      afterwards: ["If you did not ask for it, ignore this mail: nothing changes without the link."],
    },
    de: {
      subject: "Bestätigen Sie Ihre neue Adresse für Zonepost",
      paragraphs: [
        `Jemand, hoffentlich Sie, möchte sich bei Zonepost künftig als ${newEmail} anmelden. Bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt einmal und nur für kurze Zeit.`,
      ],
      link: { label: "Adresse bestätigen", url: input.url },
      afterwards: [
        "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ohne den Link ändert sich nichts.",
      ],
    },
  });
}

type AddressChange = { newEmail: string; at: Date; ipAddress: string | null };

/** To the old address, while there is still time to stop it. */
export function emailChangeRequestedEmail(input: AddressChange) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_change_requested", {
    en: {
      subject: "A change of your Zonepost address was asked for",
      paragraphs: [
        `Someone signed in as you asked to change the address of your Zonepost account to ${newEmail}. It changes once that address is confirmed.`,
      ],
      facts: sayOrigin("en", input),
      afterwards: [
        "If it was you, there is nothing to do here. If it was not, sign in to Zonepost now, change your password and end your other sessions.",
      ],
    },
    de: {
      subject: "Die Adresse Ihres Kontos bei Zonepost soll geändert werden",
      paragraphs: [
        `Jemand, der als Sie angemeldet ist, möchte die Adresse Ihres Kontos bei Zonepost auf ${newEmail} ändern. Sie ändert sich, sobald jene Adresse bestätigt ist.`,
      ],
      facts: sayOrigin("de", input),
      afterwards: [
        "Wenn Sie das waren, ist hier nichts zu tun. Wenn nicht, melden Sie sich jetzt bei Zonepost an, ändern Sie Ihr Passwort und beenden Sie Ihre anderen Sitzungen.",
      ],
    },
  });
}

/** To the old address, which no longer signs in. */
export function emailChangedEmail(input: AddressChange) {
  const newEmail = typedText(input.newEmail, longestAddress);
  return composeEmail("email_changed", {
    en: {
      subject: "Your Zonepost address was changed",
      paragraphs: [
        `The address of your Zonepost account was changed to ${newEmail}. This address no longer signs in, and gets no more mails from us.`,
      ],
      facts: sayOrigin("en", input),
      afterwards: [
        "If it was you, there is nothing to do. If it was not, tell an owner of your workspace at once: they can take the seat away from the account.",
      ],
    },
    de: {
      subject: "Die Adresse Ihres Kontos bei Zonepost wurde geändert",
      paragraphs: [
        `Die Adresse Ihres Kontos bei Zonepost wurde auf ${newEmail} geändert. Mit dieser Adresse können Sie sich nicht mehr anmelden, und sie erhält keine E-Mails mehr von uns.`,
      ],
      facts: sayOrigin("de", input),
      afterwards: [
        "Wenn Sie das waren, ist nichts zu tun. Wenn nicht, benachrichtigen Sie sofort einen Eigentümer Ihres Arbeitsbereichs: Er kann dem Konto den Zugang nehmen.",
      ],
    },
  });
}
