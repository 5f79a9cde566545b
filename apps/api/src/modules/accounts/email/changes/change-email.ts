import type { StoredActor } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { composeEmail, type EmailTexts, typedText } from "../email-text.ts";
import { describeOrigin } from "../phrases.ts";

/** What is shown of a change, in one language: of one, and of several in one email. */
type Words = { one: (target: string) => string; several: string; detail?: string };

/** Every kind of change that people are emailed about, because a thief would make it too. */
const words = {
  mailbox_password: {
    en: { one: (t) => `The password of ${t} was changed`, several: "Mailbox passwords were changed" },
    de: {
      one: (t) => `Das Passwort von ${t} wurde geändert`,
      several: "Postfach-Passwörter wurden geändert",
    },
  },
  app_password: {
    en: {
      one: (t) => `${t} has a new app password`,
      several: "App passwords were created",
      detail: "For",
    },
    de: {
      one: (t) => `${t} hat ein neues App-Passwort`,
      several: "App-Passwörter wurden erstellt",
      detail: "Für",
    },
  },
  mailbox_forwarding: {
    en: {
      one: (t) => `The forwarding of ${t} was changed`,
      several: "The forwarding of mailboxes was changed",
      detail: "Forwards to",
    },
    de: {
      one: (t) => `Die Weiterleitung von ${t} wurde geändert`,
      several: "Weiterleitungen von Postfächern wurden geändert",
      detail: "Leitet weiter an",
    },
  },
  alias_targets: {
    en: {
      one: (t) => `Mail to ${t} goes to new external recipients`,
      several: "Aliases have new external recipients",
      detail: "New recipients",
    },
    de: {
      one: (t) => `E-Mails an ${t} gehen an neue externe Empfänger`,
      several: "Aliasse haben neue externe Empfänger",
      detail: "Neue Empfänger",
    },
  },
  catch_all: {
    en: {
      one: (t) => `The catch-all ${t} was changed`,
      several: "Catch-alls were changed",
      detail: "New recipients",
    },
    de: {
      one: (t) => `Der Catch-All ${t} wurde geändert`,
      several: "Catch-Alls wurden geändert",
      detail: "Neue Empfänger",
    },
  },
  mail_suspended: {
    en: { one: (t) => `Mail of ${t} was suspended`, several: "Mail of domains was suspended" },
    de: {
      one: (t) => `Die Postfächer von ${t} wurden gesperrt`,
      several: "Postfächer von Domains wurden gesperrt",
    },
  },
  sender_exceptions: {
    en: {
      one: (t) => `The sender exceptions of ${t} were changed`,
      several: "Sender exceptions were changed",
      detail: "Networks",
    },
    de: {
      one: (t) => `Die Absender-Ausnahmen von ${t} wurden geändert`,
      several: "Absender-Ausnahmen wurden geändert",
      detail: "Netze",
    },
  },
  webhook_secret: {
    en: {
      one: (t) => `A new signing secret was created for ${t}`,
      several: "New signing secrets were created for webhooks",
    },
    de: {
      one: (t) => `Für ${t} wurde ein neuer Signaturschlüssel erstellt`,
      several: "Für Webhooks wurden neue Signaturschlüssel erstellt",
    },
  },
  webhook_url: {
    en: {
      one: (t) => `Webhooks to ${t} go to another URL`,
      several: "Webhooks go to other URLs",
      detail: "New URL",
    },
    de: {
      one: (t) => `Webhooks an ${t} gehen an eine andere URL`,
      several: "Webhooks gehen an andere URLs",
      detail: "Neue URL",
    },
  },
  contact_email: {
    en: {
      one: (t) => `The email address of the contact ${t} was changed`,
      several: "Email addresses of contacts were changed",
      detail: "Addresses",
    },
    de: {
      one: (t) => `Die E-Mail-Adresse des Kontakts ${t} wurde geändert`,
      several: "E-Mail-Adressen von Kontakten wurden geändert",
      detail: "Adressen",
    },
  },
  domain_contacts: {
    en: {
      one: (t) => `The contacts of ${t} have other email addresses`,
      several: "The contacts of domains have other email addresses",
      detail: "Addresses",
    },
    de: {
      one: (t) => `Die Kontakte von ${t} haben andere E-Mail-Adressen`,
      several: "Die Kontakte von Domains haben andere E-Mail-Adressen",
      detail: "Adressen",
    },
  },
  nameservers: {
    en: {
      one: (t) => `The nameservers of ${t} were changed`,
      several: "The nameservers of domains were changed",
      detail: "Now",
    },
    de: {
      one: (t) => `Die Nameserver von ${t} wurden geändert`,
      several: "Die Nameserver von Domains wurden geändert",
      detail: "Jetzt",
    },
  },
  transfer_lock: {
    en: {
      one: (t) => `The transfer lock of ${t} was removed`,
      several: "The transfer locks of domains were removed",
    },
    de: {
      one: (t) => `Die Transfersperre von ${t} wurde aufgehoben`,
      several: "Die Transfersperren von Domains wurden aufgehoben",
    },
  },
  api_key_addresses: {
    en: {
      one: (t) => `The API key “${t}” can be used from more IP addresses`,
      several: "API keys can be used from more IP addresses",
      detail: "Addresses",
    },
    de: {
      one: (t) => `Der API-Schlüssel „${t}“ kann von weiteren IP-Adressen aus verwendet werden`,
      several: "API-Schlüssel können von weiteren IP-Adressen aus verwendet werden",
      detail: "Adressen",
    },
  },
  api_key_on: {
    en: {
      one: (t) => `The API key “${t}” was turned on again`,
      several: "API keys were turned on again",
    },
    de: {
      one: (t) => `Der API-Schlüssel „${t}“ wurde wieder eingeschaltet`,
      several: "API-Schlüssel wurden wieder eingeschaltet",
    },
  },
  invitation: {
    en: { one: (t) => `${t} was invited`, several: "People were invited", detail: "Role" },
    de: { one: (t) => `${t} wurde eingeladen`, several: "Personen wurden eingeladen", detail: "Rolle" },
  },
  member_domains: {
    en: {
      one: (t) => `${t} has access to more domains`,
      several: "Members have access to more domains",
      detail: "Domains",
    },
    de: {
      one: (t) => `${t} hat Zugriff auf weitere Domains`,
      several: "Mitglieder haben Zugriff auf weitere Domains",
      detail: "Domains",
    },
  },
  member_role: {
    en: { one: (t) => `${t} has a new role`, several: "Members have new roles", detail: "Role" },
    de: { one: (t) => `${t} hat eine neue Rolle`, several: "Mitglieder haben neue Rollen", detail: "Rolle" },
  },
} satisfies Record<string, Record<Language, Words>>;

export type ChangeKind = keyof typeof words;
export const changeKinds = Object.keys(words) as ChangeKind[];

export type Change = {
  target: string;
  detail: string | null;
  actor: StoredActor;
  ipAddress: string | null;
  userAgent: string | null;
  occurredAt: Date;
};

const longestTarget = 254;
const longestDetail = 300;
/** Of each change, if there are several. */
const longestListed = 120;
/** The audit log has the others. */
const mostListed = 20;

const labels: Record<Language, { by: string; more: (count: number) => string; advice: string }> = {
  en: {
    by: "By",
    more: (count) =>
      count === 1
        ? "1 more change of this kind is in the audit log."
        : `${count} more changes of this kind are in the audit log.`,
    advice:
      "If you didn't expect this, change the password of the account that made the change, end its sessions, and undo the change. If you don't manage this workspace yourself, contact its administrator.",
  },
  de: {
    by: "Durch",
    more: (count) =>
      count === 1
        ? "Eine weitere Änderung dieser Art steht im Audit-Log."
        : `${count} weitere Änderungen dieser Art stehen im Audit-Log.`,
    advice:
      "Wenn Sie das nicht erwartet haben, ändern Sie das Passwort des Kontos, das die Änderung vorgenommen hat, beenden Sie dessen Sitzungen, und machen Sie die Änderung rückgängig. Wenn Sie diesen Arbeitsbereich nicht selbst verwalten, wenden Sie sich an dessen Administrator.",
  },
};

/** Sent to the owners, and to the mailbox or person concerned: what changed, who changed it, when and from where. */
export function changeEmail(kind: ChangeKind, changes: readonly [Change, ...Change[]]) {
  return composeEmail("security_change", {
    en: textsOf("en", words[kind].en, changes),
    de: textsOf("de", words[kind].de, changes),
  });
}

function textsOf(
  language: Language,
  { one, several, detail }: Words,
  changes: readonly [Change, ...Change[]],
) {
  const { by, more, advice } = labels[language];
  const [first] = changes;
  const factsOf = (change: Change, mostCharacters: number): [string, string][] => [
    ...(change.detail === null || detail === undefined
      ? []
      : [[detail, typedText(change.detail, mostCharacters)] as [string, string]]),
    [by, typedText(change.actor.name, mostCharacters)],
    ...describeOrigin(language, {
      at: change.occurredAt,
      ipAddress: change.ipAddress,
      userAgent: changes.length === 1 ? change.userAgent : null,
    }),
  ];
  if (changes.length === 1) {
    const sentence = one(typedText(first.target, longestTarget));
    return {
      subject: sentence,
      paragraphs: [`${sentence}.`],
      facts: factsOf(first, longestDetail),
      afterwards: [advice],
    };
  }
  const listed = changes.slice(0, mostListed);
  const unlisted = changes.length - listed.length;
  return {
    subject: several,
    paragraphs: [`${several}.`],
    items: listed.map((change) => ({
      title: typedText(change.target, longestListed),
      lines: factsOf(change, longestListed).map(([label, value]) => `${label}: ${value}`),
    })),
    afterwards: [...(unlisted > 0 ? [more(unlisted)] : []), advice],
  } satisfies EmailTexts;
}
