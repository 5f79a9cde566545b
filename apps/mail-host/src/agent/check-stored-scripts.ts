import path from "node:path";
import { checkScript, includedScripts, redirectTargets } from "../sieve/check-script.ts";
import type { SieveFinding } from "../sieve/findings.ts";
import { type Command, parseSieve, SieveSyntaxError } from "../sieve/parse-sieve.ts";
import { rewriteScript } from "../sieve/rewrite-script.ts";
import type { AgentDatabase } from "./agent-database.ts";
import { type RoundOptions, repeatRounds } from "./mailbox-rounds.ts";
import { ScriptFolder } from "./script-folder.ts";

export type StoredScriptOptions = RoundOptions & {
  /** Dovecot's configuration, to compile scripts. */
  dovecot: string;
  database: Pick<AgentDatabase, "readAllowedAddresses" | "storeSieveFindings">;
};

/** Raise it when more is refused: scripts that were checked by earlier rules are checked again. */
const rulesVersion = "1";

/**
 * Checks each mailbox's active script once, because scripts that were stored before the server checked them may do what
 * it refuses. What a restored backup brings back is checked too, since the mark of a check is in the mailbox's folder.
 */
export const checkStoredScripts = (options: StoredScriptOptions): Promise<void> =>
  repeatRounds(options, {
    select: (accountIds) => accountIds,
    work: (id) => checkMailbox(id, options),
    failures: {
      select: "the scripts of mailboxes were not looked for; retrying",
      work: "the script of a mailbox was not checked; retrying",
    },
  });

/** The mark comes last: after a kill, the mailbox is checked again, which finds what is left to do. */
async function checkMailbox(id: string, { mailboxes, dovecot, database, log }: StoredScriptOptions) {
  const folder = new ScriptFolder(path.join(mailboxes, id), dovecot);
  if (!(await folder.exists()) || (await folder.readMark()) === rulesVersion) {
    return;
  }
  // A script can only be compiled after those that it includes.
  for (const name of (await listUsed(folder)).reverse()) {
    const source = await folder.read(name);
    const commands = source === undefined ? undefined : readCommands(source);
    if (source === undefined || commands === undefined) {
      // A script that can't be compiled has no effect.
      if (source !== undefined && (await folder.compiles(source))) {
        await replace(name, source, turnedOff, [offFinding]);
      }
      continue;
    }
    const allowed = await database.readAllowedAddresses(id, redirectTargets(commands));
    if (!allowed) {
      return;
    }
    const found = checkScript(commands, allowed);
    if (found.length > 0) {
      const text = rewriteScript(source, commands, found);
      const findings = found.map(({ line, code, detail }): SieveFinding => ({ line, code, detail }));
      const rewritten = readCommands(text);
      const isUsable =
        rewritten && checkScript(rewritten, allowed).length === 0 && (await folder.compiles(text));
      await (isUsable
        ? replace(name, source, text, findings)
        : replace(name, source, turnedOff, [...findings, offFinding]));
    }
  }
  await folder.writeMark(rulesVersion);

  async function replace(name: string, source: string, text: string, findings: SieveFinding[]) {
    await folder.keepOriginal(name, source);
    await database.storeSieveFindings(id, { name, hash: folder.hashOf(source) }, findings);
    await folder.replace(name, source, text);
    log.info({ accountId: id, findings: findings.length }, "changed the script of a mailbox");
  }
}

/** Takes all mail into the inbox, as a mailbox without a script does. */
const turnedOff =
  "# This script is off. What it was is in the script with the same name and (original).\r\nkeep;\r\n";

const offFinding: SieveFinding = { line: 1, code: "turned_off", detail: "" };

/** The names of the active script and of those that it includes, directly or not, before those that they include. */
async function listUsed(folder: ScriptFolder): Promise<string[]> {
  const active = await folder.findActive();
  const names = active === undefined ? [] : [active];
  for (let at = 0; at < names.length; at += 1) {
    const source = await folder.read(names[at] ?? "");
    const included = includedScripts((source === undefined ? undefined : readCommands(source)) ?? []);
    names.push(...new Set(included.filter((name) => folder.isName(name) && !names.includes(name))));
  }
  return names;
}

function readCommands(source: string): Command[] | undefined {
  try {
    return parseSieve(source);
  } catch (error) {
    if (error instanceof SieveSyntaxError) {
      return undefined;
    }
    throw error;
  }
}
