import { domainToASCII } from "node:url";
import { addressParser } from "postal-mime";

/** RFC 5322 allows several, but a message with more has no author that a mail program would show. */
const maxAddresses = 10;
/** Ten long names and addresses fit. What strangers write is read on the host's one thread. */
const maxLength = 4_000;

export type Authors = { domains: string[] } | { fault: string };

/**
 * The domains, as A-labels, of the addresses in a message's From header. A header that mail programs may read differently
 * from the servers is a fault, since nothing could be said about who wrote the message.
 */
export function readAuthors(values: readonly string[]): Authors {
  const [value, second] = values;
  if (value === undefined) {
    return { fault: "A message needs a From header" };
  }
  if (second !== undefined) {
    return { fault: "A message may have one From header only" };
  }
  if (value.length > maxLength) {
    return { fault: "The From header is too long" };
  }
  const addresses = addressParser(value);
  if (addresses.length === 0) {
    return { fault: "The From header has no address" };
  }
  if (addresses.length > maxAddresses) {
    return { fault: "The From header has too many addresses" };
  }
  const domains = addresses.map(({ address }) => (address === undefined ? undefined : domainOf(address)));
  const fault = { fault: "The From header can't be read" };
  if (domains.some((domain) => domain === undefined) || /[\0\r\n]/.test(value)) {
    return fault;
  }
  const bare = withoutQuotedText(value);
  return !bare.split(",").every(isOneAddress) || shownDomains(bare).some((shown) => !domains.includes(shown))
    ? fault
    : { domains: [...new Set(domains as string[])] };
}

function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).replace(/\.$/, "");
  return at > 0 && /^[^\s<>()[\]:;\\",@]+$/.test(domain) ? domainToASCII(domain) || undefined : undefined;
}

/** Either an address alone, or a name and one address in angle brackets, with nothing behind. */
const isOneAddress = (part: string): boolean => /^\s*[^\s<>]*\s*$|^[^<>]*<[^<>]*>\s*$/.test(part);

/** Without quoted strings and comments, where anything may be written. */
const withoutQuotedText = (value: string): string =>
  value
    .replace(/\\./g, "")
    .replace(/"[^"]*"/g, "")
    .replace(/\([^()]*\)/g, "");

/** The domains of addresses in front of an address in angle brackets, as in `info@example.com <info@example.net>`. */
const shownDomains = (bare: string): (string | undefined)[] =>
  bare
    .split(",")
    .filter((part) => part.includes("<"))
    .flatMap((part) => part.slice(0, part.lastIndexOf("<")).split(/[\s<>]+/))
    .filter((word) => word.includes("@"))
    .map(domainOf);
