import path from "node:path";
import { parseArgs } from "node:util";
import { OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { install } from "../../scripts/install.mjs";
import { nameserversOf } from "../../scripts/supervisor/nameservers.mjs";
import { readSettings } from "../../scripts/supervisor/settings.mjs";
import { dnsPackages, installMissing } from "../../scripts/system-packages.mjs";
import { findSandbox, readAddress, runBeside } from "./beside-sandbox.mjs";

// `npm run sandbox:dns`: serves the running sandbox's signed zones with Knot DNS, and a validating resolver, until
// Ctrl-C. `-- --port 5353` sets the port, `-- --server example.com=5301` adds a zone served on this machine.

const usage = "npm run sandbox:dns -- [--port 5353] [--server example.com=5301]…";
const wrong = (message) => Object.assign(new OperatorError(message), { exitCode: 2 });

function readArguments() {
  let values;
  try {
    const options = /** @type {const} */ ({
      port: { type: "string" },
      server: { type: "string", multiple: true },
    });
    ({ values } = parseArgs({ options }));
  } catch {
    throw wrong(`Unknown option. ${usage}`);
  }
  const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
  if (values.port !== undefined && !isPort(values.port)) {
    throw wrong(`--port ${values.port} is not a port. ${usage}`);
  }
  const servers = values.server ?? [];
  for (const server of servers) {
    const [zone, port = ""] = server.split("=");
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(zone ?? "") || !isPort(port)) {
      throw wrong(`--server ${server} is not a zone and a port. ${usage}`);
    }
  }
  return { port: values.port, servers };
}

function say(port, whose) {
  console.log(`The sandbox's zones are served, signed, ${whose}. A resolver that validates is on port ${port}:

  dig @127.0.0.1 -p ${port} com SOA +dnssec
  dig @127.0.0.1 -p ${port} your-name.com DS +dnssec

"ad" among the flags says that the answer was validated.`);
}

async function main() {
  const { port, servers } = readArguments();
  const settings = await readSettings({ isDevelopment: false });
  const { supervisor, ports, databaseUrl } = findSandbox(settings);
  const held = readAddress(path.join(settings.dataDir, "registry/dns/address.json"));
  if (held) {
    return say(held.resolverPort, `by process ${held.pid}`);
  }
  await install({ log: (line) => console.error(line) });
  const missing = installMissing(dnsPackages);
  if (missing) {
    throw new OperatorError(`The DNS servers are not installed here: ${missing}.`);
  }
  process.exitCode = await runBeside({
    name: "DNS",
    entry: "sandbox/registry/src/entry/sandbox-dns.ts",
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: settings.dataDir,
      // The nameservers of the sandbox look for DS records there.
      SANDBOX_DNS_PORT: port ?? String(ports.resolver ?? 0),
      SANDBOX_NAMESERVERS: ports.dns ? nameserversOf(ports) : "",
      SANDBOX_DNS_SERVERS: servers.join(","),
    },
    supervisor,
    onReady: ({ resolverPort }) => say(resolverPort, "until Ctrl-C"),
  });
}

try {
  await main();
} catch (error) {
  console.error(error.publicMessage ?? error);
  process.exitCode = error.exitCode ?? 1;
}
