import { randomBytes } from "node:crypto";
import { encodeCommand } from "../codec/client-message.ts";
import { ExchangeFailure } from "./connection.ts";
import { EppConnectionError, EppOutcomeUnknownError, EppResultError } from "./errors.ts";
import { asError } from "./exchange.ts";
import type { EppClientOptions } from "./options.ts";
import { openSession } from "./session.ts";

/**
 * Changes the client's password in a separate login (RFC 5730 section 2.9.1.1). A password of more than 16
 * characters needs a server with login security (RFC 8807). Open sessions stay open; new sessions need the new
 * password.
 *
 * @throws EppResultError if the server refuses the login or the new password; EppConnectionError if the server
 *   can't be reached and nothing has changed; EppOutcomeUnknownError if no response arrived: try both passwords.
 */
export async function changeEppPassword(options: EppClientOptions, newPassword: string): Promise<void> {
  const clTRID = `ZP-${randomBytes(6).toString("hex")}`;
  const { log = () => {} } = options;
  let connection: Awaited<ReturnType<typeof openSession>>;
  let loggingIn = false;
  try {
    connection = await openSession(options, clTRID, {
      newPassword,
      log,
      onClose: () => {},
      onLogin: () => {
        loggingIn = true;
      },
    });
  } catch (cause) {
    if (cause instanceof EppResultError) {
      throw cause;
    }
    const unknown = loggingIn && !(cause instanceof ExchangeFailure && !cause.sent);
    const Failure = unknown ? EppOutcomeUnknownError : EppConnectionError;
    throw new Failure(`the password may not have changed: ${asError(cause).message}`, { clTRID, cause });
  }
  await connection.exchange(encodeCommand({ type: "logout" }, `${clTRID}-2`), 2000).catch(() => {});
  connection.destroy("logged out");
}
