import { composeEmail } from "../email/email-text.ts";

export function magicLinkEmail({ url }: { url: string }) {
  return composeEmail("magic_link", {
    en: {
      subject: "Your Zonepost sign-in link",
      paragraphs: ["Use this link to sign in to Zonepost. It works once and expires in 15 minutes."],
      link: { label: "Sign in to Zonepost", url },
      afterwards: [
        "If you didn't request this, you can ignore this email. Nothing has happened to your account. Don't share the link: anyone who has it can sign in as you.",
      ],
    },
    de: {
      subject: "Ihr Anmeldelink für Zonepost",
      paragraphs: [
        "Melden Sie sich mit diesem Link bei Zonepost an. Er ist 15 Minuten gültig und funktioniert nur einmal.",
      ],
      link: { label: "Bei Zonepost anmelden", url },
      afterwards: [
        "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. An Ihrem Konto hat sich nichts geändert. Geben Sie den Link nicht weiter: Wer ihn hat, kann sich als Sie anmelden.",
      ],
    },
  });
}
