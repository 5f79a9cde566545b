import { createDb, type Db, directAddress, requireServer } from "@zonepost/db";
import type { Env } from "./env.ts";
import { createBusinessClock, wallClock } from "./kernel/clock.ts";
import { connectionName } from "./kernel/database/connection-name.ts";
import { watchDatabaseRoom } from "./kernel/database/database-room.ts";
import type { DueWork } from "./kernel/due-work/due-work.ts";
import { AppError } from "./kernel/errors.ts";
import { createLogger, type Logger } from "./kernel/log.ts";
import { guardSweep, guardTasks, watchQuarantine } from "./kernel/quarantine/guard-work.ts";
import { createQuarantineGuard } from "./kernel/quarantine/quarantine-guard.ts";
import { accountTasks, erasureWorks, lockWorkspace, outgoingEmailWork } from "./modules/accounts/index.ts";
import { attentionWorks } from "./modules/attention/index.ts";
import { dnsWorks } from "./modules/dns/index.ts";
import { domainWorks, importDomain } from "./modules/domains/index.ts";
import { mailWorks, storeWorkspaceLimit } from "./modules/mail/index.ts";
import { orderWorks } from "./modules/orders/index.ts";
import { paymentWorks } from "./modules/payments/index.ts";
import { catchUpWork, deliveryWork } from "./modules/webhooks/index.ts";
import { cardProcessorWork } from "./sandbox/card-processor-work.ts";
import { wireMailer } from "./wire/accounts.ts";
import { databaseAlert } from "./wire/database-alert.ts";
import { loadTldRules } from "./wire/domains.ts";
import { warnOfMissingMailHost } from "./wire/mail.ts";
import { loadPriceList, refuseUnpricedDomains } from "./wire/payments.ts";
import { wirePorts } from "./wire/ports.ts";
import { refuseUnsafeSettings } from "./wire/refuse-unsafe-settings.ts";
import { refuseWrongKey } from "./wire/refuse-wrong-key.ts";
import { createRelease } from "./wire/release.ts";
import { secretBoxOf } from "./wire/secret-box.ts";
import { createSweeps } from "./wire/sweeps.ts";

/** For a claim, two records, and what else happens at the same time. */
const maxDeliveryConnections = 4;

/**
 * The composition root: turns the environment into the modules' dependencies and the worker's sweeps. wire-api.ts adds
 * the API.
 */
export function wire(
  env: Env,
  processName: string,
  log: Logger = createLogger(processName, env.LOG_LEVEL),
  /** The API's connections, which may lead to a pooler. Everything else bypasses it. */
  connectPooled?: (onConnection: () => void) => Db & { close(): Promise<void> },
) {
  const tldRules = loadTldRules(env);
  const priceList = loadPriceList(env, tldRules);
  const isSandbox = env.ZONEPOST_MODE === "sandbox";
  if (!isSandbox) {
    refuseUnsafeSettings(env, log);
    warnOfMissingMailHost(env, log);
  }
  const direct = directAddress(env);
  const quarantine = createQuarantineGuard({
    url: direct.url,
    applicationName: `zonepost-${processName}-quarantine`,
    log,
  });
  const onConnection = quarantine.recheck;
  const db =
    connectPooled?.(onConnection) ??
    createDb(direct.url, {
      applicationName: connectionName(processName, secretBoxOf(env)),
      maxConnections: env.DATABASE_MAX_CONNECTIONS,
      onConnection,
    });
  // Opened by the first delivery. Planning a claim again takes longer than claiming.
  const deliveryDb = createDb(direct.url, {
    applicationName: `zonepost-${processName}-deliveries`,
    maxConnections: maxDeliveryConnections,
    plansOnce: true,
    onConnection,
  });
  const clock = isSandbox ? createBusinessClock(db) : wallClock;
  const base = { db, clock, log };
  const mailer = wireMailer(env, base, quarantine);
  const ports = wirePorts(env, base, { tldRules, priceList, quarantine });
  const { registrars, processors, secretBox, panelUrl } = ports;
  const works: DueWork[] = [
    ...domainWorks,
    ...dnsWorks,
    ...mailWorks,
    ...orderWorks,
    ...attentionWorks,
    catchUpWork,
    deliveryWork,
    outgoingEmailWork,
    ...erasureWorks,
    ...(env.payments ? paymentWorks : []),
    ...(env.payments && isSandbox ? [cardProcessorWork] : []),
  ];
  return {
    db,
    log,
    clock,
    registrars,
    ports,
    /** For the API, which wires the rest: a worker loads neither the transports nor the sign-in library. */
    forApi: { base, works, isSandbox, quarantine },
    createSweeps: () => [
      watchQuarantine(quarantine),
      ...createSweeps(env, base, ports, deliveryDb).map((sweep) => guardSweep(sweep, quarantine)),
    ],
    watchDatabaseRoom: () =>
      watchDatabaseRoom({
        db,
        log,
        directUrl: direct.url,
        alert:
          env.OPERATOR_EMAIL === undefined ? undefined : databaseAlert({ db, mailer }, env.OPERATOR_EMAIL),
      }),
    tasks: (signal: AbortSignal) =>
      guardTasks(accountTasks({ ...base, mailer, secretBox, panelUrl }), quarantine, signal),
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
    /** For the commands that show and end a quarantine. */
    release: createRelease(base, { ports, works, env }),
    /** Before anything else, at the start. */
    requireServer: () => requireServer(direct.url, { ...direct, mayBePooled: false }),
    /** For the mail servers, which read it in the database. */
    storeSendingLimit: () => storeWorkspaceLimit(db, env.SENDING_LIMIT_PER_WORKSPACE),
    refuseWrongKey: () => refuseWrongKey(db, secretBox, { ...env, log }),
    refuseUnpricedDomains: () => refuseUnpricedDomains(db, ports),
    async close(): Promise<void> {
      mailer.close();
      for (const processor of processors.all()) {
        processor.close();
      }
      await Promise.all(registrars.all().map((registrar) => registrar.close()));
      await Promise.all([db.close(), deliveryDb.close()]);
      await quarantine.close();
    },
  };
}
