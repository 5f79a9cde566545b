import { randomInt } from "node:crypto";
import {
  changeEppPassword,
  createEppClient,
  type EppClientOptions,
  EppConnectionError,
  EppOutcomeUnknownError,
  EppResultError,
  isEppRefusal,
} from "@zonepost/epp";

/** Where the new password is stored before it is sent, so that a crash at any moment can't lose it. */
export type NewPasswordStore = { read(): string | undefined; write(password: string): void; remove(): void };

/** Why the password wasn't changed, in a sentence for the operator. */
export class PasswordChangeError extends Error {
  override readonly name = "PasswordChangeError";
}

/**
 * Changes the account's password at its registry. If an earlier change was interrupted, finds out which password works and
 * completes that change; `isNew` is false if it had reached the registry.
 */
export async function changeRegistryPassword(
  account: EppClientOptions,
  store: NewPasswordStore,
  choose: () => Promise<string>,
): Promise<{ isNew: boolean }> {
  const interrupted = store.read();
  // Once it is configured, that change is complete.
  const resumed = interrupted === account.password ? undefined : interrupted;
  if (resumed !== undefined && (await isAccepted({ ...account, password: resumed }))) {
    return { isNew: false };
  }
  const password = resumed ?? (await choose());
  if (password === account.password) {
    throw new PasswordChangeError("The new password is the current one.");
  }
  if (resumed === undefined) {
    store.write(password);
  }
  await send(account, password, store);
  return { isNew: true };
}

async function send(account: EppClientOptions, password: string, store: NewPasswordStore): Promise<void> {
  try {
    await changeEppPassword(account, password);
  } catch (error) {
    if (error instanceof EppOutcomeUnknownError) {
      if (await isAccepted({ ...account, password })) {
        return;
      }
      throw new PasswordChangeError(
        "The registry's response was lost, and the password hasn't changed. Try again.",
      );
    }
    // The registry has told that it didn't change, or got nothing.
    store.remove();
    throw isRefusedLogin(error)
      ? new PasswordChangeError("The registry refuses the configured password, so nothing was changed.")
      : new PasswordChangeError(`The registry didn't change the password: ${reasonOf(error)}.`);
  }
}

/** Whether the registry accepts a login with it. Throws if that can't be found out. */
async function isAccepted(account: EppClientOptions): Promise<boolean> {
  const client = createEppClient({ ...account, connectAttempts: 1 });
  try {
    await client.hello();
    return true;
  } catch (error) {
    if (isRefusedLogin(error)) {
      return false;
    }
    throw new PasswordChangeError(
      `An earlier change was interrupted, and the registry can't be asked whether it was made: ${reasonOf(error)}. Run the command again later.`,
    );
  } finally {
    await client.close();
  }
}

const isRefusedLogin = (error: unknown): boolean =>
  isEppRefusal(error, "authentication") ||
  (error instanceof EppConnectionError && isEppRefusal(error.cause, "authentication"));

/** Messages of the registry never contain what was sent. */
function reasonOf(error: unknown): string {
  const cause = error instanceof EppConnectionError ? (error.cause ?? error) : error;
  if (cause instanceof EppResultError) {
    return `${cause.code} ${[cause.message, ...cause.reasons].join(", ")}`;
  }
  return cause instanceof Error ? cause.message : String(cause);
}

const alphabets = ["abcdefghijkmnpqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-_.!+"];

/** 16 characters, the most that every registry takes (RFC 5730), with one of each kind: about 95 bits. */
export function generateRegistryPassword(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const rest = Array.from({ length: 16 - alphabets.length }, () => pick(alphabets.join("")));
  const characters = [...alphabets.map(pick), ...rest];
  for (let at = characters.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [characters[at], characters[other]] = [characters[other] ?? "", characters[at] ?? ""];
  }
  return characters.join("");
}
