import { once } from "node:events";
import type { InternalPorts } from "@zonepost/mail-config";
import postgres from "postgres";
import { createHttpLookups } from "./http-lookups.ts";
import type { CertificateFiles } from "./manage-sieve/certificate.ts";
import { startManageSieve } from "./manage-sieve/start-manage-sieve.ts";
import { createRecipientPolicy } from "./recipient-policy.ts";
import { answerSender } from "./sender-lookup.ts";
import { createSignInRelay } from "./sign-in-relay.ts";

/** Answers Postfix and Rspamd on loopback, with the role of the mail servers, and passes sign-ins to Dovecot. */
export async function startLookups(
  databaseUrl: string,
  ports: Pick<InternalPorts, "lookups" | "recipientPolicy" | "signIn" | "manageSieve">,
  /** Dovecot's, for Postfix. */
  authSocket: string,
  manageSieve: { address?: string | undefined; port: number; certificateFiles: CertificateFiles },
  log: (line: string) => void,
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
  }).listen(ports.lookups, "127.0.0.1");
  const recipientPolicy = createRecipientPolicy(sql).listen(ports.recipientPolicy, "127.0.0.1");
  const signIn = createSignInRelay(authSocket).listen(ports.signIn, "127.0.0.1");
  const [sieve] = await Promise.all([
    startManageSieve({ ...manageSieve, sql, dovecotPort: ports.manageSieve, log }),
    ...[http, recipientPolicy, signIn].map((server) => once(server, "listening")),
  ]);
  return {
    async close() {
      http.closeAllConnections();
      http.close();
      recipientPolicy.close();
      signIn.close();
      sieve.close();
      await sql.end({ timeout: 2 });
    },
  };
}
