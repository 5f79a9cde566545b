import { type DmarcRecord, recordOf } from "./dmarc-record.ts";

/** The answer about a name: its texts, or that it couldn't be read now. */
export type ReadTexts = (name: string) => Promise<string[] | "unknown">;

/** What the tree above a domain publishes, from the longest name to the shortest. */
export type Walk = {
  domain: string;
  /** Where the domain's organization ends; undefined if that can't be said now. */
  organization: string | undefined;
  found: { name: string; record: DmarcRecord }[];
  isUnknown: boolean;
};

const maxLabels = 4;

/** The names whose records are read for a domain: itself, and at most four above it. */
export function namesAbove(domain: string): string[] {
  const labels = domain.split(".");
  const longest = labels.length > maxLabels ? labels.length - maxLabels : 1;
  return [domain, ...labels.slice(longest).map((_, at) => labels.slice(longest + at).join("."))];
}

/** The DNS Tree Walk of RFC 9989, section 4.10. All names are asked at once. */
export async function walkTree(domain: string, readTexts: ReadTexts): Promise<Walk> {
  const names = namesAbove(domain);
  const answers = await Promise.all(
    names.map(async (name) => ({ name, texts: await readTexts(`_dmarc.${name}`) })),
  );
  const found: Walk["found"] = [];
  let isUnknown = false;
  for (const { name, texts } of answers) {
    if (texts === "unknown") {
      isUnknown = true;
      continue;
    }
    const record = recordOf(texts);
    if (record) {
      found.push({ name, record });
    }
    if (record?.psd === "n" || (record?.psd === "y" && name !== domain)) {
      break;
    }
  }
  return { domain, found, isUnknown, organization: isUnknown ? undefined : organizationOf(domain, found) };
}

function organizationOf(domain: string, found: Walk["found"]): string {
  const end = found.find(({ name, record }) => record.psd === "n" || (record.psd === "y" && name !== domain));
  if (end?.record.psd === "y") {
    const labels = domain.split(".");
    return labels.slice(-end.name.split(".").length - 1).join(".");
  }
  return end?.name ?? found.at(-1)?.name ?? domain;
}
