import { readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix on loopback: is this recipient accepted? And Rspamd: may this login send from these addresses?

const env = readMailLookupsEnv();
const ports = { senderLookup: env.SENDER_LOOKUP_PORT, recipientPolicy: env.RECIPIENT_POLICY_PORT };
const lookups = await startLookups(env.MAIL_SERVERS_DATABASE_URL, ports);
console.log(
  `answering Postfix on 127.0.0.1 port ${ports.recipientPolicy} and Rspamd on port ${ports.senderLookup}`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}
