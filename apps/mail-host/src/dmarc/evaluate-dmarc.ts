import type { DmarcRecord, Policy } from "./dmarc-record.ts";
import { type ReadTexts, type Walk, walkTree } from "./walk-tree.ts";

type Check = "pass" | "fail" | "unknown";

/** What SPF and DKIM say about a message, with the domains that they say it about. */
export type Checks = { spf: { domain: string; result: Check }; dkim: { domain: string; result: Check }[] };

export type Evaluation = {
  domain: string;
  /** `unknown`: a record can't be read now, or a check that would decide can't be made now. */
  result: "pass" | "fail" | "unknown";
  /** The one to apply to a message that doesn't pass. Undefined: the domain publishes none, or it can't be read now. */
  policy: Policy | undefined;
};

/** RFC 9989, section 5.3, for one author's domain. */
export async function evaluateDmarc(
  domain: string,
  checks: Checks,
  ask: { readTexts: ReadTexts; exists: (domain: string) => Promise<boolean> },
): Promise<Evaluation> {
  const identities = [
    { kind: "spf" as const, ...checks.spf },
    ...checks.dkim.map((each) => ({ kind: "dkim" as const, ...each })),
  ].filter(({ domain: own, result }) => own !== "" && result !== "fail");
  // Whatever the domain publishes, its own name is aligned.
  const isOwn = identities.some(({ domain: own, result }) => own === domain && result === "pass");
  const walk = await walkTree(domain, ask.readTexts);
  const published = publishedFor(walk);
  const policy = published && (await policyOf(published, walk, ask.exists));
  if (isOwn) {
    return { domain, result: "pass", policy };
  }
  if (walk.isUnknown) {
    return { domain, result: "unknown", policy: undefined };
  }
  const others = [...new Set(identities.map((each) => each.domain))];
  const organizations = new Map(
    await Promise.all(
      others.map(async (other) => [other, (await walkTree(other, ask.readTexts)).organization] as const),
    ),
  );
  const results = identities.map(({ kind, domain: other, result }): Check => {
    const isStrict = kind === "spf" ? published?.record.hasStrictSpf : published?.record.hasStrictDkim;
    const organization = organizations.get(other);
    if (
      other !== domain &&
      (isStrict || (organization !== undefined && organization !== walk.organization))
    ) {
      return "fail";
    }
    return organization === undefined ? "unknown" : result;
  });
  const best = (["pass", "unknown"] as const).find((result) => results.includes(result));
  return { domain, result: best ?? "fail", policy };
}

type Published = Walk["found"][number];

/** The record of the domain itself, else of its organization, else of the public suffix above it. */
const publishedFor = ({ domain, organization, found }: Walk): Published | undefined =>
  found.find(({ name }) => name === domain) ??
  found.find(({ name }) => name === organization) ??
  found.find(({ record }) => record.psd === "y");

async function policyOf(
  { name, record }: Published,
  { domain }: Walk,
  exists: (domain: string) => Promise<boolean>,
): Promise<Policy> {
  const policy = name === domain ? record.policy : await policyBelow(record, () => exists(domain));
  return record.isTest ? "none" : policy;
}

const policyBelow = async (record: DmarcRecord, exists: () => Promise<boolean>): Promise<Policy> =>
  record.missingPolicy === record.subdomainPolicy || (await exists())
    ? record.subdomainPolicy
    : record.missingPolicy;
