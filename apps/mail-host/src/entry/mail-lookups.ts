import { productionInternalPorts } from "@zonepost/mail-config";
import { readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix on loopback: is this recipient accepted, and is this password right? And Rspamd: may this login send from
// these addresses?

const env = readMailLookupsEnv();
const ports = productionInternalPorts;
const lookups = await startLookups({ url: env.MAIL_SERVERS_DATABASE_URL }, ports, env.DOVECOT_AUTH_SOCKET);
console.log(
  `answering Postfix on 127.0.0.1 ports ${ports.recipientPolicy} and ${ports.signIn}, and Rspamd on port ${ports.lookups}`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}
