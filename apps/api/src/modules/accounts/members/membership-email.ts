import { composeEmail, typedText } from "../email/email-text.ts";
import { sayOrigin } from "../email/phrases.ts";

/** To the old and the new owner. */
export function ownershipTransferredEmail(input: {
  workspaceName: string;
  /** Who handed it over, by name or address. */
  from: string;
  to: string;
  at: Date;
}) {
  const workspace = typedText(input.workspaceName);
  const [from, to] = [typedText(input.from, 254), typedText(input.to, 254)];
  return composeEmail("ownership_transferred", {
    en: {
      subject: `“${workspace}” on Zonepost has a new owner`,
      paragraphs: [`${from} handed the ownership of the workspace “${workspace}” over to ${to}.`],
      facts: sayOrigin("en", { at: input.at }),
      afterwards: [
        "If this was not agreed on, talk to the other owners of the workspace or to those who run this service at once.",
      ],
    },
    de: {
      subject: `„${workspace}“ bei Zonepost hat einen neuen Eigentümer`,
      paragraphs: [`${from} hat den Arbeitsbereich „${workspace}“ an ${to} übergeben.`],
      facts: sayOrigin("de", { at: input.at }),
      afterwards: [
        "Wenn das nicht abgesprochen war, wenden Sie sich sofort an die anderen Eigentümer des Arbeitsbereichs oder an die Betreiber dieses Dienstes.",
      ],
    },
  });
}

/** To the person who was removed. */
export function removedFromWorkspaceEmail(input: { workspaceName: string }) {
  const workspace = typedText(input.workspaceName);
  return composeEmail("removed_from_workspace", {
    en: {
      subject: `You are no longer in “${workspace}” on Zonepost`,
      paragraphs: [
        `You were removed from the workspace “${workspace}”. You no longer see its domains and mail. Your account itself is unchanged.`,
      ],
      afterwards: ["If you think that this is a mistake, talk to an owner of the workspace."],
    },
    de: {
      subject: `Sie sind nicht mehr in „${workspace}“ bei Zonepost`,
      paragraphs: [
        `Sie wurden aus dem Arbeitsbereich „${workspace}“ entfernt. Dessen Domains und E-Mail sehen Sie nicht mehr. Ihr Konto selbst ist unverändert.`,
      ],
      afterwards: [
        "Wenn Sie das für einen Irrtum halten, wenden Sie sich an einen Eigentümer des Arbeitsbereichs.",
      ],
    },
  });
}
