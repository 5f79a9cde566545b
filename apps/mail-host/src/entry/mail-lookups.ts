import { readFile } from "node:fs/promises";
import path from "node:path";
import { type LookupsConfiguration, productionInternalPorts, productionPorts } from "@zonepost/mail-config";
import { EnvError, readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix on loopback: is this recipient accepted, where does a bounce go? Rspamd: may this login send from these
// addresses, where does this copy go? Dovecot: may this address try another password? And mail programs over ManageSieve.

const { MAIL_SERVERS_DATABASE_URL, MAIL_CONFIGURATION } = readEnv();
const read = (name: string) => readFile(path.join(MAIL_CONFIGURATION, name), "utf8");
const configuration = JSON.parse(await read("lookups.json")) as LookupsConfiguration;
const ports = productionInternalPorts;
const lookups = await startLookups({ url: MAIL_SERVERS_DATABASE_URL }, ports, {
  srsSecret: (await read("srs-secret")).trim(),
  manageSieve: { port: productionPorts.sieve, certificateFiles: configuration.tls },
  log: (line) => console.error(line),
});
console.log(
  `answering Postfix on 127.0.0.1 ports ${ports.recipientPolicy} and ${ports.returnPaths}, Rspamd and Dovecot on port ${ports.lookups}, and mail programs on port ${productionPorts.sieve} (ManageSieve)`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}

function readEnv() {
  try {
    return readMailLookupsEnv();
  } catch (error) {
    console.error(error instanceof EnvError ? error.message : error);
    process.exit(1);
  }
}
