import { composeEmail } from "../email/email-text.ts";

export function magicLinkEmail({ url, code }: { url: string; code: string }) {
  return composeEmail("magic_link", {
    en: {
      subject: "Your Zonepost sign-in link",
      paragraphs: [
        "Use the link to sign in to Zonepost, or enter the code in the browser where you requested it. Both expire in 15 minutes. Once you use one, the other stops working.",
      ],
      facts: [["Code", code]],
      link: { label: "Sign in to Zonepost", url },
      afterwards: [
        "If you didn't request this, you can ignore this email. Nothing has happened to your account. Don't share the link or the code, not even with someone who says they work for Zonepost: they could sign in as you.",
      ],
    },
    de: {
      subject: "Ihr Anmeldelink für Zonepost",
      paragraphs: [
        "Melden Sie sich mit dem Link bei Zonepost an, oder geben Sie den Code in dem Browser ein, in dem Sie ihn angefordert haben. Beide sind 15 Minuten gültig. Sobald Sie einen davon verwenden, ist auch der andere ungültig.",
      ],
      facts: [["Code", code]],
      link: { label: "Bei Zonepost anmelden", url },
      afterwards: [
        "Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. An Ihrem Konto hat sich nichts geändert. Geben Sie weder Link noch Code weiter, auch nicht an angebliche Mitarbeiter von Zonepost: Wer sie hat, kann sich als Sie anmelden.",
      ],
    },
  });
}
