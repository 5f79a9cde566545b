import type { EppClient } from "./api.ts";
import { createMethods } from "./methods.ts";
import type { EppClientOptions } from "./options.ts";

/**
 * Creates a client with one session, on which commands run one after the other. It is opened when the first
 * command needs it, kept alive, and opened again when it is lost.
 *
 * @example
 * const client = createEppClient({ host: "epp.example", port: 700, clientId: "ClientX", password: "foo-BAR2" });
 * const { data } = await client.domainInfo("example.com");
 */
export function createEppClient(options: EppClientOptions): EppClient {
  return createMethods(options, { maxSessions: 1 }).client;
}
