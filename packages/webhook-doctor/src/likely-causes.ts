import { asZonepostWrites, parse, secretCharacters, withoutExtras } from "./variants.ts";
import { type Clue, likely, proven } from "./words.ts";

/** The form of the input suggests these, for a request in which no signature could be explained. */
export function likelyCauses(input: {
  id: string | undefined;
  body: string;
  secrets: readonly string[];
  areUsable: boolean;
}): Clue[] {
  const { id, body, secrets, areUsable } = input;
  const lengths = secrets.map((secret) => withoutExtras(secret).length);
  const isCut =
    secrets.some((secret) => secret.includes("whsec_")) && Math.max(...lengths) < secretCharacters;
  if (isCut) {
    return [likely("secret_cut", String(Math.max(...lengths)))];
  }
  if (!areUsable) {
    return [proven("secret_malformed")];
  }
  if (body.includes("\ufffd")) {
    return [likely("wrong_charset")];
  }
  const event = parse(body);
  if (typeof event !== "object" || event === null) {
    return [likely("body_incomplete")];
  }
  if (id !== undefined && "id" in event && event.id !== id) {
    return [likely("mixed_deliveries")];
  }
  const isForeign = asZonepostWrites(event) !== body.trim();
  return [likely("wrong_secret"), ...(isForeign ? [likely("body_reserialized")] : [])];
}
