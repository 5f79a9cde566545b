import { randomBytes } from "node:crypto";
import path from "node:path";
import { databaseTlsMistake, databaseUrlMistake } from "../../packages/db/src/service-url.mjs";
import { OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { readVersion, root } from "../project.mjs";
import { nameserverEnvironment } from "./nameservers.mjs";
import { readPort } from "./ports.mjs";
import { readSecretsFile, retiredNames, secretWithRetired, writeSecretsFile } from "./secrets-file.mjs";

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);

function readHost(mode) {
  const host = process.env.HOST || undefined;
  const isAllowed = ["true", "1"].includes(process.env.SANDBOX_ALLOW_PUBLIC_HOST ?? "");
  if (mode === "live" || !host || loopback.has(host) || isAllowed) {
    return host;
  }
  throw new OperatorError(
    `The sandbox only listens on this machine, not on HOST=${host}. Set SANDBOX_ALLOW_PUBLIC_HOST=true to allow it.`,
  );
}

function readCount(name) {
  const text = process.env[name] || "1";
  if (!/^[1-9]\d?$/.test(text)) {
    throw new OperatorError(`${name}=${text} is not a number from 1 to 99.`);
  }
  return Number(text);
}

/** The operator's commands end with 2 for what was typed wrong. */
export const wrong = (message) => Object.assign(new OperatorError(message), { exitCode: 2 });

/** Of the settings that live mode refuses, this one would already do harm when the database is migrated. */
function readDatabaseUrl(name, mode) {
  const address = process.env[name] || undefined;
  const isChecked = mode === "live" && !(process.env.LIVE_ALLOW_UNSAFE ?? "").split(/[\s,]+/).includes(name);
  const mistake =
    address && (databaseUrlMistake(address) ?? (isChecked ? databaseTlsMistake(address) : undefined));
  if (mistake) {
    throw wrong(`${name} ${mistake}.`);
  }
  return address;
}

/** A public address of ours. Paths are checked by the processes that use them. */
function readAddress(name, port) {
  const address = process.env[name] || `http://localhost:${port}`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw wrong(`${name} must be an http or https address.`);
  }
  if (name === "PANEL_URL" && !/^[^/]+\/\/[^/?#@\s]+\/?$/.test(address)) {
    throw new OperatorError(
      `${name} must be an address without a path: the panel is at the root of its host.`,
    );
  }
  return address;
}

export async function readSettings({ isDevelopment }) {
  const mode = process.env.ZONEPOST_MODE || "sandbox";
  if (mode !== "sandbox" && mode !== "live") {
    throw new OperatorError(`ZONEPOST_MODE=${mode} is neither sandbox nor live.`);
  }
  const apiPort = await readPort("API_PORT", 4000);
  const panelPort = await readPort("PANEL_PORT", 3000);
  if (apiPort === panelPort) {
    throw new OperatorError(`API_PORT and PANEL_PORT are both ${apiPort}.`);
  }
  const databaseUrl = readDatabaseUrl("DATABASE_URL", mode);
  const directUrl = readDatabaseUrl("DATABASE_DIRECT_URL", mode);
  return {
    isDevelopment,
    ...readVersion(),
    mode,
    apiPort,
    panelPort,
    host: readHost(mode),
    apiUrl: readAddress("API_URL", apiPort),
    panelUrl: readAddress("PANEL_URL", panelPort),
    apiCount: isDevelopment ? 1 : readCount("APIS"),
    workerCount: isDevelopment ? 1 : readCount("WORKERS"),
    dataDir: path.resolve(root, process.env.DATA_DIR || ".data"),
    databaseUrl,
    /** Past any pooler. The embedded server has none. */
    directUrl: databaseUrl && (directUrl ?? databaseUrl),
    hasMail: mode === "sandbox" && ["true", "1"].includes(process.env.SANDBOX_MAIL ?? ""),
    hasCards: mode === "sandbox" && process.env.PAYMENTS !== "off",
  };
}

const generators = {
  AUTH_SECRET: () => randomBytes(32).toString("base64"),
  ENCRYPTION_KEY: () => randomBytes(32).toString("base64"),
  EPP_PASSWORD: () => randomBytes(12).toString("base64url"),
};

/** The sandbox's card processor has Stripe's kinds of secrets, and one for its control routes. */
const cardGenerators = {
  STRIPE_SECRET_KEY: () => `sk_test_${randomBytes(24).toString("hex")}`,
  STRIPE_WEBHOOK_SECRET: () => `whsec_${randomBytes(24).toString("hex")}`,
  CARDS_CONTROL_SECRET: () => randomBytes(24).toString("base64url"),
};

/**
 * Secrets are generated once and stored with the data they protect; environment variables override them. For a look that
 * changes nothing, new ones aren't stored.
 */
export function readSecrets({ dataDir, hasCards }, { isStored = true } = {}) {
  const needed = hasCards ? { ...generators, ...cardGenerators } : generators;
  const kept = readSecretsFile(dataDir);
  const missing = Object.keys(needed).filter((name) => !kept[name]);
  if (missing.length > 0) {
    for (const name of missing) {
      kept[name] = needed[name]();
    }
  }
  if (missing.length > 0 && isStored) {
    writeSecretsFile(dataDir, kept);
  }
  return Object.assign(
    Object.fromEntries(Object.keys(needed).map((name) => [name, process.env[name] || kept[name]])),
    ...Object.keys(retiredNames).map((name) => secretWithRetired(name, kept)),
  );
}

/** An address at which a process of this machine reaches our own listeners. */
export function nearUrl({ host }, port) {
  const name = !host || host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Connections within this machine never take the way through an outgoing proxy. */
function withoutProxy({ host }) {
  const own = ["127.0.0.1", "localhost", "::1", "[::1]", ...(host ? [host] : [])];
  const names = ["NO_PROXY", ...(process.env.no_proxy === undefined ? [] : ["no_proxy"])];
  const listOf = (name) => [...(process.env[name] ?? "").split(","), ...own];
  return Object.fromEntries(
    names.map((name) => [
      name,
      [...new Set(listOf(name).map((each) => each.trim()))].filter(Boolean).join(","),
    ]),
  );
}

/** For the panel, which reads everything from the API. */
export const withoutSecrets = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !/^(DATABASE_|EPP_|REGISTRARS$|SMTP_URL$|STRIPE_|CARDS_|AUTH_SECRET|ENCRYPTION_)|_SECRET$/.test(name),
    ),
  );

/** The environment of every process, in addition to our own. */
export function childEnvironment({
  settings,
  secrets,
  databaseUrl,
  registryPort,
  cardsPort = undefined,
  nameservers = undefined,
}) {
  const isSandbox = settings.mode === "sandbox";
  return {
    ...process.env,
    ...withoutProxy(settings),
    NODE_ENV: settings.isDevelopment ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // Halves the load time of our processes; Node checks each entry against its source.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, ".cache/node"),
    ZONEPOST_MODE: settings.mode,
    DATA_DIR: settings.dataDir,
    ZONEPOST_VERSION: settings.version,
    ZONEPOST_COMMIT: settings.commit,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: settings.directUrl ?? "",
    DATABASE_IS_EMBEDDED: String(settings.databaseUrl === undefined),
    API_PORT: String(settings.apiPort),
    PANEL_PORT: String(settings.panelPort),
    API_URL: settings.apiUrl,
    PANEL_URL: settings.panelUrl,
    API_REUSE_PORT: String(settings.apiCount > 1),
    AUTH_SECRET: secrets.AUTH_SECRET,
    AUTH_SECRETS_RETIRED: secrets.AUTH_SECRETS_RETIRED,
    ENCRYPTION_KEY: secrets.ENCRYPTION_KEY,
    ENCRYPTION_KEYS_RETIRED: secrets.ENCRYPTION_KEYS_RETIRED,
    ...(isSandbox && {
      WEBHOOKS_ALLOW_PRIVATE_NETWORKS: process.env.WEBHOOKS_ALLOW_PRIVATE_NETWORKS ?? "true",
      REGISTRY_PORT: String(registryPort),
      EPP_HOST: "127.0.0.1",
      EPP_PORT: String(registryPort),
      EPP_CA_FILE: path.join(settings.dataDir, "registry/certificate.pem"),
      EPP_CLIENT_ID: "zonepost",
      EPP_PASSWORD: secrets.EPP_PASSWORD,
    }),
    ...(cardsPort !== undefined && {
      CARDS_PORT: String(cardsPort),
      CARDS_WEBHOOK_URL: `${nearUrl(settings, settings.apiPort)}/inbound/stripe`,
      CARDS_CONTROL_SECRET: secrets.CARDS_CONTROL_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${cardsPort}`,
      STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    }),
    ...(nameservers !== undefined && nameserverEnvironment(nameservers)),
  };
}
