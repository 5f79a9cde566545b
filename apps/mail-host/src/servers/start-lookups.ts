import { once } from "node:events";
import { connectDatabase, type DatabaseTarget, type InternalPorts } from "@zonepost/mail-config";
import { createHttpLookups } from "./http-lookups.ts";
import { createRecipientPolicy } from "./recipient-policy.ts";
import { answerSender } from "./sender-lookup.ts";
import { createSignInRelay } from "./sign-in-relay.ts";

/** Answers Postfix and Rspamd on loopback, with the role of the mail servers, and passes sign-ins to Dovecot. */
export async function startLookups(
  database: DatabaseTarget,
  ports: Pick<InternalPorts, "lookups" | "recipientPolicy" | "signIn">,
  /** Dovecot's, for Postfix. */
  authSocket: string,
): Promise<{ close(): Promise<void> }> {
  const sql = connectDatabase(database, {
    max: 4,
    // Postfix waits 10 s for an answer.
    connect_timeout: 3,
    connection: { application_name: "zonepost-mail-lookups", statement_timeout: 5_000 },
  });
  const http = createHttpLookups({
    "/may-send": (question) => answerSender(sql, question),
  }).listen(ports.lookups, "127.0.0.1");
  const recipientPolicy = createRecipientPolicy(sql).listen(ports.recipientPolicy, "127.0.0.1");
  const signIn = createSignInRelay(authSocket).listen(ports.signIn, "127.0.0.1");
  await Promise.all([http, recipientPolicy, signIn].map((server) => once(server, "listening")));
  return {
    async close() {
      http.closeAllConnections();
      http.close();
      recipientPolicy.close();
      signIn.close();
      await sql.end({ timeout: 2 });
    },
  };
}
