import type { SecretBox } from "@zonepost/secret-box";
import type { Logger } from "pino";
import { createWaker } from "../waker.ts";
import type { AgentDatabase } from "./agent-database.ts";
import {
  exceptionMapName,
  exceptionMapOf,
  isKeyFile,
  keyFileName,
  type SealedKey,
  selectorMapName,
  selectorMapOf,
} from "./file-contents.ts";
import type { MemoryFolder } from "./memory-folder.ts";

const longestBackoffMs = 5_000;

export type AgentOptions = {
  database: AgentDatabase;
  folder: MemoryFolder;
  secretBox: SecretBox;
  host: string;
  /** How often the files are compared with the database, and the host reports, without a notice. */
  pollIntervalMs: number;
  log: Logger;
  signal: AbortSignal;
  /** Called when the database is back after an outage. */
  onReturn: () => void;
  /** Called once, when the files are as the database has them. */
  onReady: () => void;
};

/**
 * Keeps the files of Rspamd on this host as the database has them, until the signal. While the database is away, and
 * after the end, the files stay as they are, so that mail is signed.
 */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { database, pollIntervalMs, log, signal, onReturn, onReady } = options;
  const waker = createWaker();
  signal.addEventListener("abort", waker.wake, { once: true });
  // Without a database, the connection and its LISTEN are tried again until there is one.
  const listening = database.listen(waker.wake, onReturn).catch((error: unknown) => {
    log.warn({ err: error }, "notices are not received yet; polling");
  });
  /** The names of the key files that this process has written or found right, by the ID of the key. */
  const stored = new Map<string, string>();
  let failures = 0;
  let isReady = false;
  while (!signal.aborted) {
    waker.rearm();
    try {
      await synchronize(options, stored);
      failures = 0;
      if (!isReady) {
        isReady = true;
        onReady();
      }
    } catch (error) {
      failures += 1;
      log.error({ err: error, failures }, "the files were not updated; retrying");
    }
    await waker.wait(failures > 0 ? Math.min(100 * 2 ** failures, longestBackoffMs) : pollIntervalMs);
  }
  await database.close();
  await listening;
}

/** Keys first, then the map that names them, and removals last: the map never names a key without a file. */
async function synchronize(
  { database, folder, secretBox, host, log }: AgentOptions,
  stored: Map<string, string>,
): Promise<void> {
  const before = new Set(await folder.list());
  for (const [id, name] of stored) {
    if (!before.has(name)) {
      stored.delete(id);
    }
  }
  const [keys, exceptions] = await Promise.all([
    database.readKeys([...stored.keys()]),
    database.readSenderExceptions(),
  ]);
  for (const key of keys.filter(({ id }) => !stored.has(id))) {
    try {
      await folder.write(keyFileName(key), openKey(secretBox, key));
      stored.set(key.id, keyFileName(key));
    } catch (error) {
      log.error({ err: error, domain: key.domain, selector: key.selector }, "a DKIM key could not be stored");
    }
  }
  const files = await folder.list();
  await folder.write(selectorMapName, selectorMapOf(keys, new Set(files)));
  await folder.write(exceptionMapName, exceptionMapOf(exceptions));
  const wanted = new Set(keys.map(keyFileName));
  for (const name of files.filter((file) => isKeyFile(file) && !wanted.has(file))) {
    await folder.remove(name);
  }
  await database.report(
    host,
    keys.filter(({ id }) => stored.has(id)).map(({ id }) => id),
  );
}

const openKey = (secretBox: SecretBox, { privateKeyEncrypted, mailDomainId }: SealedKey): string =>
  secretBox.open(privateKeyEncrypted ?? "", `mail_domain:${mailDomainId}`);
