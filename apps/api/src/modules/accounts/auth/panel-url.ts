import { invalid } from "../../../kernel/errors.ts";
import type { CredentialPorts } from "../ports.ts";

/** Paths belong to the panel; for full URLs, the library allows only our own. */
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
  if (callbackURL.startsWith("/")) {
    const resolved = new URL(callbackURL, settings.panelUrl);
    if (resolved.origin !== new URL(settings.panelUrl).origin) {
      throw invalid([{ pointer: "/callbackURL", message: "Use a URL or path of the panel." }]);
    }
    return resolved.href;
  }
  return callbackURL;
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
