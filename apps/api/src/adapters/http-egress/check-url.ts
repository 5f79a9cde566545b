import { isIP } from "node:net";
import { isPrivateAddress } from "./address-ranges.ts";
import { isHostName, publicNameProblem } from "./host-names.ts";
import { refusedPorts } from "./refused-ports.ts";

type UrlVerdict = { ok: true } | { ok: false; message: string };

const notFull = "Enter a full URL that starts with https://.";
const portOutOfRange = "Enter a port from 1 to 65535.";
const portOfUrl = /^(https?:\/\/[^/?#]*):[^:/?#\]]*(?=[/?#]|$)/i;

const refuse = (message: string): UrlVerdict => ({ ok: false, message });

/** A URL's host for lookups: without the brackets of an IPv6 literal and without the final dot. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/**
 * Checks only a URL's form, without DNS. The URL parser first normalizes every notation of a literal address (octal,
 * hexadecimal, short, full-width).
 */
export function checkUrl(text: string, allowPrivateNetworks: boolean): UrlVerdict {
  if (!/^https?:\/\//i.test(text)) {
    return refuse(notFull);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the URL parser would drop in silence
  if (/[\u0000-\u0020\u007f\\]/.test(text)) {
    return refuse("Remove spaces, control characters and backslashes.");
  }
  if (!URL.canParse(text)) {
    return refuse(URL.canParse(text.replace(portOfUrl, "$1")) ? portOutOfRange : notFull);
  }
  const url = new URL(text);
  if (url.port === "0") {
    return refuse(portOutOfRange);
  }
  if (url.protocol !== "https:" && !allowPrivateNetworks) {
    return refuse("Use https.");
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("Remove the username and password.");
  }
  const host = bareHost(url.hostname);
  // On the own machine any port may be a receiver, or deliberately a dead one.
  const isOwnMachine =
    allowPrivateNetworks && (host === "localhost" || (isIP(host) !== 0 && isPrivateAddress(host)));
  if (url.port !== "" && !isOwnMachine && refusedPorts.has(Number(url.port))) {
    return refuse(`Port ${url.port} belongs to another protocol. Use a different one.`);
  }
  if (isIP(host) !== 0) {
    if (!allowPrivateNetworks && isPrivateAddress(host)) {
      return refuse("Private and reserved addresses are not allowed.");
    }
    return { ok: true };
  }
  if (!isHostName(host)) {
    return refuse("Enter a valid hostname.");
  }
  const reason = allowPrivateNetworks ? undefined : publicNameProblem(host);
  return reason ? refuse(reason) : { ok: true };
}
