const inOrder = (names: string[]) => [...new Set(names.map((name) => name.toLowerCase()))].sort();

/** Ignores order, repetition and case, as DNS and EPP do. */
export function isSameSet(before: string[], after: string[]): boolean {
  return inOrder(before).join(" ") === inOrder(after).join(" ");
}

type Glue = readonly { host: string; addresses: string[] }[];

export const hasSameGlue = (before: Glue, after: Glue): boolean =>
  JSON.stringify(before) === JSON.stringify(after);

/** A domain's nameservers, each with its glue. */
export const delegatedHosts = (domain: { nameservers: readonly string[]; glue: Glue }) =>
  domain.nameservers.map((host) => ({
    host,
    addresses: domain.glue.find((glue) => glue.host === host)?.addresses ?? [],
  }));
