import type { WorkspaceRole } from "@zonepost/schema";
import { composeEmail, typedText } from "../email/email-text.ts";
import { formatInstant, formatRole } from "../email/phrases.ts";

export function invitationEmail(input: {
  workspaceName: string;
  /** Null for the first owner's invitation, which the installation itself sends. */
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
          ? `You've been invited to the workspace “${workspace}” on Zonepost, where your team manages domains and mail.`
          : `${inviter} invited you to the workspace “${workspace}” on Zonepost, where your team manages domains and mail.`,
      ],
      facts: [
        ["Your role", formatRole("en", role)],
        ["Valid until", formatInstant("en", expiresAt)],
      ],
      link: { label: "View invitation", url },
      afterwards: [
        "If you weren't expecting this invitation, you can ignore this email. Don't forward it: anyone with the link can see the invitation.",
      ],
    },
    de: {
      subject: `Einladung zu „${workspace}“ bei Zonepost`,
      paragraphs: [
        inviter === null
          ? `Sie wurden in den Arbeitsbereich „${workspace}“ bei Zonepost eingeladen. Dort verwaltet Ihr Team Domains und E-Mail.`
          : `${inviter} hat Sie in den Arbeitsbereich „${workspace}“ bei Zonepost eingeladen. Dort verwaltet Ihr Team Domains und E-Mail.`,
      ],
      facts: [
        ["Ihre Rolle", formatRole("de", role)],
        ["Gültig bis", formatInstant("de", expiresAt)],
      ],
      link: { label: "Einladung ansehen", url },
      afterwards: [
        "Wenn Sie diese Einladung nicht erwartet haben, können Sie diese E-Mail ignorieren. Leiten Sie sie nicht weiter: Wer den Link hat, kann die Einladung sehen.",
      ],
    },
  });
}
