import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Logger } from "pino";

export type MailboxUse = { address: string; usedBytes: number; messageCount: number };

export type UseReporterOptions = {
  /** What these mailboxes use; those that no longer exist are left out. */
  readUse(addresses: readonly string[]): Promise<MailboxUse[]>;
  storeUse(uses: readonly MailboxUse[]): Promise<void>;
  /** Between two reports: one report costs about as much for many mailboxes as for one. */
  intervalMs: number;
  log: Logger;
};

/** Reports what mailboxes use after deliveries to them. */
export class UseReporter {
  readonly #options: UseReporterOptions;
  readonly #waiting: Set<string>;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(options: UseReporterOptions, waiting: readonly string[] = []) {
    this.#options = options;
    this.#waiting = new Set(waiting);
  }

  /** The mailboxes whose use isn't reported yet. */
  get waiting(): string[] {
    return [...this.#waiting];
  }

  add(addresses: Iterable<string>): void {
    for (const address of addresses) {
      this.#waiting.add(address);
    }
  }

  /** A report that fails is repeated after the interval. */
  async reportIfDue(nowMs: number): Promise<void> {
    const { readUse, storeUse, intervalMs, log } = this.#options;
    const addresses = this.waiting;
    if (addresses.length === 0 || nowMs - this.#lastMs < intervalMs) {
      return;
    }
    this.#lastMs = nowMs;
    try {
      await storeUse(await readUse(addresses));
      for (const address of addresses) {
        this.#waiting.delete(address);
      }
    } catch (error) {
      log.warn({ err: error }, "the use of mailboxes wasn't reported; retrying");
    }
  }
}

const run = promisify(execFile);

/** Dovecot counts a message as long as it is in IMAP, as it does for the quota. */
export async function readDovecotUse(
  configuration: string,
  listFile: string,
  addresses: readonly string[],
): Promise<MailboxUse[]> {
  await writeFile(listFile, addresses.map((address) => `${address}\n`).join(""), { mode: 0o600 });
  try {
    const args = ["-c", configuration, "-f", "tab", "mailbox", "status", "-t", "-F", listFile];
    const { stdout } = await run("doveadm", [...args, "messages vsize", "*"], { timeout: 60_000 });
    return parseUse(stdout);
  } finally {
    await rm(listFile, { force: true });
  }
}

/** The columns of the first line, in the order that Dovecot chooses. */
export function parseUse(text: string): MailboxUse[] {
  const [header = "", ...lines] = text.trimEnd().split("\n");
  const columns = header.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    return {
      address: cell("Username"),
      usedBytes: Number(cell("vsize")),
      messageCount: Number(cell("messages")),
    };
  });
}
