import { changedMs } from "./certificate.ts";

export type RenewalOptions = {
  certificateFile: string;
  /** When the file that the servers have read was changed. */
  readMs: number;
  /** Has each server read it again, by the server's name. */
  reloads: Readonly<Record<string, () => Promise<unknown>>>;
  say(line: string): void;
};

/**
 * Has the servers read a certificate that was renewed. Mail continues with the former one if that fails, so it is said and
 * tried again: the returned function is called from time to time, and returns false while it has to be called soon.
 */
export function createRenewal({ certificateFile, readMs, reloads, say }: RenewalOptions) {
  let knownMs = readMs;
  const done = new Set<string>();
  let seenMs = readMs;
  return async (): Promise<boolean> => {
    const changed = changedMs(certificateFile);
    if (changed <= knownMs) {
      return true;
    }
    if (changed !== seenMs) {
      seenMs = changed;
      done.clear();
    }
    for (const [server, reload] of Object.entries(reloads)) {
      if (!done.has(server)) {
        await reload().then(
          () => done.add(server),
          (error: unknown) =>
            say(
              `${server} didn't read the renewed certificate and will be told again: ${error instanceof Error ? error.message.trim() : error}`,
            ),
        );
      }
    }
    if (done.size < Object.keys(reloads).length) {
      return false;
    }
    knownMs = changed;
    say("the certificate was renewed");
    return true;
  };
}
