import type { SealedReport } from "./rewrap-secrets.ts";

type ReportLine = { text: string; isProblem: boolean };

/** How many values each key has sealed, a line for each key, the current ones first. */
export function describeCounts({ counts, current, retired }: SealedReport): string[] {
  const kindOf = (keyId: string) =>
    current.includes(keyId) ? "current" : retired.includes(keyId) ? "retired" : "unknown";
  const order = ["current", "retired", "unknown"];
  return [...counts]
    .map(([keyId, values]) => ({ keyId, kind: kindOf(keyId), values }))
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
    .map(({ keyId, kind, values }) => `  ${keyId}  ${kind}  ${describeValues(values)}`);
}

const describeValues = (values: ReadonlyMap<string, number>) =>
  [...values].map(([name, count]) => `${count} ${name}`).join(", ");

/** What keeps values from being sealed again; undefined if nothing does. */
export function describeOthers({ others, current: [keyId] }: SealedReport): string | undefined {
  if (others.length === 0) {
    return undefined;
  }
  const programs = others.map(
    (each) =>
      `${each.program}${each.address ? ` at ${each.address}` : ""} (${each.keyId ? `key ${each.keyId}` : "an earlier version"})`,
  );
  return `These programs don't encrypt with the current key, ${keyId}, yet, and couldn't read what is encrypted again: ${programs.join(", ")}. Restart them with the new ENCRYPTION_KEY first. If they have ended and a pooler keeps their connections, run RECONNECT in its console.`;
}

export const isRetiredInUse = ({ counts, retired }: SealedReport): boolean =>
  retired.some((keyId) => counts.has(keyId));

/** What is left to do, in one line. A problem needs the operator before a retired key can go. */
export function describeRest(report: SealedReport): ReportLine {
  const { counts, retired, current, hostsWithoutKey } = report;
  if (isRetiredInUse(report)) {
    return {
      isProblem: true,
      text:
        hostsWithoutKey.length > 0
          ? `DKIM keys wait for the mail agents of ${hostsWithoutKey.join(", ")}: set MAIL_AGENT_KEY and MAIL_AGENT_KEYS_RETIRED there to what npm run mail:agent-key prints. Keep the retired key until then.`
          : "Some values are still encrypted with a retired key. Keep it, and run npm run secrets:rewrap.",
    };
  }
  const unknown = [...counts.keys()].filter((keyId) => ![...current, ...retired].includes(keyId));
  if (unknown.length > 0) {
    return {
      isProblem: true,
      text: `The key of ${unknown.join(", ")} isn't configured, so its values can't be read. Add it to ENCRYPTION_KEYS_RETIRED if you have it.`,
    };
  }
  return {
    isProblem: false,
    text:
      retired.length > 0
        ? "Nothing is encrypted with a retired key. Keep it with the backups that were made before, and run: npm run secrets:forget -- encryption"
        : "Everything is encrypted with the current key.",
  };
}
