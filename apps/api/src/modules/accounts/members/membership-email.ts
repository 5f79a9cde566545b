import { composeEmail, typedText } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

/** Sent to the former owner, and to all owners. */
export function ownershipTransferredEmail(input: {
  workspaceName: string;
  from: string;
  to: string;
  at: Date;
}) {
  const workspace = typedText(input.workspaceName);
  const [from, to] = [typedText(input.from, 254), typedText(input.to, 254)];
  return composeEmail("ownership_transferred", {
    en: {
      subject: `“${workspace}” on Zonepost has a new owner`,
      paragraphs: [`${from} transferred ownership of the workspace “${workspace}” to ${to}.`],
      facts: describeOrigin("en", { at: input.at }),
      afterwards: [
        "If you didn't expect this, contact another owner of the workspace or support immediately.",
      ],
    },
    de: {
      subject: `„${workspace}“ bei Zonepost hat einen neuen Eigentümer`,
      paragraphs: [`${from} hat den Arbeitsbereich „${workspace}“ an ${to} übergeben.`],
      facts: describeOrigin("de", { at: input.at }),
      afterwards: [
        "Wenn das nicht abgesprochen war, wenden Sie sich sofort an die anderen Eigentümer des Arbeitsbereichs oder an den Support.",
      ],
    },
  });
}

/** Sent to the person who was removed. */
export function removedFromWorkspaceEmail(input: { workspaceName: string }) {
  const workspace = typedText(input.workspaceName);
  return composeEmail("removed_from_workspace", {
    en: {
      subject: `You were removed from “${workspace}” on Zonepost`,
      paragraphs: [
        `You were removed from the workspace “${workspace}”. You no longer have access to its domains and mail. Your account itself is unchanged.`,
      ],
      afterwards: ["If you think this is a mistake, contact an owner of the workspace."],
    },
    de: {
      subject: `Sie wurden aus „${workspace}“ bei Zonepost entfernt`,
      paragraphs: [
        `Sie wurden aus dem Arbeitsbereich „${workspace}“ entfernt. Auf dessen Domains und Postfächer haben Sie keinen Zugriff mehr. Ihr Konto selbst bleibt unverändert.`,
      ],
      afterwards: [
        "Wenn Sie das für einen Irrtum halten, wenden Sie sich an einen Eigentümer des Arbeitsbereichs.",
      ],
    },
  });
}
