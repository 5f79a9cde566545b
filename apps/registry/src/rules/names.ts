import { type TldRules, tldRules } from "./tlds.ts";

/** Special behavior of the sandbox, by the prefix of a label. */
type Magic = "taken" | "premium" | "fail";

export type OfferedName = {
  kind: "offered";
  name: string;
  rules: TldRules;
  magic?: Magic;
};

/** `reason` fits EPP's 32 characters (RFC 5731 section 3.1.1). */
export type RejectedName = {
  kind: "rejected";
  reason: string;
};

// RFC 5890 section 2.3.1: letters, digits, hyphen; neither first nor last is a hyphen.
const ldhLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
// RFC 5891 section 4.2.3.1: two hyphens in the third and fourth place are reserved for A-labels.
const reservedLabel = /^(?!xn--)..--/;

/** Checks the form of a name: one label below a TLD of this registry. */
export function validateName(given: string): OfferedName | RejectedName {
  const name = given.toLowerCase();
  const dot = name.indexOf(".");
  const label = name.slice(0, dot);
  const rules = tldRules.get(name.slice(dot + 1));
  if (dot < 1) {
    return { kind: "rejected", reason: "Not a domain name" };
  }
  if (!rules) {
    return { kind: "rejected", reason: "Not a top-level domain served" };
  }
  if (!ldhLabel.test(label) || reservedLabel.test(label)) {
    return { kind: "rejected", reason: "Not a valid label" };
  }
  if (label.length < rules.minLabelLength) {
    return { kind: "rejected", reason: "Label is too short" };
  }
  const words = rules.profile.quotesFees
    ? (["taken", "premium", "fail"] as const)
    : (["taken", "fail"] as const);
  const magic = words.find((word) => label.startsWith(`${word}-`));
  return { kind: "offered", name, rules, ...(magic && { magic }) };
}

/** RFC 5731 section 1.1: a nameserver is a fully qualified host name. */
export function isHostName(name: string): boolean {
  const labels = name.toLowerCase().split(".");
  return name.length <= 253 && labels.length >= 2 && labels.every((label) => ldhLabel.test(label));
}

/** The domain in this registry above a host, whether or not it exists; null for other TLDs. */
export function superordinateOf(host: string): string | null {
  const [tld = "", label = ""] = host.split(".").reverse();
  return tldRules.has(tld) && label !== "" ? `${label}.${tld}` : null;
}
