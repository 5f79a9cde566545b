import { getServers } from "node:dns";
import { once } from "node:events";
import type { InternalPorts } from "@zonepost/mail-config";
import postgres from "postgres";
import { answerAuthorDomain, answerAuthors } from "../dmarc/answer-authors.ts";
import { createTlsPolicy } from "../tls-policy/tls-policy.ts";
import { createHttpLookups } from "./http-lookups.ts";
import { createRecipientPolicy } from "./recipient-policy.ts";
import { answerSender } from "./sender-lookup.ts";
import { createSignInRelay } from "./sign-in-relay.ts";

/** Answers Postfix and Rspamd on loopback, with the role of the mail servers, and passes sign-ins to Dovecot. */
export async function startLookups(
  databaseUrl: string,
  ports: Pick<InternalPorts, "lookups" | "recipientPolicy" | "signIn" | "tlsPolicy">,
  /** Dovecot's, for Postfix. */
  authSocket: string,
): Promise<{ close(): Promise<void> }> {
  const sql = postgres(databaseUrl, {
    max: 4,
    onnotice: () => {},
    // Postfix waits 10 s for an answer.
    connect_timeout: 3,
    backoff: (failedTries) => Math.min(0.05 * 2 ** failedTries, 1),
    connection: { application_name: "zonepost-mail-lookups", statement_timeout: 5_000 },
  });
  const http = createHttpLookups({
    "/may-send": (question) => answerSender(sql, question),
    "/author-domain": answerAuthorDomain,
    "/authors": (question) => answerAuthors(sql, question),
  }).listen(ports.lookups, "127.0.0.1");
  const recipientPolicy = createRecipientPolicy(sql).listen(ports.recipientPolicy, "127.0.0.1");
  const signIn = createSignInRelay(authSocket).listen(ports.signIn, "127.0.0.1");
  const tlsPolicy = createTlsPolicy({ resolvers: getServers }).listen(ports.tlsPolicy, "127.0.0.1");
  await Promise.all([http, recipientPolicy, signIn, tlsPolicy].map((server) => once(server, "listening")));
  return {
    async close() {
      http.closeAllConnections();
      http.close();
      recipientPolicy.close();
      signIn.close();
      tlsPolicy.close();
      await sql.end({ timeout: 2 });
    },
  };
}
