import path from "node:path";
import type {
  DatabaseAddress,
  InternalPorts,
  MailPorts,
  MailServerOptions,
  RedisAddress,
} from "./options.ts";

type Choices = {
  hostname: string;
  databaseUrl: string;
  certificateFile: string;
  keyFile: string;
  /** The folder of the configuration. */
  to: string;
  state?: string;
  run?: string;
  logs?: string;
  mailboxes?: string;
  keys?: string;
  nameservers?: string[];
  trustedSealers?: string[];
  redisUrl?: string;
  operatorAddress?: string;
  mailUser: { name: string; uid: number; gid: number };
};

export const productionInternalPorts: InternalPorts = {
  forwarding: 10_025,
  sieveOut: 10_027,
  returnPaths: 10_002,
  lookups: 10_028,
  recipientPolicy: 10_029,
  submissionBackend: 10_026,
  manageSieve: 10_031,
  tlsPolicy: 10_041,
};

export const productionPorts: MailPorts = {
  smtp: 25,
  submission: 587,
  submissions: 465,
  imap: 143,
  imaps: 993,
  sieve: 4190,
};

/** The options of a mail host on the standard ports. */
export function productionOptions(choices: Choices): MailServerOptions {
  const { hostname, certificateFile, keyFile, operatorAddress, mailUser } = choices;
  const state = choices.state ?? "/var/lib/zonepost-mail";
  return {
    hostname,
    ports: productionPorts,
    internalPorts: productionInternalPorts,
    folders: {
      configuration: path.resolve(choices.to),
      state,
      run: choices.run ?? "/run/zonepost-mail",
      logs: choices.logs ?? "/var/log/zonepost-mail",
      mailboxes: choices.mailboxes ?? path.join(state, "mailboxes"),
      keys: choices.keys ?? "/dev/shm/zonepost-mail",
    },
    database: databaseAddress(choices.databaseUrl),
    tls: { certificateFile: path.resolve(certificateFile), keyFile: path.resolve(keyFile) },
    nameservers: choices.nameservers ?? ["127.0.0.1"],
    trustedSealers: choices.trustedSealers,
    redis: choices.redisUrl === undefined ? undefined : redisAddress(choices.redisUrl),
    operatorAddress,
    mailUser,
    limits: {
      messageBytes: 52_428_800,
      connectionsPerClient: 20,
      retrySeconds: 300,
      authFailureSeconds: 2,
    },
  };
}

const sslModes = ["disable", "require", "verify-full"] as const;

export function databaseAddress(text: string): DatabaseAddress {
  const url = new URL(text);
  const sslMode = sslModes.find((mode) => mode === url.searchParams.get("sslmode"));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 5432),
    name: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    sslMode,
  };
}

/** `redis://[:password@]host[:port][/database]` */
export function redisAddress(text: string): RedisAddress {
  const url = new URL(text);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 6379),
    password: decodeURIComponent(url.password) || undefined,
    database: url.pathname.slice(1) || undefined,
  };
}
