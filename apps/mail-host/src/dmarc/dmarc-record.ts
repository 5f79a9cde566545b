export type Policy = "none" | "quarantine" | "reject";

/** What a domain publishes at `_dmarc` (RFC 9989, section 4.7). */
export type DmarcRecord = {
  policy: Policy;
  subdomainPolicy: Policy;
  /** For subdomains that don't exist. */
  missingPolicy: Policy;
  hasStrictSpf: boolean;
  hasStrictDkim: boolean;
  /** Whether the domain says where the names of one organization end: below it (`y`), or with it (`n`). */
  psd: "y" | "n" | "u";
  /** The domain asks that its policy isn't applied yet. */
  isTest: boolean;
};

const policies: readonly string[] = ["none", "quarantine", "reject"] satisfies Policy[];
const isPolicy = (value: string | undefined): value is Policy =>
  value !== undefined && policies.includes(value);

/** Undefined for a text that isn't a DMARC record, or one to which RFC 9989, section 4.10.1, applies no policy. */
function parseDmarcRecord(text: string): DmarcRecord | undefined {
  const [version = "", ...rest] = text.split(";");
  if (!/^\s*v\s*=\s*DMARC1\s*$/.test(version)) {
    return;
  }
  const tags = new Map<string, string>();
  for (const part of rest) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (/^[a-z]+$/.test(name) && !tags.has(name)) {
      tags.set(name, part.slice(at + 1).trim());
    }
  }
  const tag = (name: string) => tags.get(name)?.toLowerCase();
  const [p, sp, np] = ["p", "sp", "np"].map(tag);
  const isWrong =
    [sp, np].some((value) => value !== undefined && !isPolicy(value)) || (p !== undefined && !isPolicy(p));
  if (isWrong && !/^mailto:[^@\s]+@/i.test(tags.get("rua") ?? "")) {
    return;
  }
  const policy = isPolicy(p) && !isWrong ? p : "none";
  const subdomainPolicy = isPolicy(sp) && !isWrong ? sp : policy;
  const psd = tag("psd");
  return {
    policy,
    subdomainPolicy,
    missingPolicy: isPolicy(np) && !isWrong ? np : subdomainPolicy,
    hasStrictSpf: tag("aspf") === "s",
    hasStrictDkim: tag("adkim") === "s",
    psd: psd === "y" || psd === "n" ? psd : "u",
    isTest: tag("t") === "y",
  };
}

/** The one record of a name. Several are none. */
export function recordOf(texts: readonly string[]): DmarcRecord | undefined {
  const [text, second] = texts.filter((each) => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(each));
  return text !== undefined && second === undefined ? parseDmarcRecord(text) : undefined;
}
