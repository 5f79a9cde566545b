import { type NameserverInput, nameserverInput, nameserversInput } from "@zonepost/schema";
import { z } from "zod";

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Nameservers as text, one per line. Hosts below the domain are followed by their addresses. */
export const nameserverLines = z.string().transform((text, context): NameserverInput[] => {
  const nameservers: NameserverInput[] = [];
  for (const line of linesOf(text)) {
    const [host = "", ...addresses] = line.split(/[\s,;]+/).filter(Boolean);
    const read = nameserverInput.safeParse({ host, addresses });
    if (!read.success) {
      context.addIssue({ code: "custom", message: `${host}: ${read.error.issues[0]?.message}` });
      return z.NEVER;
    }
    nameservers.push(read.data);
  }
  const all = nameserversInput.safeParse({ nameservers });
  if (all.success) {
    return nameservers;
  }
  context.addIssue({ code: "custom", message: all.error.issues[0]?.message ?? "" });
  return z.NEVER;
});

/** Assigns an error to its line, by the index in its pointer (`/nameservers/1/host`). */
export function withLine(problem: { pointer: string; message: string }, text: string): string {
  const at = /^\/nameservers\/(\d+)/.exec(problem.pointer)?.[1];
  const host = at === undefined ? undefined : linesOf(text)[Number(at)]?.split(/[\s,;]+/)[0];
  return host ? `${host}: ${problem.message}` : problem.message;
}
