import type { WorkspaceRole } from "@zonepost/schema";
import { composeEmail, typedText } from "../email/email-text.ts";
import { sayInstant, sayRole } from "../email/phrases.ts";

export function invitationEmail(input: {
  workspaceName: string;
  /** null where the installation itself invites, as it does its first owner. */
  inviterName: string | null;
  role: WorkspaceRole;
  url: string;
  expiresAt: Date;
}) {
  const { role, url, expiresAt } = input;
  const workspace = typedText(input.workspaceName);
  const inviter = input.inviterName === null ? null : typedText(input.inviterName);
  return composeEmail("invitation", {
    en: {
      subject: `Invitation to “${workspace}” on Zonepost`,
      paragraphs: [
        inviter === null
          ? `You are invited to the workspace “${workspace}” on Zonepost, where domains and mail are managed.`
          : `${inviter} invites you to the workspace “${workspace}” on Zonepost, where domains and mail are managed.`,
      ],
      facts: [
        ["Your role", sayRole("en", role)],
        ["Open until", sayInstant("en", expiresAt)],
      ],
      link: { label: "See the invitation", url },
      afterwards: [
        "If you do not know what this is about, ignore this mail: without the link nobody can take the seat, so do not pass it on.",
      ],
    },
    de: {
      subject: `Einladung zu „${workspace}“ bei Zonepost`,
      paragraphs: [
        inviter === null
          ? `Sie sind in den Arbeitsbereich „${workspace}“ bei Zonepost eingeladen, wo Domains und E-Mail verwaltet werden.`
          : `${inviter} lädt Sie in den Arbeitsbereich „${workspace}“ bei Zonepost ein, wo Domains und E-Mail verwaltet werden.`,
      ],
      facts: [
        ["Ihre Rolle", sayRole("de", role)],
        ["Offen bis", sayInstant("de", expiresAt)],
      ],
      link: { label: "Einladung ansehen", url },
      afterwards: [
        "Wenn Sie nicht wissen, worum es geht, ignorieren Sie diese E-Mail: Ohne den Link kann niemand den Platz einnehmen, geben Sie ihn also nicht weiter.",
      ],
    },
  });
}
