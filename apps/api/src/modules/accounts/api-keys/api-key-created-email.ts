import { composeEmail, typedText } from "../email/email-text.ts";
import { sayOrigin } from "../email/phrases.ts";

/** To the owners of the workspace. */
export function apiKeyCreatedEmail(input: {
  keyName: string;
  workspaceName: string;
  /** Who made it, by name or address. */
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
        `${createdBy} made the API key “${keyName}” in the workspace “${workspace}”. Programs that have it can do in the workspace what its scopes allow.`,
      ],
      facts: sayOrigin("en", { at: input.at }),
      link: { label: "See the API keys", url: input.keysUrl },
      afterwards: ["You get this mail as an owner. If nobody should have made this key, revoke it there."],
    },
    de: {
      subject: `Neuer API-Schlüssel „${keyName}“ in „${workspace}“`,
      paragraphs: [
        `${createdBy} hat im Arbeitsbereich „${workspace}“ den API-Schlüssel „${keyName}“ erstellt. Programme, die ihn haben, können im Arbeitsbereich tun, was seine Rechte erlauben.`,
      ],
      facts: sayOrigin("de", { at: input.at }),
      link: { label: "API-Schlüssel ansehen", url: input.keysUrl },
      afterwards: [
        "Sie erhalten diese E-Mail als Eigentümer. Wenn niemand diesen Schlüssel hätte erstellen sollen, widerrufen Sie ihn dort.",
      ],
    },
  });
}
