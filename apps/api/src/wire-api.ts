import {
  createDb,
  type Db,
  directAddress,
  isPooled,
  requireServer,
  withPreparedStatements,
} from "@zonepost/db";
import type { Hono } from "hono";
import type { Env } from "./env.ts";
import { connectionName } from "./kernel/database/connection-name.ts";
import { createDatabaseCheck } from "./kernel/database/database-room.ts";
import type { Operation } from "./kernel/http/operation.ts";
import { createToProblem } from "./kernel/http/problem.ts";
import { createRateLimiter } from "./kernel/limits/rate-limit.ts";
import type { Logger } from "./kernel/log.ts";
import {
  accountOperations,
  authOperations,
  createAuthenticate,
  createSessionCookie,
  loadAuthLibrary,
} from "./modules/accounts/index.ts";
import { attentionOperations } from "./modules/attention/index.ts";
import { dnsOperations } from "./modules/dns/index.ts";
import { domainOperations } from "./modules/domains/index.ts";
import { finderOperations } from "./modules/finder/index.ts";
import { mailAuthOperations, mailOperations } from "./modules/mail/index.ts";
import { orderOperations } from "./modules/orders/index.ts";
import { paymentOperations } from "./modules/payments/index.ts";
import { webhookOperations } from "./modules/webhooks/index.ts";
import { mountSandbox, readSandboxSummary } from "./sandbox/routes.ts";
import { mountNotices } from "./transport/inbound/notices.ts";
import { mountMailPrograms } from "./transport/mail-programs/mount.ts";
import { createApp } from "./transport/rest/app.ts";
import type { OperationDeps } from "./transport/rest/operations.ts";
import type { HonoEnv } from "./transport/rest/request.ts";
import { mountTrpc } from "./transport/trpc/mount.ts";
import { type AppRouterPorts, createAppRouter } from "./transport/trpc/router.ts";
import { secretBoxOf } from "./wire/secret-box.ts";
import { wire } from "./wire.ts";

/** Requests of mail programs for their settings, per network. */
const mailProgramsPerMinute = 60;

/** The second part of the composition root: everything of {@link wire}, and the HTTP application. */
export async function wireApi(env: Env, processName: string, log?: Logger) {
  const { DATABASE_URL: url } = env;
  const pooled = { isPooled: isPooled(env) };
  const wired = wire(env, processName, log, (onConnection) =>
    createDb(url, {
      ...pooled,
      applicationName: connectionName(processName, secretBoxOf(env)),
      maxConnections: env.DATABASE_MAX_CONNECTIONS,
      onConnection,
    }),
  );
  const { db, clock, registrars, ports, forApi } = wired;
  const { base, works, isSandbox, quarantine } = forApi;
  // Opened by the first advance of the sandbox's clock, which holds a lock of its session.
  const lockDb = createDb(directAddress(env).url, {
    applicationName: `zonepost-${processName}-locks`,
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  const sandbox = { db, lockDb, clock, works };
  // Each request reads a session or key first. On one connection, the reads of many requests share a write and a flush.
  const identityDb = createDb(url, {
    ...pooled,
    applicationName: `zonepost-${processName}-identity`,
    maxConnections: 1,
    onConnection: quarantine.recheck,
  });
  const { settings, passwords } = ports;
  const cookie = createSessionCookie({ ...settings, isSecure: env.API_URL.startsWith("https:") });
  const authBase = { ...base, db: withPreparedStatements(db) };
  const library = await loadAuthLibrary({ ...authBase, settings });
  const ownOrigins = new Set([new URL(env.PANEL_URL).origin, new URL(env.API_URL).origin]);
  const operations: Operation[] = [
    ...Object.values(accountOperations(ports)),
    ...Object.values(attentionOperations()),
    ...Object.values(dnsOperations(ports)),
    ...Object.values(domainOperations(ports)),
    ...Object.values(finderOperations()),
    ...Object.values(mailOperations(ports)),
    ...Object.values(orderOperations(ports)),
    ...Object.values(paymentOperations(ports)),
    ...Object.values(webhookOperations(ports)),
  ];
  const gate: OperationDeps = {
    base,
    authenticate: createAuthenticate({
      db,
      identityDb,
      cookie,
      isSecondFactorAskedOfOperators: settings.isSecondFactorAskedOfOperators,
    }),
    rateLimiter: createRateLimiter(db, env.RATE_LIMIT_PER_MINUTE, clock.wallNow),
    workspaceRateLimiter: createRateLimiter(db, env.WORKSPACE_RATE_LIMIT_PER_MINUTE, clock.wallNow),
    ownOrigins,
    trustedProxyCount: env.TRUSTED_PROXY_COUNT,
    apiUrl: env.API_URL,
    toProblem: createToProblem(env.API_URL),
  };
  const readSandbox: AppRouterPorts["readSandbox"] = isSandbox
    ? () => readSandboxSummary(sandbox)
    : async () => null;
  const app = createApp({
    ...gate,
    authBase,
    log: wired.log,
    panelUrl: env.PANEL_URL,
    operations,
    authOperations: [
      ...authOperations({ library, cookie, settings, secretBox: ports.secretBox, passwords }),
      ...mailAuthOperations(ports),
    ],
    cookieName: cookie.name,
    version: { version: env.ZONEPOST_VERSION ?? null, commit: env.ZONEPOST_COMMIT ?? null },
    quarantine,
    readinessChecks: {
      database: { run: createDatabaseCheck(db), isRequired: true },
      // Only what needs a registry answers 503 without it.
      registry: {
        run: async () => {
          await Promise.all(registrars.all().map((registrar) => registrar.ping()));
        },
        isRequired: false,
      },
    },
    mounts: [
      (app) => mountTrpc(app, createAppRouter({ ...ports, readSandbox }), gate),
      (app) =>
        mountMailPrograms(app, {
          ...gate,
          ...ports,
          db,
          programLimiter: createRateLimiter(db, mailProgramsPerMinute, clock.wallNow),
        }),
      (app) => mountNotices(app, { ...gate, ...ports }),
      ...(isSandbox ? [(app: Hono<HonoEnv>) => mountSandbox(app, { ...sandbox, ...ports, gate })] : []),
    ],
  });
  return {
    ...wired,
    app,
    async requireServer(): Promise<void> {
      await requireServer(url, { setting: "DATABASE_URL", mayBePooled: pooled.isPooled });
      if (pooled.isPooled) {
        await warnOfMissingLimits(db, wired.log);
      }
    },
    async close(): Promise<void> {
      await Promise.all([wired.close(), identityDb.close(), lockDb.close()]);
    },
  };
}

/** The pooler's connections are older than the limits, or the migration has run with one address only. */
async function warnOfMissingLimits(db: Db, log: Logger): Promise<void> {
  const [row] = await db.$client<{ limit: string }[]>`select current_setting('statement_timeout') as "limit"`;
  if (row?.limit === "0") {
    log.warn(
      "statements through the pooler have no time limit: migrate with DATABASE_URL and DATABASE_DIRECT_URL, then run RECONNECT in PgBouncer's console",
    );
  }
}
