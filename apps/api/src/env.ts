import { databaseUrlMistake, isServiceUrl } from "@zonepost/db/service-url";
import { emailAddress } from "@zonepost/schema";
import { z } from "zod";

const trueOrFalse = z.enum(["true", "false", "1", "0", ""], "must be true or false");
const flag = trueOrFalse.default("false").transform((value) => value === "true" || value === "1");

function wholeNumber(min: number, max?: number) {
  const words = `must be a whole number ${max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`;
  const number = z.coerce.number(words).int(words).min(min, words);
  return max === undefined ? number : number.max(max, words);
}
const port = wholeNumber(0, 65_535);
const positive = wholeNumber(1);
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));
const notSet = z.literal("").transform(() => undefined);
/** With a message that depends on the value. */
const checkedBy = (mistakeIn: (value: string) => string | undefined) =>
  z.string().superRefine((value, context) => {
    const message = mistakeIn(value);
    if (message !== undefined) {
      context.addIssue({ code: "custom", message });
    }
  });
const webUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .refine((address) => !/[?#@\s]/.test(address), "must be an address without a query or a username");
const webAddress = webUrl.or(notSet).optional();
/** The panel and the sandbox's processor are at the root of their host. */
const webOrigin = webUrl
  .refine((address) => /^[a-z]+:\/\/[^/]+\/?$/i.test(address), "must be an address without a path")
  .or(notSet)
  .optional();
const ip = z.union([z.ipv4(), z.ipv6()]);
const isResolver = (value: string): boolean => {
  const [, inBrackets, plain, atPort = "53"] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const isPort = Number(atPort) >= 1 && Number(atPort) <= 65_535;
  return isPort && ip.safeParse(inBrackets ?? plain ?? value).success;
};
const keyBytes = z
  .string()
  .refine((value) => Buffer.from(value, "base64").length === 32, "must be 32 bytes in base64");
const authSecret = z.string().min(32, "must have at least 32 characters");
const retiredKeys = z
  .string()
  .default("")
  .transform((value) => value.split(",").filter(Boolean))
  .pipe(z.array(keyBytes));

const databaseUrl = checkedBy(databaseUrlMistake);
const smtpUrl = checkedBy((value) => {
  if (!/^smtps?:\/\/\S+$/.test(value)) {
    return "must be an address such as smtps://user:password@relay.example.com";
  }
  return isServiceUrl(value)
    ? undefined
    : "isn't a valid URL; percent-encode special characters in the password, such as # as %23";
});
const operatorEmail = checkedBy((value) =>
  emailAddress.safeParse(value).success ? undefined : "must be an email address",
).transform((value) => emailAddress.parse(value));

const oneHostName = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, "must be a host name, such as mail.example.com");
const hostName = oneHostName.or(notSet).optional();

/** `ns1.example.net=192.0.2.1`, with a port if it isn't 53: `ns1.example.net=[2001:db8::1]:5353`. */
const publicServers = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.string().transform((entry, context) => {
        const [host = "", at = ""] = entry.toLowerCase().split("=");
        const [, inBrackets, plain, atPort = "53"] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(at) ?? [];
        const address = inBrackets ?? plain ?? at;
        if (!oneHostName.safeParse(host).success || !isResolver(at)) {
          context.addIssue({
            code: "custom",
            message: "must be host names with addresses, such as ns1.example.net=192.0.2.1",
          });
          return z.NEVER;
        }
        return { host, address, port: Number(atPort) };
      }),
    ),
  );

const eppClientId = z.string().min(3, "must have 3 to 16 characters").max(16, "must have 3 to 16 characters");
export const eppPassword = z
  .string()
  .min(6, "must have 6 to 128 characters")
  .max(128, "must have 6 to 128 characters");
const tldList = z.array(
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{2,63}$/, "must be top-level domains in ASCII, such as com"),
);

/** A registrar in addition to EPP_HOST's. */
const registrarShape = z.strictObject({
  /** Stored with each domain, so it must not change. It never leaves the service. */
  code: z.string().regex(/^[a-z0-9-]{1,40}$/, "must be lower-case letters, digits and hyphens"),
  host: z.string().min(1),
  port: port.default(700),
  clientId: eppClientId,
  password: eppPassword,
  caFile: z.string().optional(),
  /** The client's own certificate and key, if the registry requires them. */
  certFile: z.string().optional(),
  keyFile: z.string().optional(),
  maxSessions: positive.default(8),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a three-letter currency code")
    .default("EUR"),
  /** Empty for a registrar that only keeps its existing domains. */
  tlds: tldList.default([]),
});
export type RegistrarSettings = z.output<typeof registrarShape> & {
  /** Only set by tests. */
  requestTimeoutMs?: number;
};

const shape = z.object({
  ZONEPOST_VERSION: optionalText,
  ZONEPOST_COMMIT: optionalText,
  ZONEPOST_MODE: z.enum(["sandbox", "live"], "must be sandbox or live").default("sandbox"),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: notSet.or(databaseUrl).optional(),
  /** Set by the supervisor if it runs the database. */
  DATABASE_IS_EMBEDDED: flag,
  DATABASE_MAX_CONNECTIONS: positive.default(10),
  API_PORT: port.default(4000),
  PANEL_PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  API_REUSE_PORT: flag,
  /** Set by the supervisor: the listening socket of the process that this one replaces. */
  LISTEN_FD: wholeNumber(3).or(notSet).optional(),
  API_MAX_CONNECTIONS: positive.default(10_000),
  API_URL: webAddress,
  PANEL_URL: webOrigin,
  COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?([a-z0-9-]+\.)+[a-z0-9-]+$/i, "must be a domain, such as example.com")
    .or(notSet)
    .optional(),
  /** The number of our own proxies in front of the API; a client's own X-Forwarded-For is never trusted. */
  TRUSTED_PROXY_COUNT: wholeNumber(0, 10).default(0),
  AUTH_SECRET: authSecret,
  /** Previous secrets, whose signatures are still accepted. */
  AUTH_SECRETS_RETIRED: z
    .string()
    .default("")
    .transform((value) => value.split(",").filter(Boolean))
    .pipe(z.array(authSecret)),
  ENCRYPTION_KEY: keyBytes,
  /** Previous keys, which still decrypt older values. */
  ENCRYPTION_KEYS_RETIRED: retiredKeys,
  EPP_HOST: z.string().default("127.0.0.1"),
  EPP_PORT: port.default(700),
  EPP_CA_FILE: optionalText,
  EPP_CLIENT_ID: eppClientId.or(notSet).optional(),
  EPP_PASSWORD: eppPassword.or(notSet).optional(),
  /** Per process: the registry's limit divided by the number of processes. */
  EPP_MAX_SESSIONS: positive.default(8),
  /** The TLDs offered through EPP_HOST, in display order. */
  EPP_TLDS: z
    .string()
    .optional()
    .transform((value) => (value === undefined || value === "" ? undefined : value.split(",")))
    .pipe(tldList.optional()),
  /** Merged over the rules we ship. */
  TLD_RULES_FILE: optionalText,
  /** What customers pay. Without it, the registries' prices, which live mode charges no cards for. */
  PRICE_LIST_FILE: optionalText,
  REGISTRARS: z
    .string()
    .default("")
    .transform((value, context) => {
      if (value === "") {
        return [];
      }
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(z.array(registrarShape)),
  /** Resolvers as `ip` or `ip:port`; defaults to the system's. */
  DNS_RESOLVERS: z
    .string()
    .default("")
    .transform((value) => value.split(",").filter(Boolean))
    .pipe(z.array(z.string().refine(isResolver, "must be addresses as ip or ip:port"))),
  DNS_NAMESERVER_PORT: wholeNumber(1, 65_535).default(53),
  /** Refuse nameserver hosts without an address. The sandbox's need not exist. */
  NAMESERVERS_MUST_RESOLVE: trueOrFalse.optional(),
  DNS_ALLOW_PRIVATE_NETWORKS: trueOrFalse.optional(),
  WEBHOOKS_ALLOW_PRIVATE_NETWORKS: flag,
  WEBHOOKS_IN_FLIGHT_PER_ENDPOINT: positive.default(8),
  RATE_LIMIT_PER_MINUTE: positive.default(600),
  WORKSPACE_RATE_LIMIT_PER_MINUTE: positive.default(3_000),
  SIGN_IN_LIMIT_PER_MINUTE: positive.default(10),
  /** Recipients of all messages that a workspace sends in 60 minutes. */
  SENDING_LIMIT_PER_WORKSPACE: positive.default(5_000),
  AUDIT_RETENTION_DAYS: positive.default(400),
  MAIL_LOG_RETENTION_DAYS: positive.default(30),
  WEBHOOK_RETENTION_DAYS: positive.default(30),
  SMTP_URL: notSet.or(smtpUrl).optional(),
  /** The person who runs the installation, for messages of registries. */
  OPERATOR_EMAIL: notSet.or(operatorEmail).optional(),
  /** Alerts the operator when an account at a registry holds less, in the registrar's currency. */
  REGISTRY_LOW_BALANCE: z
    .string()
    .regex(/^\d{1,9}(\.\d{2})?$/, "must be an amount such as 500 or 500.00")
    .transform((amount) => Math.round(Number(amount) * 100))
    .or(notSet)
    .optional(),
  /** `off` for an installation that charges no one. */
  PAYMENTS: z.enum(["on", "off"], "must be on or off").or(notSet).optional(),
  /** Days before expiry at which auto-renew first charges the card, for TLDs whose own rules don't set it. */
  AUTO_RENEW_LEAD_DAYS: wholeNumber(1, 60).or(notSet).optional(),
  /** Renews a domain whose card can't be charged before it expires, at the operator's risk. */
  AUTO_RENEW_UNPAID: flag,
  /** Registrations that a workspace may undo in a calendar month and get refunded without the operator. */
  UNDONE_REGISTRATIONS: wholeNumber(0, 100_000).default(3),
  /** Withholds the auth code of a new domain, and its unlocking, until its payment is confirmed. */
  WITHHOLD_UNCONFIRMED_DOMAINS: flag,
  /** Shown on receipts. */
  SELLER_NAME: z
    .string()
    .default("")
    .transform((value) => value || "Zonepost"),
  /** Lines separated by `\\n`, as in the billing profile. */
  SELLER_ADDRESS: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(/\n|\\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  SELLER_VAT_ID: optionalText,
  /** Whether a lost dispute suspends what the payment has paid for, until it is settled. */
  LOST_DISPUTE: z.enum(["suspend", "keep"], "must be suspend or keep").default("suspend"),
  /** Who refunds: workspaces what costs the seller nothing, or only the operator. */
  REFUNDS: z.enum(["workspaces", "operator"], "must be workspaces or operator").default("workspaces"),
  /** Carries out registrations and renewals once their payment is confirmed, not when it is received. */
  HOLD_ORDERS_UNTIL_CONFIRMED: flag,
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  /** For the routes of the sandbox's card processor that save test cards and cause failures. */
  CARDS_CONTROL_SECRET: optionalText,
  /** Another server that speaks Stripe's API, such as the sandbox's. */
  STRIPE_API_BASE: webOrigin,
  /** The host of the mail servers, as mail programs and MX records name it. */
  MAIL_HOST_NAME: hostName,
  /** Only if they have names of their own. */
  MAIL_IMAP_HOST: hostName,
  MAIL_SUBMISSION_HOST: hostName,
  MAIL_SIEVE_HOST: hostName,
  MAIL_IMAP_PORT: port.default(993),
  MAIL_SUBMISSION_PORT: port.default(465),
  /** 0 if not offered. */
  MAIL_IMAP_STARTTLS_PORT: port.default(143),
  MAIL_SUBMISSION_STARTTLS_PORT: port.default(587),
  MAIL_SIEVE_PORT: port.default(4190),
  /** In order of preference. Default: MAIL_HOST_NAME. */
  MAIL_MX_HOSTS: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(oneHostName)),
  /** The operator's SPF record, which those of mail domains include. Default: they name MAIL_HOST_NAME. */
  MAIL_SPF_INCLUDE: hostName,
  /** Serves settings and MTA-STS policies for mail domains. Default: the host of API_URL. */
  MAIL_WEB_HOST: hostName,
  MAIL_MTA_STS_MODE: z.enum(["enforce", "testing"], "must be enforce or testing").default("testing"),
  /** Where a worker reaches the hidden primary of hosted zones, which runs on its machine. */
  DNS_CONTROL_SOCKET: optionalText,
  /** The public nameservers of hosted zones, with addresses at which this installation reaches them. */
  DNS_SERVERS: publicServers,
  /** In the SOA records of hosted zones. Default: hostmaster at the first nameserver's domain. */
  DNS_CONTACT: notSet.or(operatorEmail).optional(),
  /** A worker writes the time to it while it does its work: a worker has no port, so this shows its health. */
  WORKER_HEARTBEAT_FILE: optionalText,
  /** Set by the supervisor. The sandbox's mail servers are in its run.json. */
  DATA_DIR: optionalText,
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u,
      "must be an address such as Zonepost <no-reply@example.com>",
    )
    .default("Zonepost <no-reply@localhost>"),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,
  SANDBOX_ALLOW_PUBLIC_HOST: flag,
  /** Names of settings whose unsafe values are only warned about in live mode. */
  LIVE_ALLOW_UNSAFE: z
    .string()
    .default("")
    .transform((value) => value.split(",").map((name) => name.trim())),
  SANDBOX_ALLOW_FOREIGN_DATABASE: flag,
  LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "must be trace, debug, info, warn, error, fatal or silent",
    )
    .default("info"),
});

const panelUrlOf = (env: { PANEL_URL?: string | undefined; PANEL_PORT: number }) =>
  (env.PANEL_URL ?? `http://localhost:${env.PANEL_PORT}`).replace(/\/$/, "");
const complete = (env: z.output<typeof shape>) => ({
  ...env,
  NAMESERVERS_MUST_RESOLVE: env.NAMESERVERS_MUST_RESOLVE
    ? ["true", "1"].includes(env.NAMESERVERS_MUST_RESOLVE)
    : env.ZONEPOST_MODE === "live",
  DNS_ALLOW_PRIVATE_NETWORKS: env.DNS_ALLOW_PRIVATE_NETWORKS
    ? ["true", "1"].includes(env.DNS_ALLOW_PRIVATE_NETWORKS)
    : env.ZONEPOST_MODE === "sandbox",
  registrars: registrarsOf(env),
  payments: paymentsOf(env),
  mailServers: mailServersOf(env),
  mailDns: mailDnsOf(env),
  zoneHosting: zoneHostingOf(env),
  seller: {
    name: env.SELLER_NAME,
    addressLines: env.SELLER_ADDRESS,
    vatId: env.SELLER_VAT_ID ?? null,
  },
  API_URL: (env.API_URL ?? `http://localhost:${env.API_PORT}`).replace(/\/$/, ""),
  PANEL_URL: panelUrlOf(env),
});
const variables = shape.transform(complete);
/** Without REGISTRARS, EPP_HOST is the only registrar. */
const variablesOfOneRegistrar = shape
  .required({ EPP_CLIENT_ID: true, EPP_PASSWORD: true })
  .transform(complete);

/** The settings of the operator's commands, which need no registry or session. Only emails need the encryption key. */
const setUpVariables = shape
  .pick({ DATABASE_URL: true, PANEL_PORT: true, PANEL_URL: true, OPERATOR_EMAIL: true })
  .extend({ ENCRYPTION_KEY: keyBytes.optional(), ENCRYPTION_KEYS_RETIRED: retiredKeys })
  .transform((env) => ({ ...env, PANEL_URL: panelUrlOf(env) }));

/** For a command that only speaks with registries. */
const registrarVariables = shape
  .pick({
    ZONEPOST_MODE: true,
    EPP_HOST: true,
    EPP_PORT: true,
    EPP_CA_FILE: true,
    EPP_CLIENT_ID: true,
    EPP_PASSWORD: true,
    EPP_MAX_SESSIONS: true,
    EPP_TLDS: true,
    REGISTRARS: true,
  })
  .transform(registrarsOf);

const sandboxTlds = ["com", "net", "org", "dev", "io", "eu", "de"];

/** EPP_HOST's registrar, if set, and those of REGISTRARS. */
function registrarsOf(
  env: Pick<
    z.output<typeof shape>,
    | "ZONEPOST_MODE"
    | "EPP_HOST"
    | "EPP_PORT"
    | "EPP_CA_FILE"
    | "EPP_CLIENT_ID"
    | "EPP_PASSWORD"
    | "EPP_MAX_SESSIONS"
    | "EPP_TLDS"
    | "REGISTRARS"
  >,
): RegistrarSettings[] {
  const { EPP_CLIENT_ID: clientId, EPP_PASSWORD: password } = env;
  if (clientId === undefined || password === undefined) {
    return env.REGISTRARS;
  }
  const elsewhere = new Set(env.REGISTRARS.flatMap(({ tlds }) => tlds));
  const byDefault = env.ZONEPOST_MODE === "sandbox" ? sandboxTlds.filter((tld) => !elsewhere.has(tld)) : [];
  return [
    {
      code: "primary",
      host: env.EPP_HOST,
      port: env.EPP_PORT,
      clientId,
      password,
      caFile: env.EPP_CA_FILE || undefined,
      maxSessions: env.EPP_MAX_SESSIONS,
      currency: "EUR",
      tlds: env.EPP_TLDS ?? byDefault,
    },
    ...env.REGISTRARS,
  ];
}

type PaymentSettings = {
  secretKey: string;
  webhookSecret: string;
  apiBase: string;
  /** Only set by tests. */
  timeoutFactor?: number;
};

/** Null if payments are off, which is the default of a sandbox without a card processor. */
function paymentsOf(env: z.output<typeof shape>): PaymentSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (env.PAYMENTS === "off" || secretKey === undefined || webhookSecret === undefined) {
    return null;
  }
  return { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE ?? "https://api.stripe.com" };
}

/** A name that is never registered (RFC 6761), so that a sandbox has records to show. */
const sandboxMailHost = "mail.zonepost.test";

/** What mail domains should publish in their DNS. Null if the operator hasn't configured mail servers. */
function mailDnsOf(env: z.output<typeof shape>) {
  const isSandbox = env.ZONEPOST_MODE === "sandbox";
  const hostName = env.MAIL_HOST_NAME ?? (isSandbox ? sandboxMailHost : undefined);
  const servers = mailServersOf({ ...env, MAIL_HOST_NAME: hostName });
  if (!servers) {
    return null;
  }
  const { imap, submission, sieve, alternatives } = servers;
  const services = [
    { label: "_imaps", server: imap },
    { label: "_submissions", server: submission },
    { label: "_submission", server: alternatives.submission },
    { label: "_sieve", server: sieve },
  ] as const;
  const apiHost = env.API_URL === undefined ? undefined : new URL(env.API_URL).hostname;
  return {
    hostName: servers.hostName,
    mxHosts: env.MAIL_MX_HOSTS.length > 0 ? env.MAIL_MX_HOSTS : [servers.hostName],
    spfInclude: env.MAIL_SPF_INCLUDE ?? null,
    webHost: env.MAIL_WEB_HOST ?? (isSandbox ? servers.hostName : (apiHost ?? servers.hostName)),
    mtaStsMode: env.MAIL_MTA_STS_MODE,
    services: services.flatMap(({ label, server }) =>
      server === null ? [] : [{ label, host: server.host, port: server.port }],
    ),
  };
}

/** Null if the operator hasn't configured them. */
function mailServersOf(env: z.output<typeof shape>) {
  const { MAIL_HOST_NAME: hostName } = env;
  if (hostName === undefined) {
    return null;
  }
  const imapHost = env.MAIL_IMAP_HOST ?? hostName;
  const submissionHost = env.MAIL_SUBMISSION_HOST ?? hostName;
  const startTls = (host: string, atPort: number) =>
    atPort === 0 ? null : { host, port: atPort, security: "starttls" as const };
  return {
    hostName,
    imap: { host: imapHost, port: env.MAIL_IMAP_PORT, security: "tls" as const },
    submission: { host: submissionHost, port: env.MAIL_SUBMISSION_PORT, security: "tls" as const },
    sieve: startTls(env.MAIL_SIEVE_HOST ?? hostName, env.MAIL_SIEVE_PORT),
    alternatives: {
      imap: startTls(imapHost, env.MAIL_IMAP_STARTTLS_PORT),
      submission: startTls(submissionHost, env.MAIL_SUBMISSION_STARTTLS_PORT),
    },
  };
}

/** Null if the operator hasn't configured nameservers for hosted zones. */
function zoneHostingOf(env: z.output<typeof shape>) {
  const [first, ...others] = env.DNS_SERVERS;
  return first
    ? {
        servers: [first, ...others],
        controlSocket: env.DNS_CONTROL_SOCKET ?? null,
        contactMailbox: env.DNS_CONTACT ?? `hostmaster@${first.host.split(".").slice(1).join(".")}`,
      }
    : null;
}

export type Env = z.output<typeof variables>;
export type SetUpEnv = z.output<typeof setUpVariables>;

/** The message names each missing or invalid variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** The only reader of the environment in the API. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const env = check(source.REGISTRARS ? variables : variablesOfOneRegistrar, source);
  if (env.ZONEPOST_MODE === "sandbox" && !loopbackHosts.has(env.HOST) && !env.SANDBOX_ALLOW_PUBLIC_HOST) {
    throw new EnvError(
      `HOST: the sandbox does not listen on ${env.HOST}, beyond this machine; set SANDBOX_ALLOW_PUBLIC_HOST=true to allow it`,
    );
  }
  if (env.ZONEPOST_MODE === "live" && !env.SMTP_URL) {
    throw new EnvError(
      "SMTP_URL: live mode needs a mail relay, such as smtps://user:password@relay.example.com",
    );
  }
  checkRegistrars(env);
  checkPayments(env);
  return env;
}

/** For a look at settings of which some are wrong: those that are right, and what is wrong with the others. */
export function readEnvPartly(source: Record<string, string | undefined> = process.env): {
  env: Omit<Env, RequiredName> & Partial<Pick<Env, RequiredName>>;
  mistakes: string[];
} {
  try {
    return { env: readEnv(source), mistakes: [] };
  } catch (error) {
    if (!(error instanceof EnvError)) {
      throw error;
    }
    const wrong = new Set(shape.safeParse(source).error?.issues.map(({ path }) => String(path[0])));
    const right = Object.entries(source).filter(([name]) => !wrong.has(name));
    const known = shape.partial({ DATABASE_URL: true, AUTH_SECRET: true, ENCRYPTION_KEY: true });
    const values = known.parse(Object.fromEntries(right));
    // Nothing that follows from the values needs those that may be missing.
    return { env: complete(values as z.output<typeof shape>), mistakes: error.message.split("; ") };
  }
}
type RequiredName = "DATABASE_URL" | "AUTH_SECRET" | "ENCRYPTION_KEY";

function checkPayments(env: Env): void {
  if (env.payments) {
    checkProcessor(env, env.payments);
    return;
  }
  if (env.PAYMENTS === "off") {
    return;
  }
  const missing = (["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const).filter((name) => !env[name]);
  const isHalf = missing.length === 1;
  if (env.ZONEPOST_MODE === "live" || env.PAYMENTS === "on" || isHalf) {
    throw new EnvError(`${missing.join(", ")}: must be set to charge cards; otherwise set PAYMENTS=off`);
  }
}

function checkProcessor(env: Env, { secretKey, apiBase }: PaymentSettings): void {
  if (env.ZONEPOST_MODE === "live") {
    if (env.PRICE_LIST_FILE === undefined) {
      throw new EnvError(
        "PRICE_LIST_FILE: must be set to charge cards, or customers would pay what the registries charge you (see docs/price-list.md); otherwise set PAYMENTS=off",
      );
    }
    return;
  }
  if (/^[sr]k_live_/.test(secretKey)) {
    throw new EnvError("STRIPE_SECRET_KEY: the sandbox doesn't accept a live key, which charges real cards");
  }
  if (env.CARDS_CONTROL_SECRET !== undefined && isStripe(apiBase)) {
    throw new EnvError(
      "STRIPE_API_BASE: must be the sandbox's card processor if CARDS_CONTROL_SECRET is set, so that Stripe gets neither that secret nor test cards",
    );
  }
}

const isStripe = (address: string): boolean => /(?:^|\.)stripe\.com\.?$/.test(new URL(address).hostname);

function checkRegistrars(env: Env): void {
  const half = env.EPP_CLIENT_ID === undefined ? "EPP_CLIENT_ID" : "EPP_PASSWORD";
  if ((env.EPP_CLIENT_ID === undefined) !== (env.EPP_PASSWORD === undefined)) {
    throw new EnvError(`${half}: set both EPP_CLIENT_ID and EPP_PASSWORD, or neither`);
  }
  if (env.registrars.length === 0) {
    throw new EnvError(
      "EPP_CLIENT_ID: a registrar is needed, by EPP_CLIENT_ID and EPP_PASSWORD or by REGISTRARS",
    );
  }
  const tlds = env.registrars.flatMap((registrar) => registrar.tlds);
  if (tlds.length === 0) {
    throw new EnvError(
      "EPP_TLDS: live mode needs the top-level domains on offer, such as com,net, there or in REGISTRARS",
    );
  }
  const twice = firstTwice(tlds);
  if (twice !== undefined) {
    throw new EnvError(`REGISTRARS: .${twice} is offered by two registrars, or twice`);
  }
  const code = firstTwice(env.registrars.map((registrar) => registrar.code));
  if (code !== undefined) {
    throw new EnvError(`REGISTRARS: two registrars have the code ${code}`);
  }
}

const firstTwice = (values: readonly string[]): string | undefined =>
  values.find((value, at) => values.indexOf(value) !== at);

export const readRegistrars = (
  source: Record<string, string | undefined> = process.env,
): RegistrarSettings[] => check(registrarVariables, source);

export const readSetUpEnv = (source: Record<string, string | undefined> = process.env): SetUpEnv =>
  check(setUpVariables, source);

function check<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined>,
): z.output<Schema> {
  const result = schema.safeParse(source, { error: inWords });
  if (result.success) {
    return result.data;
  }
  throw new EnvError(
    result.error.issues
      .map(({ path, message }) => {
        const name = path.join(".");
        const isMissing = path.length === 1 && !source[name];
        return `${name}: ${(isMissing && missing[name]) || message}`;
      })
      .join("; "),
  );
}

const missing: Record<string, string> = {
  DATABASE_URL: "must be set",
  AUTH_SECRET: "must be set",
  ENCRYPTION_KEY: "must be set",
  EPP_CLIENT_ID: "must be set to your account at EPP_HOST, unless REGISTRARS is set",
  EPP_PASSWORD: "must be set to that account's password, unless REGISTRARS is set",
};

/** For settings whose schema has no words of its own, such as a field of REGISTRARS. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === "") {
    return "must be set";
  }
  return issue.code === "unrecognized_keys" ? "has an unknown field" : "has the wrong form";
}
