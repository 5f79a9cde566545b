import type { EppClient } from "./api.ts";
import { createMethods } from "./methods.ts";
import type { EppClientOptions } from "./options.ts";

/**
 * Creates a client with one session, which runs commands one at a time. The session opens with the first command,
 * is kept alive, and reopens if the connection is lost.
 *
 * @example
 * const client = createEppClient({ host: "epp.example", port: 700, clientId: "ClientX", password: "foo-BAR2" });
 * const { data } = await client.domainInfo("example.com");
 */
export function createEppClient(options: EppClientOptions): EppClient {
  return createMethods(options, { maxSessions: 1 }).client;
}
