import postgres from "postgres";
import { readSenderLookupEnv } from "../env.ts";
import { createSenderLookup } from "../servers/sender-lookup.ts";

// Answers Rspamd on loopback: may this login send from these addresses?

const env = readSenderLookupEnv();
const sql = postgres(env.MAIL_SERVERS_DATABASE_URL, { max: 4, onnotice: () => {} });
const server = createSenderLookup(sql).listen(env.SENDER_LOOKUP_PORT, "127.0.0.1", () => {
  console.log(`answering on 127.0.0.1 port ${env.SENDER_LOOKUP_PORT}`);
});
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => {
    server.close();
    server.closeIdleConnections();
    void sql.end({ timeout: 5 }).then(() => process.exit(0));
  });
}
