import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type CertificateFiles, changedMs, findCertificate } from "../container/certificate.ts";
import { createRenewal } from "../container/renew-certificate.ts";
import { createUnitRunner } from "../container/unit-runner.ts";

// A mail host in one container: writes its configuration, runs the servers from the same units as systemd does, and does
// what Debian's timers do on a host. The first process is an init, which reaps orphans.

const settings = ["MAIL_HOST_NAME", "MAIL_SERVERS_DATABASE_URL", "MAIL_AGENT_DATABASE_URL", "MAIL_AGENT_KEY"];
const certificateWaitMs = 2_000;
const houseworkMs = 3_600_000;
const retryMs = 60_000;

const run = promisify(execFile);
const say = (line: string) => console.log(`mail host: ${line}`);

const missing = settings.filter((name) => !process.env[name]);
if (missing.length > 0) {
  console.error(
    `The mail host has no ${missing.join(", no ")}. docs/install.md#mail-hosts names where they come from.`,
  );
  process.exit(2);
}
const {
  MAIL_HOST_NAME: hostname = "",
  MAIL_CONTAINER_FOLDER: own = path.resolve(import.meta.dirname, "../../container"),
  MAIL_CONFIGURATION: configuration = "/etc/zonepost-mail",
  MAIL_UNITS: units = "/run/zonepost-mail-units",
  MAIL_CERTIFICATE_FILE: certificateFile,
  MAIL_CERTIFICATE_KEY_FILE: keyFile,
  MAIL_CERTIFICATE_STORAGE: storage = "/caddy",
} = process.env;

const runner = createUnitRunner({
  onLine: (unit, line) => console.log(`${unit.replace(/^zonepost-|\.service$/g, "")}: ${line}`),
});
const stopping = new AbortController();
for (const name of ["SIGTERM", "SIGINT"] as const) {
  process.once(name, () => {
    say("stopping");
    stopping.abort();
    void runner.stop().then(() => process.exit(0));
  });
}

async function waitForCertificate(): Promise<CertificateFiles> {
  const find = () =>
    certificateFile && keyFile ? { certificateFile, keyFile } : findCertificate(storage, hostname);
  for (let tries = 0; ; tries += 1) {
    const found = find();
    if (found && changedMs(found.certificateFile) > 0) {
      return found;
    }
    if (tries % 30 === 0) {
      say(`waiting for the certificate of ${hostname} in ${certificateFile ?? storage}`);
    }
    await wait(certificateWaitMs, undefined, { signal: stopping.signal });
  }
}

/** As on a host, with the addresses and the key in the environment rather than in the list of processes. */
async function configure(certificate: CertificateFiles): Promise<void> {
  const { MAIL_OPERATOR, OPERATOR_EMAIL } = process.env;
  const operator = MAIL_OPERATOR || OPERATOR_EMAIL;
  const child = spawn(
    process.execPath,
    [
      ...[
        path.join(import.meta.dirname, "configure.ts"),
        "--write",
        "--host",
        hostname,
        "--to",
        configuration,
      ],
      ...["--certificate", certificate.certificateFile, "--key", certificate.keyFile],
      ...["--units", units, "--logrotate", path.join(units, "logrotate.conf")],
      ...["--redis", "redis://127.0.0.1:6379", ...(operator ? ["--operator", operator] : [])],
      ...(process.env.MAIL_CONFIGURATION_OPTIONS?.split(/\s+/).filter(Boolean) ?? []),
    ],
    { stdio: ["ignore", "ignore", "inherit"], signal: stopping.signal },
  );
  const [exitCode] = (await once(child, "close")) as [number | null];
  if (exitCode !== 0) {
    throw new Error("the configuration isn't usable");
  }
}

/** Rotates logs that are a day old, and has the servers read a certificate that was renewed. */
async function keepHouse({ certificateFile }: CertificateFiles, readMs: number): Promise<void> {
  const renewCertificate = createRenewal({
    certificateFile,
    readMs,
    reloads: {
      Postfix: () => run("postfix", ["-c", path.join(configuration, "postfix"), "reload"]),
      Dovecot: () => run("doveadm", ["-c", path.join(configuration, "dovecot/dovecot.conf"), "reload"]),
    },
    say,
  });
  for (let isDone = true; ; ) {
    await wait(isDone ? houseworkMs : retryMs, undefined, { signal: stopping.signal });
    const state = path.join(configuration, "logrotate.state");
    await run("logrotate", ["--state", state, path.join(units, "logrotate.conf")]).catch((error) =>
      say(`the logs were not rotated: ${error.message}`),
    );
    isDone = await renewCertificate();
  }
}

try {
  // The resolver and Redis are asked while the configuration is checked.
  await runner.start(own);
  const certificate = await waitForCertificate();
  const readMs = changedMs(certificate.certificateFile);
  await configure(certificate);
  await runner.start(units);
  say("running");
  await keepHouse(certificate, readMs);
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`The mail host can't run: ${error instanceof Error ? error.message : error}.`);
    await runner.stop();
    process.exit(1);
  }
}
