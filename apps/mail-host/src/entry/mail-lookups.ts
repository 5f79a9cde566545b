import { readFile } from "node:fs/promises";
import path from "node:path";
import { type LookupsConfiguration, productionInternalPorts } from "@zonepost/mail-config";
import { readMailLookupsEnv } from "../env.ts";
import { startLookups } from "../servers/start-lookups.ts";

// Answers Postfix and Rspamd on loopback: is this recipient accepted, is this password right, where does this copy go?

const { MAIL_SERVERS_DATABASE_URL, MAIL_CONFIGURATION } = readMailLookupsEnv();
const read = (name: string) => readFile(path.join(MAIL_CONFIGURATION, name), "utf8");
const configuration = JSON.parse(await read("lookups.json")) as LookupsConfiguration;
const ports = productionInternalPorts;
const lookups = await startLookups(MAIL_SERVERS_DATABASE_URL, ports, {
  ...configuration,
  srsSecret: (await read("srs-secret")).trim(),
});
console.log(
  `answering Postfix on 127.0.0.1 ports ${ports.recipientPolicy}, ${ports.returnPaths} and ${ports.signIn}, and Rspamd on port ${ports.lookups}`,
);
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => void lookups.close().then(() => process.exit(0)));
}
