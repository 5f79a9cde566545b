import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { Assembler, type AssemblerState, type MessageEvent } from "./assembler.ts";
import type { LogDatabase, Login } from "./log-database.ts";
import { type FilePosition, LogFile, type LogLine } from "./log-file.ts";
import { type LogSource, parseLine } from "./parse-line.ts";
import { domainNamesOf, type EventRow, type HostedDomain, rowsOfEvent } from "./rows-of-event.ts";
import { readDovecotUse, UseReporter } from "./use-reporter.ts";

export type ShipperOptions = {
  database: LogDatabase;
  /** The folder of postfix.log, dovecot.log and rspamd.log. */
  folder: string;
  stateFile: string;
  /** Dovecot's configuration. */
  dovecot: string;
  host: string;
  pollIntervalMs: number;
  log: Logger;
  signal: AbortSignal;
};

const longestBackoffMs = 10_000;
const useIntervalMs = 5_000;
/** A round with fewer lines has read all there was. The next one waits, so that it stores more at once. */
const busyLineCount = 500;

type LogFiles = Record<LogSource, LogFile>;
type State = AssemblerState & {
  positions: Partial<Record<LogSource, FilePosition | null>>;
  /** Mailboxes that received mail since their use was reported. */
  unreported?: string[];
};

/**
 * Writes the steps of messages to the database until the signal. The state is stored after the rows: after a crash, the
 * last lines are read again, and their rows, which have the same IDs, are left out.
 */
export async function shipLogs(options: ShipperOptions): Promise<void> {
  const { database, folder, stateFile, dovecot, pollIntervalMs, log, signal } = options;
  const state = await readState(stateFile);
  const assembler = new Assembler(state);
  const open = (source: LogSource) =>
    new LogFile(path.join(folder, `${source}.log`), state?.positions[source] ?? null);
  const files: LogFiles = { postfix: open("postfix"), dovecot: open("dovecot"), rspamd: open("rspamd") };
  const { postfix } = files;
  const useOptions = {
    readUse: (addresses: readonly string[]) => readDovecotUse(dovecot, `${stateFile}.users`, addresses),
    storeUse: database.storeUse,
    intervalMs: useIntervalMs,
    log,
  };
  const use = new UseReporter(useOptions, state?.unreported);
  let savedText = "";
  let isUnsaved = false;
  const save = async () => {
    const positions = Object.fromEntries(
      Object.entries(files).map(([source, file]) => [source, file.position]),
    );
    const text = JSON.stringify({ ...assembler.state, positions, unreported: use.waiting });
    if (text !== savedText) {
      await writeFile(`${stateFile}.new`, text, { mode: 0o600 });
      await rename(`${stateFile}.new`, stateFile);
      savedText = text;
    }
  };
  /** A full disk mustn't end the agent, which does more than this. After a restart, the lines are read again. */
  const saveIfPossible = () =>
    save().then(
      () => {
        isUnsaved = false;
      },
      (error: unknown) => {
        if (!isUnsaved) {
          log.error({ err: error }, "the position in the logs wasn't stored; retrying");
        }
        isUnsaved = true;
      },
    );
  try {
    while (!signal.aborted) {
      const lines = await postfix.read();
      // What these report about a message is older than Postfix's lines about it.
      const otherCount = await shipOthers(options, assembler, files, use);
      await untilStored(options, assemble(assembler, "postfix", lines));
      await use.reportIfDue(performance.now());
      await saveIfPossible();
      if (lines.length + otherCount < busyLineCount) {
        await delay(pollIntervalMs, undefined, { signal }).catch(() => {});
      }
    }
  } catch (error) {
    if (!(error instanceof StoppedError)) {
      throw error;
    }
  } finally {
    await Promise.all([...Object.values(files).map((file) => file.close()), database.close()]);
  }
}

async function shipOthers(
  options: ShipperOptions,
  assembler: Assembler,
  files: LogFiles,
  use: UseReporter,
): Promise<number> {
  let count = 0;
  for (const source of ["rspamd", "dovecot"] as const) {
    for (let lines = await files[source].read(); lines.length > 0; lines = await files[source].read()) {
      count += lines.length;
      const batch = assemble(assembler, source, lines);
      await untilStored(options, batch);
      use.add(batch.mailboxes);
    }
  }
  return count;
}

type Batch = {
  events: { event: MessageEvent; line: LogLine; ordinal: number }[];
  /** When each address last signed in, and with which app passwords. */
  logins: Map<string, Login>;
  /** The mailboxes that a message was stored in. */
  mailboxes: Set<string>;
};

function assemble(assembler: Assembler, source: LogSource, lines: readonly LogLine[]): Batch {
  const batch: Batch = { events: [], logins: new Map(), mailboxes: new Set() };
  const now = new Date();
  for (const line of lines) {
    const step = parseLine(source, line.text, now);
    if (!step) {
      continue;
    }
    if (step.type === "login" || (step.type === "taken" && step.login !== null)) {
      const address = step.type === "login" ? step.address : (step.login ?? "");
      batch.logins.set(address, { address, at: step.at.toISOString() });
    }
    if (step.type === "stored") {
      batch.mailboxes.add(step.address);
    }
    for (const [ordinal, event] of assembler.take(step).entries()) {
      batch.events.push({ event, line, ordinal });
    }
  }
  return batch;
}

async function untilStored({ database, host, log, signal }: ShipperOptions, batch: Batch): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await store(database, host, batch);
      return;
    } catch (error) {
      failures += 1;
      log.error({ err: error, failures }, "the log wasn't stored; retrying");
      await delay(Math.min(250 * 2 ** failures, longestBackoffMs), undefined, { signal }).catch(() => {});
    }
  }
  throw new StoppedError();
}

/** Ends the loop before the state is stored, so that the lines are read again. */
class StoppedError extends Error {}

async function store(database: LogDatabase, host: string, { events, logins }: Batch): Promise<void> {
  const names = [...new Set(events.flatMap(({ event }) => domainNamesOf(event)))];
  const domains: HostedDomain[] = names.length > 0 ? await database.readDomains(names) : [];
  const byName = new Map(domains.map((domain) => [domain.name, domain]));
  const rows: EventRow[] = events.flatMap(({ event, line, ordinal }) =>
    rowsOfEvent(event, byName, { host, file: line.file, offset: line.offset }, ordinal),
  );
  if (rows.length > 0) {
    await storeRows(database, host, rows);
  }
  if (logins.size > 0) {
    await database.storeLogins([...logins.values()]);
  }
}

/** A row that the database can't store is left out, so that it doesn't hold up the others. */
async function storeRows(database: LogDatabase, host: string, rows: readonly EventRow[]): Promise<void> {
  try {
    await database.storeEvents(host, rows);
  } catch (error) {
    const isRefused = /^2[23]/.test(String((error as { code?: unknown }).code));
    if (!isRefused) {
      throw error;
    }
    for (const row of rows.length > 1 ? rows : []) {
      await storeRows(database, host, [row]);
    }
  }
}

async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as State);
}
