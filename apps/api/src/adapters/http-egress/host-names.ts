import { parse } from "tldts";

/** RFC 6761 and the registry of special-use names, names reserved for private use, and common hosts file entries. */
const specialUseNames = [
  "alt",
  "arpa",
  "corp",
  "example",
  "home",
  "host",
  "internal",
  "invalid",
  "intranet",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
  "test",
];

const metadataNames = ["metadata.goog", "metadata.tencentyun.com", "metadata.platformequinix.com"];

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

const isUnder = (name: string, parent: string) => name === parent || name.endsWith(`.${parent}`);

/** Checks whether DNS allows the name (RFC 1035 2.3.4). Expects lower case, without a final dot. */
export function isHostName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}

/** Explains why a well-formed name is not public; undefined if it is. */
export function publicNameProblem(name: string): string | undefined {
  if (!name.includes(".")) {
    return "Use a full public hostname, such as hooks.example.com.";
  }
  const special = specialUseNames.find((parent) => isUnder(name, parent));
  if (special) {
    return `Use a public hostname. .${special} is not on the public internet.`;
  }
  if (metadataNames.some((parent) => isUnder(name, parent))) {
    return "Cloud metadata services are not allowed.";
  }
  if (parse(name, { allowPrivateDomains: false, extractHostname: false }).isIcann !== true) {
    return "Use a public hostname. Its top-level domain is not on the Public Suffix List.";
  }
  return undefined;
}
