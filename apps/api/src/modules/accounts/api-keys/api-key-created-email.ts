import { composeEmail, typedText } from "../email/email-text.ts";
import { describeOrigin } from "../email/phrases.ts";

export function apiKeyCreatedEmail(input: {
  keyName: string;
  workspaceName: string;
  createdBy: string;
  at: Date;
  keysUrl: string;
}) {
  const keyName = typedText(input.keyName);
  const workspace = typedText(input.workspaceName);
  const createdBy = typedText(input.createdBy, 254);
  return composeEmail("api_key_created", {
    en: {
      subject: `New API key “${keyName}” in “${workspace}”`,
      paragraphs: [
        `${createdBy} created the API key “${keyName}” in the workspace “${workspace}”. Any program that has the key can use its permissions.`,
      ],
      facts: describeOrigin("en", { at: input.at }),
      link: { label: "View API keys", url: input.keysUrl },
      afterwards: [
        "You're receiving this email as an owner of the workspace. If this key shouldn't exist, revoke it there.",
      ],
    },
    de: {
      subject: `Neuer API-Schlüssel „${keyName}“ in „${workspace}“`,
      paragraphs: [
        `${createdBy} hat im Arbeitsbereich „${workspace}“ den API-Schlüssel „${keyName}“ erstellt. Jedes Programm, das den Schlüssel hat, kann dessen Rechte nutzen.`,
      ],
      facts: describeOrigin("de", { at: input.at }),
      link: { label: "API-Schlüssel ansehen", url: input.keysUrl },
      afterwards: [
        "Sie erhalten diese E-Mail als Eigentümer des Arbeitsbereichs. Wenn es diesen Schlüssel nicht geben sollte, widerrufen Sie ihn dort.",
      ],
    },
  });
}
