import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { checkDnsConfiguration } from "../check-configuration.ts";
import {
  configurationFolder,
  nsdConfiguration,
  primaryConfiguration,
  readDnsSettings,
  secondaryConfiguration,
  writeKnotDatabase,
} from "../index.ts";
import { DnsSettingsError } from "../settings.ts";

// `npm run dns:config -- --settings FILE --server primary`: prints the configuration of one nameserver and has the server's
// own program check it; with --write, writes Knot's, keeping the zones that it has.

const run = promisify(execFile);
const usage = `npm run dns:config -- --settings dns.json --server primary|ns1.example.net [--nsd] \\
  [--write [--user zonepost-dns]] [--state /var/lib/zonepost-dns] [--run /run/zonepost-dns]`;

function readArguments() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    const { values } = parseArgs({
      options: { settings: text, server: text, state: text, run: text, user: text, nsd: flag, write: flag },
    });
    const { settings, server } = values;
    return settings && server && !(values.nsd && values.write) ? { ...values, settings, server } : undefined;
  } catch {
    return undefined;
  }
}

async function isRunning(socket: string): Promise<boolean> {
  try {
    await run("knotc", ["-s", socket, "status"]);
    return true;
  } catch {
    return false;
  }
}

const given = readArguments();
if (!given) {
  console.error(usage);
  process.exit(2);
}
const folders = {
  state: path.resolve(given.state ?? "/var/lib/zonepost-dns"),
  run: path.resolve(given.run ?? "/run/zonepost-dns"),
};

try {
  const options = { ...readDnsSettings(await readFile(given.settings, "utf8")), folders };
  const { server } = given;
  if (server !== "primary" && !options.secondaries.some(({ host }) => host === server)) {
    throw new DnsSettingsError(`nameservers: ${server} isn't one of them`);
  }
  const program = given.nsd ? "nsd" : "knot";
  const text =
    server === "primary"
      ? primaryConfiguration(options)
      : given.nsd
        ? nsdConfiguration(options, server)
        : secondaryConfiguration(options, server);
  const faults = await checkDnsConfiguration(program, text);
  for (const line of faults ?? [`Warning: ${program} is not installed here, so nothing has checked this.`]) {
    console.error(line);
  }
  if (faults && faults.length > 0) {
    process.exitCode = 1;
  } else if (!given.write) {
    process.stdout.write(text);
  } else if (await isRunning(path.join(folders.run, "knot.sock"))) {
    console.error(`Knot runs on ${folders.state}. Stop it first: systemctl stop zonepost-dns`);
    process.exitCode = 1;
  } else {
    await writeKnotDatabase(options, text);
    if (given.user) {
      await run("chown", ["-R", `${given.user}:`, folders.state, folders.run]);
    }
    console.log(
      `${folders.state} is written, with the zones that it had. Start the server with\n\n  systemctl enable --now zonepost-dns\n\nor, without systemd, as its own user:\n\n  knotd -C ${configurationFolder(options)}\n`,
    );
  }
} catch (error) {
  console.error(error instanceof DnsSettingsError ? `${given.settings}: ${error.message}` : error);
  process.exitCode = 1;
}
