import { once } from "node:events";
import type { InternalPorts } from "@zonepost/mail-config";
import postgres from "postgres";
import { createHttpLookups } from "./http-lookups.ts";
import { createRecipientPolicy } from "./recipient-policy.ts";
import { answerSender } from "./sender-lookup.ts";
import { createSignInPolicy } from "./sign-in-policy.ts";

/** Answers Postfix, Rspamd and Dovecot on loopback, with the role of the mail servers. */
export async function startLookups(
  databaseUrl: string,
  ports: Pick<InternalPorts, "lookups" | "recipientPolicy">,
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
    "/sign-in-policy": createSignInPolicy(sql),
  }).listen(ports.lookups, "127.0.0.1");
  const recipientPolicy = createRecipientPolicy(sql).listen(ports.recipientPolicy, "127.0.0.1");
  await Promise.all([http, recipientPolicy].map((server) => once(server, "listening")));
  return {
    async close() {
      http.closeAllConnections();
      http.close();
      recipientPolicy.close();
      await sql.end({ timeout: 2 });
    },
  };
}
