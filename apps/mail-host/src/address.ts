import { domainToASCII } from "node:url";

/** Without an @, all of it is the domain. */
export function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return [address.slice(0, Math.max(0, at)), address.slice(at + 1)];
}

export const domainOf = (address: string): string => splitAddress(address)[1];

/** As the database has addresses: in lower case, and with the domain in A-labels. */
export function storedAddress(address: string): string {
  const [local, domain] = splitAddress(address);
  const ascii = domainToASCII(domain);
  return ascii === "" || !address.includes("@") ? address.toLowerCase() : `${local.toLowerCase()}@${ascii}`;
}

/** `info+shop@example.com` belongs to the user of `info@example.com`. */
export const withoutExtension = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
