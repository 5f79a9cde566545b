import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { EnvError, readEnv } from "./env.ts";
import { wire } from "./wire.ts";

const settings = {
  DATABASE_URL: "postgres://localhost/zonepost",
  AUTH_SECRET: "a".repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
  EPP_CLIENT_ID: "zonepost",
  EPP_PASSWORD: "password",
};

function reasonOfStop(more: Record<string, string>): string | undefined {
  try {
    wire(readEnv({ ...settings, ...more }), "test");
    return undefined;
  } catch (error) {
    if (error instanceof EnvError) {
      return error.message;
    }
    throw error;
  }
}

it("warns an operator in live mode who hasn't named the mail servers", async () => {
  const live = {
    ZONEPOST_MODE: "live",
    SMTP_URL: "smtp://relay.example",
    MAIL_FROM: "no-reply@example.com",
    PAYMENTS: "off",
    EPP_TLDS: "com",
  };
  const unsafe = { LIVE_ALLOW_UNSAFE: "AUTH_SECRET,ENCRYPTION_KEY,API_URL,PANEL_URL" };
  const warningsWith = async (more: Record<string, string>) => {
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    await wire(readEnv({ ...settings, ...live, ...unsafe, ...more }), "test", log).close();
    return lines.filter((line) => line.includes("MAIL_HOST_NAME")).length;
  };
  expect(await warningsWith({})).toBe(1);
  expect(await warningsWith({ MAIL_HOST_NAME: "mail.example.net" })).toBe(0);
});

it("refuses to start with a TLD on offer that has no rules, and names the row to add", () => {
  expect(reasonOfStop({ EPP_TLDS: "com,shop" })).toBe(
    'TLD_RULES_FILE: .shop is on offer but has no rules; add to "tlds": "shop": { "profile": "gtld" }',
  );
});

it("refuses to start with an invalid or missing file of TLD rules, and names each row and field", () => {
  const folder = mkdtempSync(join(tmpdir(), "zonepost-tld-rules-"));
  try {
    const file = join(folder, "rules.json");
    writeFileSync(file, JSON.stringify({ tlds: { com: { maxYears: 0 }, net: { locks: true } } }));
    expect(reasonOfStop({ TLD_RULES_FILE: file })?.split("\n")).toEqual([
      "TLD_RULES_FILE: tlds.com.maxYears: must be 1 or more",
      "TLD_RULES_FILE: tlds.net.locks: is not a rule",
    ]);
    expect(reasonOfStop({ TLD_RULES_FILE: join(folder, "none.json") })).toMatch(
      /^TLD_RULES_FILE: ENOENT: no such file/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("refuses to start with an invalid price list, and names the row and field, or the row to add", () => {
  const folder = mkdtempSync(join(tmpdir(), "zonepost-price-list-"));
  try {
    const PRICE_LIST_FILE = join(folder, "prices.json");
    const reasonWith = (list: object, more: Record<string, string> = {}) => {
      const mailPlans = { starter: 1200, pro: 4800, business: 18_000 };
      writeFileSync(PRICE_LIST_FILE, JSON.stringify({ currency: "EUR", mailPlans, ...list }));
      return reasonOfStop({ PRICE_LIST_FILE, ...more });
    };
    expect(reasonWith({ default: { factor: 2 } })).toBeUndefined();
    expect(reasonWith({ tlds: { com: { fixed: { restoreCents: 49 } } } })).toBe(
      "PRICE_LIST_FILE: tlds.com.fixed.restoreCents: must be 0, or at least 50, the smallest amount that can be charged in EUR",
    );
    const rules = join(folder, "rules.json");
    const costs = { registerYearCents: 600, renewYearCents: 600, transferCents: 600, restoreCents: 4000 };
    writeFileSync(rules, JSON.stringify({ tlds: { be: { profile: "gtld", costs } } }));
    expect(reasonWith({}, { EPP_TLDS: "com,be", TLD_RULES_FILE: rules })).toBe(
      'PRICE_LIST_FILE: .be is on offer and its registry sends no fees; add to "tlds": "be": { "fixed": { "registerYearCents": 600, "renewYearCents": 600, "transferCents": 600, "restoreCents": 4000 } }',
    );
    expect(reasonOfStop({ PRICE_LIST_FILE: join(folder, "none.json") })).toMatch(
      /^PRICE_LIST_FILE: ENOENT: no such file/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("refuses unsafe settings in live mode, unless each is accepted by name", () => {
  const live = {
    ZONEPOST_MODE: "live",
    SMTP_URL: "smtp://relay.example",
    MAIL_FROM: "no-reply@example.com",
    PANEL_URL: "https://api.example.com",
    EPP_TLDS: "com",
    PAYMENTS: "off",
  };
  const accepted = "API_URL,AUTH_SECRET";
  const unsafe = { ...live, API_URL: "http://api.example.com", LIVE_ALLOW_UNSAFE: accepted };
  expect(reasonOfStop(unsafe)?.split("\n")).toEqual([
    "ENCRYPTION_KEY: is easy to guess; generate one with: openssl rand -base64 32",
    "LIVE_ALLOW_UNSAFE: to start anyway, set it to API_URL,AUTH_SECRET,ENCRYPTION_KEY",
  ]);
  expect(reasonOfStop({ ...unsafe, LIVE_ALLOW_UNSAFE: `${accepted}, ENCRYPTION_KEY` })).toBeUndefined();
  expect(reasonOfStop({ EPP_TLDS: "com", API_URL: unsafe.API_URL })).toBeUndefined();
});

it("loads neither the transports nor the sign-in library in a worker", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(new URL("wire.ts", import.meta.url).href)});
    console.log(JSON.stringify(loaded));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    maxBuffer: 10 * 1024 ** 2,
  });
  const loaded = JSON.parse(output) as string[];
  expect(loaded.some((url) => url.includes("/modules/webhooks/delivery/delivery-loop.ts"))).toBe(true);
  const unneeded =
    /node_modules\/(@better-auth|better-auth|@?hono|swagger-ui-dist|kysely)\/|\/src\/transport\//;
  expect(loaded.filter((url) => unneeded.test(url))).toEqual([]);
});
