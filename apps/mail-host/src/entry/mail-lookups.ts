import { productionInternalPorts } from "@zonepost/mail-config";
import { readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix on loopback: is this recipient accepted? Rspamd: may this login send from these addresses? And Dovecot:
// may this address try another password?

const env = readMailLookupsEnv();
const ports = productionInternalPorts;
const lookups = await startLookups(env.MAIL_SERVERS_DATABASE_URL, ports);
console.log(
  `answering Postfix on 127.0.0.1 port ${ports.recipientPolicy}, and Rspamd and Dovecot on port ${ports.lookups}`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}
