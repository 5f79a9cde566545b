import { readFileSync } from "node:fs";
import { createDb } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { createCardSandbox } from "./adapters/card-sandbox/index.ts";
import { createDnsResolver } from "./adapters/dns/index.ts";
import { isPrivateAddress } from "./adapters/http-egress/address-ranges.ts";
import { createHttpEgress } from "./adapters/http-egress/index.ts";
import { createOutboxMailer } from "./adapters/outbox/index.ts";
import { createEppRegistrar } from "./adapters/registrar-epp/index.ts";
import { createSmtpMailer } from "./adapters/smtp/index.ts";
import { createStripe, minimumChargeCents } from "./adapters/stripe/index.ts";
import { type Env, EnvError, type RegistrarSettings, type SetUpEnv } from "./env.ts";
import { createBusinessClock, wallClock } from "./kernel/clock.ts";
import { ConfigFileError } from "./kernel/config-file.ts";
import type { Queryable } from "./kernel/ctx.ts";
import { createPartitionSweep } from "./kernel/database/partitions.ts";
import {
  createRetentionSweep,
  deleteOldAuditEntries,
  kernelRetentionRules,
} from "./kernel/database/retention.ts";
import type { DueWork, Sweep } from "./kernel/due-work/due-work.ts";
import { AppError } from "./kernel/errors.ts";
import { createLogger, type Logger } from "./kernel/log.ts";
import {
  type AccountsSettings,
  accountTasks,
  createPasswords,
  createWorkspaceForOwner,
  deleteExpiredDevices,
  deleteExpiredLinks,
  deleteExpiredPersonTokens,
  deleteExpiredSessions,
  deleteOldEmailOutcomes,
  deleteUnsentEmails,
  deleteUntoldChanges,
  grantOperator,
  listOperators,
  lockWorkspace,
  outgoingEmailWork,
  revokeOperator,
} from "./modules/accounts/index.ts";
import {
  batchRetentionRules,
  countAutoRenewing,
  createBalanceKeeper,
  createDomainSweeps,
  createRegistryAccounts,
  type DomainPorts,
  deleteOldNotifications,
  domainWorks,
  findOwnNames,
  importDomain,
  listHeldTlds,
  listRegistryMessages,
  type Registrar,
  type Registrars,
  type RulesOfTlds,
  readTldRules,
} from "./modules/domains/index.ts";
import {
  countAutoRenewingMail,
  createMailSweeps,
  createPasswordHasher,
  daysUntilErasure,
  findMailState,
  mailRetentionRules,
  mailWorks,
  resumeMail,
  storeWorkspaceLimit,
  suspendMail,
} from "./modules/mail/index.ts";
import {
  createDomainListener,
  createFindUnconfirmedPayment,
  createOrderSweeps,
  createPaymentListener,
  orderWorks,
} from "./modules/orders/index.ts";
import {
  createPaymentSweeps,
  freeMailPlans,
  missingFixedPrices,
  type PriceList,
  paymentRetentionRules,
  paymentWorks,
  priceListOfRegistries,
  processorsOf,
  readPriceList,
  recordRegistryDeposit,
} from "./modules/payments/index.ts";
import {
  catchUpWork,
  createCatchUpSweep,
  createDeliverySweep,
  createRotationSweep,
  deliveryWork,
  webhookPartitions,
  webhookRetentionRules,
} from "./modules/webhooks/index.ts";
import { cardProcessorWork } from "./sandbox/card-processor-work.ts";
import { findMailServers } from "./sandbox/find-mail-servers.ts";
import { sandboxMailPlans } from "./sandbox/mail-plan-prices.ts";
import { unsafeSettings } from "./unsafe-settings.ts";

/** For a claim, two records, and what else happens at the same time. */
const maxDeliveryConnections = 4;

/**
 * The composition root: turns the environment into the modules' dependencies and the worker's sweeps. wire-api.ts adds
 * the API.
 */
export function wire(env: Env, processName: string, log: Logger = createLogger(processName, env.LOG_LEVEL)) {
  const tldRules = loadTldRules(env);
  const priceList = loadPriceList(env, tldRules);
  const isSandbox = env.ZONEPOST_MODE === "sandbox";
  if (!isSandbox) {
    refuseUnsafeSettings(env, log);
    warnOfMissingMailHost(env, log);
  }
  const db = createDb(env.DATABASE_URL, {
    applicationName: `zonepost-${processName}`,
    maxConnections: env.DATABASE_MAX_CONNECTIONS,
  });
  // Opened by the first delivery. Planning a claim again takes longer than claiming.
  const deliveryDb = createDb(env.DATABASE_URL, {
    applicationName: `zonepost-${processName}-deliveries`,
    maxConnections: maxDeliveryConnections,
    plansOnce: true,
  });
  const clock = isSandbox ? createBusinessClock(db) : wallClock;
  const secretBox = createSecretBox([env.ENCRYPTION_KEY, ...env.ENCRYPTION_KEYS_RETIRED]);
  const base = { db, clock, log };

  const registrars = connectRegistrars(env.registrars, {
    tldRules,
    log,
    keepBalance: createBalanceKeeper(base),
  });
  const isRefusedAddress = env.DNS_ALLOW_PRIVATE_NETWORKS ? () => false : isPrivateAddress;
  const dns = createDnsResolver({
    isRefusedAddress,
    resolvers: env.DNS_RESOLVERS,
    nameserverPort: env.DNS_NAMESERVER_PORT,
  });
  const transport = createHttpEgress({ allowPrivateNetworks: env.WEBHOOKS_ALLOW_PRIVATE_NETWORKS });
  const mailer =
    isSandbox || !env.SMTP_URL
      ? createOutboxMailer({ db, clock })
      : createSmtpMailer({
          smtpUrl: env.SMTP_URL,
          from: env.MAIL_FROM,
          messageIdHost: new URL(env.API_URL).hostname,
        });
  const processors = processorsOf(env.payments ? [createStripe({ ...env.payments, log })] : []);
  const domainPorts: DomainPorts = {
    registrars,
    priceList,
    domainMail: {
      findMailState,
      whenDomainLeaves: suspendMail,
      whenDomainReturns: (tx, ctx, domain) =>
        resumeMail(tx, { ...ctx, secretBox, panelUrl: env.PANEL_URL }, domain),
      daysUntilErasure,
    },
    domainOrders: {
      ...createDomainListener({ undoneRegistrations: env.UNDONE_REGISTRATIONS }),
      findUnconfirmedPayment: createFindUnconfirmedPayment({
        untilConfirmed: env.WITHHOLD_UNCONFIRMED_DOMAINS,
      }),
    },
  };
  const ports = {
    ...domainPorts,
    dns,
    mailDns: dns,
    mailDnsSettings: env.mailDns,
    nameserverRules: { mustResolve: env.NAMESERVERS_MUST_RESOLVE, isRefusedAddress },
    secretBox,
    mailServers: { find: mailServersOf(env) },
    transport,
    passwordHasher: createPasswordHasher(),
    passwords: createPasswords(),
    processors,
    panelUrl: env.PANEL_URL,
    orders: createPaymentListener({
      isHeldUntilConfirmed: env.HOLD_ORDERS_UNTIL_CONFIRMED,
      seller: env.seller,
      undoneRegistrations: env.UNDONE_REGISTRATIONS,
    }),
    renewsUnpaid: env.AUTO_RENEW_UNPAID,
    undoneRegistrations: env.UNDONE_REGISTRATIONS,
    suspendsUnpaid: env.LOST_DISPUTE === "suspend",
    seller: env.seller,
    operatorEmail: env.OPERATOR_EMAIL,
    registryAccounts: createRegistryAccounts(registrars, log),
    settings: accountsSettings(env),
    workspaceDomains: { findOwnNames },
    autoRenewals: {
      countAutoRenewing: async (reader: Queryable, workspaceId: string) => ({
        domainCount: await countAutoRenewing(reader, workspaceId),
        mailPlanCount: await countAutoRenewingMail(priceList, reader, workspaceId),
      }),
    },
  };

  const testCards =
    isSandbox && env.payments && env.CARDS_CONTROL_SECRET
      ? createCardSandbox({ url: env.payments.apiBase, controlSecret: env.CARDS_CONTROL_SECRET })
      : null;
  const { panelUrl, orders, operatorEmail } = ports;
  const cardPorts = { processors, secretBox, operatorEmail, panelUrl, orders, testCards };

  const works: DueWork[] = [
    ...domainWorks,
    ...mailWorks,
    ...orderWorks,
    catchUpWork,
    deliveryWork,
    outgoingEmailWork,
    ...(env.payments ? paymentWorks : []),
    ...(env.payments && isSandbox ? [cardProcessorWork] : []),
  ];
  return {
    db,
    log,
    clock,
    registrars,
    domainPorts,
    cardPorts,
    /** For the API, which wires the rest: a worker loads neither the transports nor the sign-in library. */
    forApi: { base, ports, works, isSandbox },
    createSweeps(): Sweep[] {
      return [
        createDeliverySweep({
          ...base,
          ...ports,
          db: deliveryDb,
          inFlightPerEndpoint: env.WEBHOOKS_IN_FLIGHT_PER_ENDPOINT,
        }),
        createRotationSweep(base),
        createCatchUpSweep(base),
        ...createDomainSweeps({
          ...base,
          ...ports,
          operator: { email: env.OPERATOR_EMAIL, lowBalanceCents: env.REGISTRY_LOW_BALANCE },
          requestId: null,
          ipAddress: null,
        }),
        ...createMailSweeps({ ...base, ...ports, requestId: null, ipAddress: null }),
        ...createOrderSweeps({ ...base, ...ports, requestId: null, ipAddress: null }),
        ...createPaymentSweeps({ ...base, ...ports, requestId: null, ipAddress: null }),
        createPartitionSweep(base, [
          { table: "mail_events", key: "id", days: 1, keptDays: env.MAIL_LOG_RETENTION_DAYS },
          ...webhookPartitions(env.WEBHOOK_RETENTION_DAYS),
        ]),
        createRetentionSweep(db, [
          ...kernelRetentionRules,
          deleteOldAuditEntries(env.AUDIT_RETENTION_DAYS),
          deleteOldNotifications(env.AUDIT_RETENTION_DAYS),
          deleteOldEmailOutcomes(env.AUDIT_RETENTION_DAYS),
          deleteExpiredSessions,
          deleteExpiredLinks,
          deleteExpiredPersonTokens,
          deleteExpiredDevices,
          deleteUnsentEmails,
          deleteUntoldChanges,
          ...batchRetentionRules,
        ]),
        createRetentionSweep(
          db,
          [
            ...mailRetentionRules(clock),
            ...paymentRetentionRules(clock),
            ...webhookRetentionRules(clock, env.WEBHOOK_RETENTION_DAYS),
          ],
          { name: "retention by business time", wakeReasons: ["clock"] },
        ),
      ];
    },
    tasks: accountTasks({ ...base, mailer, secretBox, panelUrl: env.PANEL_URL }),
    hasWorkspace: (id: string): Promise<boolean> =>
      db
        .transaction((tx) => lockWorkspace(tx, id))
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError && error.kind === "not_found") {
              return false;
            }
            throw error;
          },
        ),
    importDomain: (text: string, how: Parameters<typeof importDomain>[2]) =>
      importDomain(
        { ...base, ...ports, actor: { kind: "system", job: "import" }, requestId: null, ipAddress: null },
        text,
        how,
      ),
    /** Domains stay at a registrar that no longer offers their TLD, and then need prices too. */
    /** For the mail servers, which read it in the database. */
    storeSendingLimit: () => storeWorkspaceLimit(db, env.SENDING_LIMIT_PER_WORKSPACE),
    async refuseUnpricedDomains(): Promise<void> {
      if (priceList.currency === null) {
        return;
      }
      const held = (await listHeldTlds(db)).flatMap(({ tld, registrar: code }) => {
        const registrar = registrars.byCode(code);
        const isOffered = registrar === undefined || registrars.forTld(tld) === registrar;
        const { costs } = tldRules.of(tld);
        return isOffered ? [] : [{ tld, currency: registrar.currency, costs, isHeldOnly: true }];
      });
      const problems = missingFixedPrices(priceList, held);
      if (problems.length > 0) {
        throw new EnvError(problems.map((problem) => `PRICE_LIST_FILE: ${problem}`).join("\n"));
      }
    },
    async close(): Promise<void> {
      mailer.close();
      for (const processor of processors.all()) {
        processor.close();
      }
      await Promise.all(registrars.all().map((registrar) => registrar.close()));
      await Promise.all([db.close(), deliveryDb.close()]);
    },
  };
}

export function wireSetUp(env: SetUpEnv) {
  const db = createDb(env.DATABASE_URL, { applicationName: "zonepost-set-up", maxConnections: 2 });
  const log = createLogger("set-up", "warn");
  // In live mode this is the wall clock.
  const ctx = { db, log, clock: createBusinessClock(db), requestId: null, ipAddress: null };
  const withEmail = () => {
    if (env.ENCRYPTION_KEY === undefined) {
      throw new EnvError("ENCRYPTION_KEY: must be set");
    }
    return { ...ctx, secretBox: createSecretBox([env.ENCRYPTION_KEY]) };
  };
  return {
    createWorkspace: (input: { name: string; ownerEmail: string }) =>
      createWorkspaceForOwner({ ...ctx, panelUrl: env.PANEL_URL }, input),
    grantOperator: async (email: string) => grantOperator(withEmail(), email),
    revokeOperator: async (email: string) => revokeOperator(withEmail(), email),
    listOperators: () => listOperators(db),
    listRegistryMessages: (limit: number) => listRegistryMessages(db, limit),
    recordRegistryDeposit: (deposit: { registrar: string; amountCents: number }) =>
      recordRegistryDeposit(ctx, deposit),
    close: () => db.close(),
  };
}

type SharedByRegistrars = {
  tldRules: RulesOfTlds;
  log: Logger;
  keepBalance: ReturnType<typeof createBalanceKeeper>;
};

function connectRegistrars(settings: readonly RegistrarSettings[], shared: SharedByRegistrars): Registrars {
  const connected = settings.map((each) => ({
    tlds: each.tlds,
    registrar: connectRegistrar(each, shared),
  }));
  const byTld = new Map(connected.flatMap(({ tlds, registrar }) => tlds.map((tld) => [tld, registrar])));
  const byCode = new Map(connected.map(({ registrar }) => [registrar.code, registrar]));
  return {
    offeredTlds: [...byTld.keys()],
    forTld: (tld) => byTld.get(tld),
    byCode: (code) => byCode.get(code),
    rulesOf: shared.tldRules.of,
    all: () => [...byCode.values()],
  };
}

/** Throws unless the operator has accepted each of them, by name. */
function refuseUnsafeSettings(env: Env, log: Logger): void {
  const found = unsafeSettings(env);
  const refused = found.filter(({ name }) => !env.LIVE_ALLOW_UNSAFE.includes(name));
  if (refused.length > 0) {
    const names = found.map(({ name }) => name).join(",");
    throw new EnvError(
      [
        ...refused.map(({ name, reason }) => `${name}: ${reason}`),
        `LIVE_ALLOW_UNSAFE: to start anyway, set it to ${names}`,
      ].join("\n"),
    );
  }
  for (const { name, reason } of found) {
    log.warn({ setting: name }, `unsafe setting: ${name} ${reason}`);
  }
}

/** Everything else works without it. */
function warnOfMissingMailHost({ mailServers }: Env, log: Logger): void {
  if (mailServers === null) {
    log.warn(
      { setting: "MAIL_HOST_NAME" },
      "MAIL_HOST_NAME is not set: customers can't see how to set up their mail programs",
    );
  }
}

function mailServersOf({ mailServers, ZONEPOST_MODE, DATA_DIR: dataDir }: Env) {
  return async () =>
    mailServers === null && ZONEPOST_MODE === "sandbox" && dataDir !== undefined
      ? findMailServers(dataDir)
      : mailServers;
}

function loadTldRules({ TLD_RULES_FILE: file, registrars, AUTO_RENEW_LEAD_DAYS }: Env): RulesOfTlds {
  const offered = registrars.flatMap(({ tlds }) => tlds);
  const defaults = { autoRenewLeadDays: AUTO_RENEW_LEAD_DAYS };
  return readConfigFile("TLD_RULES_FILE", file, (json) => readTldRules(json, offered, defaults));
}

function loadPriceList({ PRICE_LIST_FILE: file, ...env }: Env, tldRules: RulesOfTlds): PriceList {
  const onOffer = env.registrars.flatMap(({ tlds, currency }) =>
    tlds.map((tld) => ({ tld, currency, costs: tldRules.of(tld).costs })),
  );
  const mailPlans = env.ZONEPOST_MODE === "sandbox" ? sandboxMailPlans : freeMailPlans;
  return readConfigFile("PRICE_LIST_FILE", file, (json) =>
    json === undefined
      ? priceListOfRegistries(env.registrars[0]?.currency ?? "EUR", mailPlans, minimumChargeCents)
      : readPriceList(json, onOffer, minimumChargeCents),
  );
}

function readConfigFile<Content>(
  variable: string,
  file: string | undefined,
  read: (json: string | undefined) => Content,
): Content {
  try {
    return read(file === undefined ? undefined : readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof ConfigFileError || (error instanceof Error && "code" in error)) {
      throw new EnvError(error.message.replace(/^/gm, `${variable}: `));
    }
    throw error;
  }
}

function connectRegistrar(
  settings: RegistrarSettings,
  { tldRules, log, keepBalance }: SharedByRegistrars,
): Registrar {
  const { code, currency, host, port, clientId, password, maxSessions, caFile, certFile, keyFile } = settings;
  const fileOf = (field: string, file: string | undefined) => {
    const variable = code === "primary" ? "EPP_CA_FILE" : `REGISTRARS: ${field} of ${code}`;
    return file && readConfigFile(variable, file, (text) => text);
  };
  return createEppRegistrar({
    code,
    currency,
    rulesOf: tldRules.of,
    onBalance: (balance) => keepBalance(code, balance),
    host,
    port,
    clientId,
    password,
    maxSessions,
    tls: {
      ca: fileOf("caFile", caFile),
      cert: fileOf("certFile", certFile),
      key: fileOf("keyFile", keyFile),
    },
    log: (entry) =>
      log[entry.event === "connect_failed" ? "warn" : "debug"]({ epp: entry, registrar: code }, "epp"),
  });
}

function accountsSettings(env: Env): AccountsSettings {
  const provider = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined;
  const google = provider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET);
  const github = provider(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return {
    apiUrl: env.API_URL,
    panelUrl: env.PANEL_URL,
    authSecret: env.AUTH_SECRET,
    cookieDomain: env.COOKIE_DOMAIN,
    signInLimitPerMinute: env.SIGN_IN_LIMIT_PER_MINUTE,
    providers: { google, github },
  };
}
