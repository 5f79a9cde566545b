import { isIP } from "node:net";
import { isPrivateAddress } from "./address-ranges.ts";
import { bareHost, checkUrl } from "./check-url.ts";
import { type Failure, privateAddress } from "./failure.ts";

/** A URL that may be sent to, taken apart. */
export type Target = { origin: string; path: string; host: string; port: number; isTls: boolean };

const maxTargetsKept = 1_000;

/** Checks and parses URLs, and keeps the results: an endpoint gets many deliveries. */
export function createTargets(allowPrivateNetworks: boolean): (url: string) => Target | Failure {
  const known = new Map<string, Target | Failure>();
  return (url) => {
    let target = known.get(url);
    if (!target) {
      const [oldest] = known.size >= maxTargetsKept ? known.keys() : [];
      if (oldest !== undefined) {
        known.delete(oldest);
      }
      target = targetOf(url, allowPrivateNetworks);
      known.set(url, target);
    }
    return target;
  };
}

/** Checked again before sending, because the endpoint may date from a time when private networks were allowed. */
function targetOf(text: string, allowPrivateNetworks: boolean): Target | Failure {
  const verdict = checkUrl(text, allowPrivateNetworks);
  if (!verdict.ok) {
    const literal = URL.canParse(text) ? bareHost(new URL(text).hostname) : "";
    const isPrivate = isIP(literal) !== 0 && isPrivateAddress(literal);
    return isPrivate ? privateAddress : { stage: "blocked", error: `URL refused: ${verdict.message}` };
  }
  const url = new URL(text);
  const isTls = url.protocol === "https:";
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    host: bareHost(url.hostname),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    isTls,
  };
}
