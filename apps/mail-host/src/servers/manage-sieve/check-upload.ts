import type postgres from "postgres";
import { checkScript, includedScripts, redirectTargets } from "../../sieve/check-script.ts";
import { describeFinding } from "../../sieve/findings.ts";
import { type Command, parseSieve, SieveSyntaxError } from "../../sieve/parse-sieve.ts";
import { readAllowedAddresses } from "../../sieve/read-allowed-addresses.ts";

export type Verdict =
  | { kind: "allowed" }
  /** With the reasons, by line. */
  | { kind: "refused"; lines: string[] }
  /** Dovecot's compiler, which describes the fault better, must refuse it as well. */
  | { kind: "unreadable"; lines: string[] }
  | { kind: "unknown_account" };

const maxIncluded = 20;

/** Whether an account may have a script, with all of its own scripts that it includes. */
export async function checkUpload(
  sql: postgres.Sql,
  login: string,
  script: Buffer,
  /** Another script of the mailbox; undefined if there is none. */
  fetchScript: (name: string) => Promise<Buffer | undefined>,
  /** Runs what takes time of the core. */
  measure: <Result>(work: () => Result) => Result,
): Promise<Verdict> {
  const scripts: { label: string; commands: Command[] }[] = [];
  const waiting: { name?: string; text: Buffer }[] = [{ text: script }];
  const seen = new Set<string>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const label = next.name === undefined ? "" : `${next.name}: `;
    try {
      const { text } = next;
      const commands = measure(() => parseSieve(text.toString("latin1")));
      scripts.push({ label, commands });
      for (const name of includedScripts(commands)) {
        if (seen.size < maxIncluded && !seen.has(name)) {
          seen.add(name);
          const text = await fetchScript(name);
          waiting.push(...(text ? [{ name, text }] : []));
        } else if (!seen.has(name)) {
          return { kind: "refused", lines: [`include can use at most ${maxIncluded} scripts`] };
        }
      }
    } catch (error) {
      if (error instanceof SieveSyntaxError) {
        const lines = [
          label + describeFinding({ line: error.line, code: "not_readable", detail: error.message }),
        ];
        return { kind: label === "" ? "unreadable" : "refused", lines };
      }
      throw error;
    }
  }
  const [account] = await sql<{ id: string | null }[]>`select mail_host.find_sieve_account(${login}) as id`;
  const targets = scripts.flatMap(({ commands }) => redirectTargets(commands));
  const allowed = account?.id ? await readAllowedAddresses(sql, account.id, targets) : undefined;
  if (!allowed) {
    return { kind: "unknown_account" };
  }
  const lines = measure(() =>
    scripts.flatMap(({ label, commands }) =>
      checkScript(commands, allowed).map((finding) => label + describeFinding(finding)),
    ),
  );
  return lines.length > 0 ? { kind: "refused", lines } : { kind: "allowed" };
}
