import type { MailPorts } from "../ports.ts";
import { isSpf } from "../zone-records/policies/spf-mechanism-policy.ts";
import { evaluatedTerms, findInvalidTerm, type SpfCount } from "./policies/spf-policy.ts";

type Looked = Pick<SpfCount, "lookups" | "voids" | "faults" | "uncounted">;
type Resolve = (type: "A" | "AAAA" | "MX" | "TXT", name: string) => Promise<string[] | "unknown">;
type Walk = { resolve: Resolve; domainName: string };

/** Queries for one record, so that a record of strangers doesn't cost more. Twice the lookups that receivers make. */
const maxQueries = 24;
const timeoutMs = 10_000;

/** Counts what receivers look up to evaluate an SPF record of the domain, including the records that it includes. */
export async function countSpfLookups(
  { mailDns }: Pick<MailPorts, "mailDns">,
  { workspaceId, domainName }: { workspaceId: string; domainName: string },
  record: string,
  signal?: AbortSignal,
): Promise<SpfCount> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const answers = new Map<string, Promise<string[] | "unknown">>();
  const ask: Resolve = async (type, name) => {
    if (answers.size >= maxQueries || deadline.aborted) {
      return "unknown";
    }
    try {
      return await mailDns.resolveRecords({ workspaceId, name, type }, either);
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) {
        return "unknown";
      }
      throw error;
    }
  };
  const resolve: Resolve = (type, name) => {
    const key = `${type} ${name}`;
    const answer = answers.get(key) ?? ask(type, name);
    answers.set(key, answer);
    return answer;
  };
  const terms = new Map<string, number>();
  const parts: Looked[] = [];
  for (const term of evaluatedTerms(record)) {
    const part = await lookUpTerm({ resolve, domainName }, term, [domainName]);
    parts.push(part);
    if (part.lookups > 0) {
      terms.set(term, (terms.get(term) ?? 0) + part.lookups);
    }
  }
  return { ...sumOf(parts), terms: [...terms].map(([term, lookups]) => ({ term, lookups })) };
}

/** @param open the records that are being evaluated, from the domain's own to that of the term */
async function lookUpTerm(walk: Walk, term: string, open: readonly string[]): Promise<Looked> {
  const match = /^[+?~-]?(include|exists|a|mx|ptr|redirect)(?:[:=]([^/]+))?(?:\/.*)?$/i.exec(term);
  if (!match) {
    return nothing;
  }
  const mechanism = match[1]?.toLowerCase();
  const name = (match[2] ?? open.at(-1) ?? "").toLowerCase().replace(/\.$/, "");
  // The name depends on the sender, and ptr on its address.
  if (name.includes("%") || mechanism === "ptr") {
    return { ...nothing, lookups: 1 };
  }
  return mechanism === "include" || mechanism === "redirect"
    ? lookUpRecord(walk, name, open)
    : { ...(await findVoid(walk, mechanism === "mx" ? "MX" : "A", name)), lookups: 1 };
}

async function lookUpRecord(walk: Walk, name: string, open: readonly string[]): Promise<Looked> {
  const one = { ...nothing, lookups: 1 };
  if (open.includes(name)) {
    return { ...one, faults: [{ name, kind: "loop" }] };
  }
  const values = await walk.resolve("TXT", name);
  if (values === "unknown") {
    return { ...one, uncounted: [name] };
  }
  const records = values.filter(isSpf);
  const [record] = records;
  if (record === undefined) {
    return { ...one, faults: [{ name, kind: "missing" }] };
  }
  if (records.length > 1) {
    return { ...one, faults: [{ name, kind: "several" }] };
  }
  if (findInvalidTerm(record) !== undefined) {
    return { ...one, faults: [{ name, kind: "invalid" }] };
  }
  const parts: Looked[] = [one];
  for (const term of evaluatedTerms(record)) {
    parts.push(await lookUpTerm(walk, term, [...open, name]));
  }
  return sumOf(parts);
}

/** A name with addresses of one kind alone isn't void: receivers look up the kind of the sender's address. */
async function findVoid({ resolve }: Walk, type: "A" | "MX", name: string): Promise<Looked> {
  const first = await resolve(type, name);
  const found = type === "A" && first.length === 0 ? await resolve("AAAA", name) : first;
  if (found === "unknown") {
    return { ...nothing, uncounted: [name] };
  }
  return found.length === 0 ? { ...nothing, voids: [name] } : nothing;
}

const nothing: Looked = { lookups: 0, voids: [], faults: [], uncounted: [] };

const sumOf = (parts: readonly Looked[]): Looked => ({
  lookups: parts.reduce((sum, { lookups }) => sum + lookups, 0),
  voids: [...new Set(parts.flatMap(({ voids }) => voids))],
  faults: parts.flatMap(({ faults }) => faults),
  uncounted: [...new Set(parts.flatMap(({ uncounted }) => uncounted))],
});
