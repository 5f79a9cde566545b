import { composeEmail } from "../email/email-text.ts";

export function magicLinkEmail({ url }: { url: string }) {
  return composeEmail("magic_link", {
    en: {
      subject: "Your link to sign in to Zonepost",
      paragraphs: ["Here is your link to sign in to Zonepost. It works once, within the next 15 minutes."],
      link: { label: "Sign in to Zonepost", url },
      afterwards: [
        "If you did not ask for it, ignore this mail: nothing has happened to your account. Do not pass the link on; whoever has it can sign in as you.",
      ],
    },
    de: {
      subject: "Ihr Link zur Anmeldung bei Zonepost",
      paragraphs: [
        "Hier ist Ihr Link zur Anmeldung bei Zonepost. Er gilt einmal, innerhalb der nächsten 15 Minuten.",
      ],
      link: { label: "Bei Zonepost anmelden", url },
      afterwards: [
        "Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Ihrem Konto ist nichts geschehen. Geben Sie den Link nicht weiter; wer ihn hat, kann sich als Sie anmelden.",
      ],
    },
  });
}
