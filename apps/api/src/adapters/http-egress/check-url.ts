import { isIP } from "node:net";
import { webhookUrlMistake } from "@zonepost/schema";
import { isPrivateAddress } from "./address-ranges.ts";
import { isHostName, publicNameProblem } from "./host-names.ts";
import { refusedPorts } from "./refused-ports.ts";

type UrlVerdict = { ok: true } | { ok: false; message: string };

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
  const mistake = webhookUrlMistake(text);
  if (mistake !== undefined) {
    return refuse(mistake);
  }
  const url = new URL(text);
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
