import { invalid } from "../../../kernel/errors.ts";
import type { CredentialPorts } from "../ports.ts";

/** Resolves a path or URL of the panel, and refuses every other one. */
export function panelUrl(
  { settings }: Pick<CredentialPorts, "settings">,
  callbackURL: string | undefined,
): string | undefined {
  if (callbackURL === undefined) {
    return undefined;
  }
  // The library decodes it once more, and would fail on invalid encoding.
  if (!isDecodable(callbackURL)) {
    throw invalid([{ pointer: "/callbackURL", message: "Fix the percent encoding." }]);
  }
  const resolved = URL.parse(callbackURL, callbackURL.startsWith("/") ? settings.panelUrl : undefined);
  if (resolved?.origin !== new URL(settings.panelUrl).origin) {
    throw invalid([{ pointer: "/callbackURL", message: "Use a URL or path of the panel." }]);
  }
  return resolved.href;
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
