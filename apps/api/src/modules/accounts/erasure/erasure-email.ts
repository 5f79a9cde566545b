import { composeEmail, typedText } from "../email/email-text.ts";
import { describeOrigin, formatInstant } from "../email/phrases.ts";

/** Sent when a person asked for the deletion of their account, which they can undo until then. */
export function deletionRequestedEmail(input: {
  deletesAt: Date;
  at: Date;
  ipAddress: string | null;
  userAgent: string | null;
  profileUrl: string;
}) {
  const { deletesAt, profileUrl: url } = input;
  return composeEmail("account_deletion_requested", {
    en: {
      subject: "Your Zonepost account will be deleted",
      paragraphs: [
        `Your account will be deleted on ${formatInstant("en", deletesAt)}. Until then it works as before, and you can keep it: sign in and choose Keep my account.`,
        "Afterward it can't be restored. Your workspaces, their domains and mail stay with their other members.",
      ],
      link: { label: "Keep my account", url },
      facts: describeOrigin("en", input),
      afterwards: [
        "If you didn't ask for this, keep your account and change your password. All other sessions have been signed out.",
      ],
    },
    de: {
      subject: "Ihr Zonepost-Konto wird gelöscht",
      paragraphs: [
        `Ihr Konto wird am ${formatInstant("de", deletesAt)} gelöscht. Bis dahin funktioniert es wie bisher, und Sie können es behalten: Melden Sie sich an und wählen Sie „Konto behalten“.`,
        "Danach kann es nicht wiederhergestellt werden. Ihre Arbeitsbereiche mit Domains und Postfächern bleiben den übrigen Mitgliedern erhalten.",
      ],
      link: { label: "Konto behalten", url },
      facts: describeOrigin("de", input),
      afterwards: [
        "Wenn Sie das nicht veranlasst haben, behalten Sie Ihr Konto und ändern Sie Ihr Passwort. Alle anderen Sitzungen wurden abgemeldet.",
      ],
    },
  });
}

export const deletionUndoneEmail = (input: {
  at: Date;
  ipAddress: string | null;
  userAgent: string | null;
}) =>
  composeEmail("account_deletion_undone", {
    en: {
      subject: "Your Zonepost account won't be deleted",
      paragraphs: ["The deletion of your account was canceled. Nothing was deleted."],
      facts: describeOrigin("en", input),
      afterwards: ["If this wasn't you, change your password."],
    },
    de: {
      subject: "Ihr Zonepost-Konto wird nicht gelöscht",
      paragraphs: ["Die Löschung Ihres Kontos wurde abgebrochen. Es wurde nichts gelöscht."],
      facts: describeOrigin("de", input),
      afterwards: ["Wenn Sie das nicht waren, ändern Sie Ihr Passwort."],
    },
  });

/** When the day has come and a workspace would be left without an owner, or the person is an operator by now. */
export function deletionPostponedEmail(input: {
  workspaceNames: readonly string[];
  deletesAt: Date;
  profileUrl: string;
}) {
  const { deletesAt, profileUrl: url } = input;
  const names = input.workspaceNames.map((name) => typedText(name));
  const because = {
    en:
      names.length > 0
        ? `You are the only owner of ${names.map((name) => `“${name}”`).join(", ")}. Transfer the ownership to another member, or ask your administrator to erase the workspace.`
        : "You are an operator of this installation. Ask another operator to revoke that first.",
    de:
      names.length > 0
        ? `Sie sind der einzige Eigentümer von ${names.map((name) => `„${name}“`).join(", ")}. Übertragen Sie die Eigentümerschaft an ein anderes Mitglied, oder bitten Sie Ihren Administrator, den Arbeitsbereich zu löschen.`
        : "Sie sind Betreiber dieser Installation. Bitten Sie einen anderen Betreiber, das zuerst zu widerrufen.",
  };
  return composeEmail("account_deletion_postponed", {
    en: {
      subject: "Your Zonepost account couldn't be deleted yet",
      paragraphs: [because.en, `We will try again on ${formatInstant("en", deletesAt)}.`],
      link: { label: "Open your profile", url },
    },
    de: {
      subject: "Ihr Zonepost-Konto konnte noch nicht gelöscht werden",
      paragraphs: [because.de, `Am ${formatInstant("de", deletesAt)} versuchen wir es erneut.`],
      link: { label: "Profil öffnen", url },
    },
  });
}

/** The last email to a person. */
export const accountDeletedEmail = (input: { at: Date }) =>
  composeEmail("account_deleted", {
    en: {
      subject: "Your Zonepost account was deleted",
      paragraphs: [
        "Your account was deleted, with your sign-in methods, sessions and memberships. In audit logs, your name was replaced by an anonymous ID.",
      ],
      facts: describeOrigin("en", input),
      afterwards: ["To use Zonepost again, you need a new invitation."],
    },
    de: {
      subject: "Ihr Zonepost-Konto wurde gelöscht",
      paragraphs: [
        "Ihr Konto wurde mit Anmeldemethoden, Sitzungen und Mitgliedschaften gelöscht. In Protokollen wurde Ihr Name durch eine anonyme ID ersetzt.",
      ],
      facts: describeOrigin("de", input),
      afterwards: ["Um Zonepost wieder zu nutzen, benötigen Sie eine neue Einladung."],
    },
  });

/** For the operator, whose database may be restored to a time before the erasure. */
export function erasedEmail(input: { subject: "person" | "workspace"; id: string; at: Date }) {
  const { subject, id } = input;
  const command = `npm run ${subject}:erase -- --${subject} ${id}`;
  const words = {
    person: { en: "A person", de: "Eine Person" },
    workspace: { en: "A workspace", de: "Ein Arbeitsbereich" },
  };
  return composeEmail("erased", {
    en: {
      subject: `${words[subject].en} was erased: ${id}`,
      paragraphs: [
        `${words[subject].en} was erased: ${id}. Backups from before still have the data. Keep this email as long as them, and after a restore to an earlier time run: ${command}`,
      ],
      facts: describeOrigin("en", input),
    },
    de: {
      subject: `${words[subject].de} wurde gelöscht: ${id}`,
      paragraphs: [
        `${words[subject].de} wurde gelöscht: ${id}. Frühere Sicherungen enthalten die Daten noch. Bewahren Sie diese E-Mail so lange auf wie die Sicherungen, und führen Sie nach einer Wiederherstellung auf einen früheren Zeitpunkt aus: ${command}`,
      ],
      facts: describeOrigin("de", input),
    },
  });
}
