import { productionInternalPorts, productionPorts } from "@zonepost/mail-config";
import { readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix on loopback: is this recipient accepted, and is this password right? And Rspamd: may this login send from
// these addresses? And mail programs over ManageSieve.

const env = readMailLookupsEnv();
const ports = productionInternalPorts;
const lookups = await startLookups(
  env.MAIL_SERVERS_DATABASE_URL,
  ports,
  env.DOVECOT_AUTH_SOCKET,
  {
    port: productionPorts.sieve,
    certificateFiles: { certificateFile: env.MAIL_CERTIFICATE_FILE, keyFile: env.MAIL_CERTIFICATE_KEY_FILE },
  },
  (line) => console.error(line),
);
console.log(
  `answering Postfix on 127.0.0.1 ports ${ports.recipientPolicy} and ${ports.signIn}, Rspamd on port ${ports.lookups}, and mail programs on port ${productionPorts.sieve} (ManageSieve)`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}
