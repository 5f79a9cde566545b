import { readSandboxDnsEnv } from "../env.ts";
import { tldRules } from "../rules/tlds.ts";
import { startSandboxDns, ZonesUnavailableError } from "../zones/index.ts";

// Runs the sandbox's DNS next to a running registry: prints its address and runs until it is stopped.

try {
  const env = readSandboxDnsEnv();
  const dns = await startSandboxDns({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    tlds: [...tldRules.keys()],
    resolverPort: env.SANDBOX_DNS_PORT,
    servers: env.SANDBOX_DNS_SERVERS,
    nameserverPorts: env.SANDBOX_NAMESERVERS,
    log(entry) {
      if (entry.event === "zones_failed") {
        console.error("the zones could not be written; trying again", entry.error);
      } else if (entry.event === "knot_ended") {
        console.error("knotd ended; starting it again");
      }
    },
  });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    await dns.close();
    process.exit(0);
  };
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(name, () => void stop());
  }
  process.on("disconnect", () => void stop());
  const { zonesPort, resolverPort } = dns;
  if (process.send) {
    process.send({ type: "ready", zonesPort, resolverPort });
  } else {
    console.log(`zones on 127.0.0.1 port ${zonesPort}, resolver on port ${resolverPort}`);
  }
} catch (error) {
  console.error(error instanceof ZonesUnavailableError ? error.message : error);
  process.exit(1);
}
