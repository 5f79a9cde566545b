import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { type Env, readEnv } from "../env.ts";
import { certificateHosts, otherRegistrar, startRegistry, type TlsIdentity } from "../index.ts";
import { tldRules } from "../rules/tlds.ts";
import { keepIdentity, replaceFile } from "../tls/kept-identity.ts";
import { startSandboxDns } from "../zones/index.ts";

async function tlsIdentity(env: Env): Promise<TlsIdentity> {
  const folder = path.join(env.DATA_DIR, "registry");
  if (env.EPP_TLS_KEY === undefined || env.EPP_TLS_CERT === undefined) {
    return await keepIdentity(folder, certificateHosts(env.HOST), new Date());
  }
  const [keyPem, certificatePem] = await Promise.all([
    readFile(env.EPP_TLS_KEY, "utf8"),
    readFile(env.EPP_TLS_CERT, "utf8"),
  ]);
  await mkdir(folder, { recursive: true });
  await replaceFile(path.join(folder, "certificate.pem"), certificatePem, 0o644);
  return { keyPem, certificatePem };
}

const log = pino({ name: "registry" });

try {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const registry = await startRegistry({
    databaseUrl: env.DATABASE_URL,
    host: env.HOST,
    port: env.REGISTRY_PORT,
    clientId: env.EPP_CLIENT_ID,
    password: env.EPP_PASSWORD,
    tls: await tlsIdentity(env),
    ...(env.EPP_OTHER_PASSWORD && { registrars: { [otherRegistrar]: env.EPP_OTHER_PASSWORD } }),
    seed: true,
    log(entry) {
      if (entry.event === "error") {
        log.error({ err: entry.error }, "command failed");
      } else {
        log.debug(entry, entry.event);
      }
    },
  });

  const dns = env.SANDBOX_DNS
    ? await startSandboxDns({
        databaseUrl: env.DATABASE_URL,
        dataDir: env.DATA_DIR,
        tlds: [...tldRules.keys()],
        log: (entry) => log[entry.event === "zones_failed" ? "warn" : "debug"](entry, entry.event),
      }).catch((error: unknown) => {
        log.warn({ err: error }, "couldn't publish the zones");
        return undefined;
      })
    : undefined;
  if (dns) {
    log.info({ port: dns.resolverPort }, "publishing the zones");
  }

  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) {
      return;
    }
    stopping = true;
    log.info({ why }, "stopping");
    await Promise.all([dns?.close(), registry.close()]);
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop("SIGTERM"));
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("disconnect", () => void stop("parent is gone"));

  log.info({ port: registry.port, host: env.HOST }, "listening");
  process.send?.({ type: "ready", port: registry.port });
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : "the registry could not start");
  process.exit(1);
}
