import { getServers } from "node:dns";
import { once } from "node:events";
import { connectDatabase, type DatabaseTarget, type InternalPorts } from "@zonepost/mail-config";
import { answerAuthorDomain, answerAuthors } from "../dmarc/answer-authors.ts";
import { createTlsPolicy } from "../tls-policy/tls-policy.ts";
import { answerForward } from "./forwarding/forward-sender.ts";
import { createReturnPaths } from "./forwarding/return-paths.ts";
import { answerSieveMessage } from "./forwarding/sieve-message.ts";
import { answerSpam } from "./forwarding/spam.ts";
import { SenderRewriter } from "./forwarding/srs.ts";
import { createHttpLookups } from "./http-lookups.ts";
import type { CertificateFiles } from "./manage-sieve/certificate.ts";
import { startManageSieve } from "./manage-sieve/start-manage-sieve.ts";
import { createRecipientPolicy } from "./recipient-policy.ts";
import { answerSender } from "./sender-lookup.ts";
import { createSignInPolicy } from "./sign-in-policy.ts";

/** Answers Postfix, Rspamd and Dovecot on loopback, with the role of the mail servers. */
export async function startLookups(
  database: DatabaseTarget,
  ports: Pick<InternalPorts, "lookups" | "manageSieve" | "recipientPolicy" | "returnPaths" | "tlsPolicy">,
  host: {
    /** Of the hash in rewritten senders. */
    srsSecret: string;
    manageSieve: { address?: string | undefined; port: number; certificateFiles: CertificateFiles };
    log: (line: string) => void;
  },
): Promise<{ close(): Promise<void> }> {
  const sql = connectDatabase(database, {
    max: 4,
    // Postfix waits 10 s for an answer.
    connect_timeout: 3,
    connection: { application_name: "zonepost-mail-lookups", statement_timeout: 5_000 },
  });
  const rewriter = new SenderRewriter(host.srsSecret);
  const http = createHttpLookups({
    "/may-send": (question) => answerSender(sql, question),
    "/forward": (question) => answerForward({ sql, rewriter }, question),
    "/sieve-message": (question) => answerSieveMessage(sql, question),
    "/spam": (question) => answerSpam(sql, question),
    "/author-domain": answerAuthorDomain,
    "/authors": (question) => answerAuthors(sql, question),
    "/sign-in-policy": createSignInPolicy(sql),
  }).listen(ports.lookups, "127.0.0.1");
  const recipientPolicy = createRecipientPolicy(sql, rewriter).listen(ports.recipientPolicy, "127.0.0.1");
  const returnPaths = createReturnPaths(rewriter).listen(ports.returnPaths, "127.0.0.1");
  const tlsPolicy = createTlsPolicy({ resolvers: getServers }).listen(ports.tlsPolicy, "127.0.0.1");
  const [sieve] = await Promise.all([
    startManageSieve({ ...host.manageSieve, sql, dovecotPort: ports.manageSieve, log: host.log }),
    ...[http, recipientPolicy, returnPaths, tlsPolicy].map((server) => once(server, "listening")),
  ]);
  return {
    async close() {
      http.closeAllConnections();
      http.close();
      recipientPolicy.close();
      returnPaths.close();
      sieve.close();
      tlsPolicy.close();
      await sql.end({ timeout: 2 });
    },
  };
}
