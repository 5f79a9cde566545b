import type { MailDnsRecord } from "@zonepost/schema";

type Wanted = Pick<MailDnsRecord, "name" | "expected">;

export type Verdict = {
  status: "ok" | "missing" | "wrong";
  severity: "error" | "warning" | "note";
  hint: string;
  /** The value to publish instead of the usual one. */
  expected?: string;
  /** Of an SPF record, if they were counted. */
  lookups?: MailDnsRecord["lookups"];
};

const fine: Verdict = { status: "ok", severity: "note", hint: "" };

/** Tags as in DKIM and DMARC: `name=value` between semicolons. Null if the text has another form, or a tag twice. */
function readTags(value: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of value.split(";")) {
    const at = part.indexOf("=");
    if (at < 0 && part.trim() === "") {
      continue;
    }
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name === "" || tags.has(name)) {
      return null;
    }
    tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

const isDkim = (value: string): boolean =>
  /^\s*v\s*=\s*DKIM1\s*(?:;|$)/.test(value) || (readTags(value)?.has("p") ?? false);

/** What is at stake depends on what the key does. */
const dkimStakes = {
  active: {
    severity: "warning",
    words: "Mail is signed, but receivers can't verify the signature.",
  },
  pending: {
    severity: "warning",
    words: "The new key replaces the current one as soon as every nameserver returns it.",
  },
  retiring: {
    severity: "warning",
    words: "The old key must stay published until mail that it signed has arrived.",
  },
} as const;

export function judgeDkim(
  values: readonly string[],
  { name, expected }: Wanted,
  stage: keyof typeof dkimStakes,
): Verdict {
  const { severity, words } = dkimStakes[stage];
  const publish = `at ${name}: ${expected}`;
  const candidates = values.filter((value) => isDkim(value));
  if (candidates.length === 0) {
    return values.length === 0
      ? { status: "missing", severity, hint: `${words} Publish this TXT record ${publish}` }
      : {
          status: "wrong",
          severity,
          hint: `${words} The TXT record isn't a DKIM key. Replace it ${publish}`,
        };
  }
  if (candidates.length > 1) {
    const hint = `There are ${candidates.length} keys at this name, and receivers may read either. Keep only the record ${publish}`;
    return { status: "wrong", severity, hint };
  }
  const tags = readTags(candidates[0] ?? "");
  const key = tags?.get("p")?.replace(/\s+/g, "");
  const wanted = readTags(expected)?.get("p") ?? "";
  if (!tags || key === undefined) {
    return { status: "wrong", severity, hint: `${words} The record can't be read. Replace it ${publish}` };
  }
  if (key === "") {
    return { status: "wrong", severity, hint: `${words} The record revokes the key. Replace it ${publish}` };
  }
  if (key !== wanted) {
    const isCut = wanted.startsWith(key) || wanted.endsWith(key);
    const hint = isCut
      ? `${words} The key is cut off. Enter the value in one piece, or in several quoted strings of at most 255 characters, ${publish}`
      : `${words} The record has another key. Replace it ${publish}`;
    return { status: "wrong", severity, hint };
  }
  const isForMail = (tags.get("s") ?? "*")
    .split(":")
    .some((service) => ["*", "email"].includes(service.trim()));
  const isRsa = (tags.get("k") ?? "rsa").toLowerCase() === "rsa";
  const takesSha256 = (tags.get("h") ?? "sha256").split(":").some((hash) => hash.trim() === "sha256");
  if (!(isForMail && isRsa && takesSha256)) {
    const hint = `${words} The record limits the key to other uses. Replace it ${publish}`;
    return { status: "wrong", severity, hint };
  }
  const flags = (tags.get("t") ?? "").split(":").map((flag) => flag.trim());
  return flags.includes("y")
    ? {
        status: "ok",
        severity: "warning",
        hint: "The record has “t=y”, which marks the key as a test, so receivers may ignore the signature. Remove “t=y”.",
      }
    : fine;
}

/** RFC 9989: the version comes first, exactly in this form. */
const isDmarc = (value: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(value);

const dmarcPolicies = ["none", "quarantine", "reject"];
const removedTags = ["pct", "rf", "ri"];

export function judgeDmarc(values: readonly string[], { expected }: Wanted): Verdict {
  const records = values.filter(isDmarc);
  const [record] = records;
  if (record === undefined) {
    const isMisspelled = values.some((value) => /dmarc/i.test(value));
    const hint = isMisspelled
      ? `The record must begin with “v=DMARC1;”, so receivers ignore it. Replace it with ${expected}`
      : `Publish this TXT record. Large mailbox providers expect one, and it stops strangers from sending as this domain: ${expected} If other services send mail for this domain, begin with “p=none”.`;
    return { status: isMisspelled ? "wrong" : "missing", severity: "warning", hint };
  }
  if (records.length > 1) {
    const hint = `There are ${records.length} DMARC records, and receivers then apply none. Keep one.`;
    return { status: "wrong", severity: "warning", hint };
  }
  const tags = readTags(record);
  const policy = tags?.get("p")?.toLowerCase();
  if (!tags) {
    return {
      status: "wrong",
      severity: "warning",
      hint: `The record can't be read. Replace it with ${expected}`,
    };
  }
  if (policy !== undefined && !dmarcPolicies.includes(policy)) {
    const hint = `“p=${policy}” isn't a policy. Use “p=none”, “p=quarantine” or “p=reject”.`;
    return { status: "wrong", severity: "warning", hint };
  }
  const removed = removedTags.filter((tag) => tags.has(tag));
  if (removed.length > 0) {
    const names = removed.map((tag) => `“${tag}=”`).join(" and ");
    const hint = `${names} ${removed.length === 1 ? "was" : "were"} removed from the standard (RFC 9989), and receivers ignore ${removed.length === 1 ? "it" : "them"}. Remove ${removed.length === 1 ? "it" : "them"}; to test a policy, use “t=y”.`;
    return { status: "ok", severity: "warning", hint };
  }
  if (policy === undefined || policy === "none") {
    const hint =
      "The policy only monitors. Once all your mail passes, change it to “p=quarantine” to stop strangers from sending as this domain.";
    return { status: "ok", severity: "note", hint };
  }
  return tags.get("t")?.toLowerCase() === "y"
    ? {
        status: "ok",
        severity: "note",
        hint: "The policy is in test mode (“t=y”), so receivers don't apply it yet.",
      }
    : fine;
}

const isPolicyText = (value: string) => /^v=STSv1\s*(?:;|$)/.test(value);

export function judgeMtaStsText(values: readonly string[], { expected }: Wanted): Verdict {
  const records = values.filter(isPolicyText);
  const [record] = records;
  if (record === undefined) {
    const hint = `Optional. Publish this TXT record and the CNAME record at mta-sts, and senders only deliver over encrypted connections: ${expected}`;
    return { status: "missing", severity: "note", hint };
  }
  const id = readTags(record)?.get("id");
  if (records.length > 1 || id === undefined || !/^[a-z0-9]{1,32}$/i.test(id)) {
    const hint = `Senders ignore the record, because it isn't valid or there are several. Replace it with ${expected}`;
    return { status: "wrong", severity: "warning", hint };
  }
  return id === readTags(expected)?.get("id")
    ? fine
    : {
        status: "ok",
        severity: "warning",
        hint: `The policy has changed since this record was published. Change it, so that senders read the new policy: ${expected}`,
      };
}

export function judgeTlsReports(values: readonly string[], { expected }: Wanted): Verdict {
  const records = values.filter((value) => /^v=TLSRPTv1\s*(?:;|$)/.test(value));
  const [record] = records;
  if (record === undefined) {
    const hint = `Optional. Publish this TXT record to get reports when senders can't encrypt mail to this domain: ${expected}`;
    return { status: "missing", severity: "note", hint };
  }
  const addresses = (readTags(record)?.get("rua") ?? "").split(",").map((address) => address.trim());
  const isValid =
    records.length === 1 && addresses.every((address) => /^(?:mailto:|https:)\S+/.test(address));
  return isValid
    ? fine
    : {
        status: "wrong",
        severity: "note",
        hint: `Senders ignore the record, because it isn't valid or there are several. Replace it with ${expected}`,
      };
}
