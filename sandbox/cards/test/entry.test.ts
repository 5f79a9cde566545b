import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import postgres from "postgres";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { testCardNumbers } from "../src/index.ts";
import { openPage } from "./browser.ts";

const entry = path.resolve(import.meta.dirname, "../src/entry/cards.ts");
const secrets = {
  STRIPE_SECRET_KEY: "sk_test_of_the_entry_test",
  STRIPE_WEBHOOK_SECRET: "whsec_of_the_entry_test",
  CARDS_CONTROL_SECRET: "control_of_the_entry_test",
};
let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
    }
  }
});
afterAll(() => database?.drop());

function start(changes: Record<string, string | undefined> = {}) {
  const env = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: database.url,
    CARDS_WEBHOOK_URL: "http://127.0.0.1:1/inbound",
    LOG_LEVEL: "trace",
    ...secrets,
    ...changes,
  };
  const child = fork(entry, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  running.push(child);
  let output = "";
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  // The output may arrive after the process has ended.
  const exit = Promise.all([once(child, "exit"), ...streams.map((stream) => once(stream, "end"))]).then(
    ([[code, signal]]) => [code, signal],
  );
  return { child, exit, output: () => output };
}

async function ready({ child, exit, output }: ReturnType<typeof start>): Promise<number> {
  const message = await Promise.race([once(child, "message"), exit.then(() => undefined)]);
  if (!message) {
    throw new Error(`it did not start: ${output()}`);
  }
  return (message[0] as { port: number }).port;
}

const connect = (port: number) =>
  new Stripe(secrets.STRIPE_SECRET_KEY, { host: "127.0.0.1", port, protocol: "http", telemetry: false });

it("keeps its state over a restart, and stops on SIGTERM and without its parent", async () => {
  const first = start();
  const stripe = connect(await ready(first));
  const customer = await stripe.customers.create({ email: "kept@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    currency: "eur",
    customer: customer.id,
    success_url: "https://shop.example/",
  });
  first.child.kill("SIGTERM");
  expect(await first.exit).toEqual([0, null]);

  const second = start();
  const port = await ready(second);
  expect(await connect(port).customers.retrieve(customer.id)).toMatchObject({ email: "kept@example.com" });
  // The page has the address of the running process.
  const { url } = await connect(port).checkout.sessions.retrieve(session.id);
  expect(new URL(url ?? "").port).toBe(String(port));
  second.child.disconnect();
  expect(await second.exit).toEqual([0, null]);
});

it("stores and logs no card number, security code or secret", async () => {
  const cards = start();
  const port = await ready(cards);
  const stripe = connect(port);
  const customer = await stripe.customers.create();
  for (const number of [...testCardNumbers, "4111111111111111"]) {
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer: customer.id,
      line_items: [
        {
          price_data: { currency: "eur", unit_amount: 1000, product_data: { name: "tea.com" } },
          quantity: 1,
        },
      ],
      payment_intent_data: { setup_future_usage: "off_session" },
      success_url: "https://shop.example/",
    });
    await (await openPage(session.url)).enterCard(number, { cvc: number.startsWith("37") ? "9731" : "973" });
    await fetch(`http://127.0.0.1:${port}/control/payment-methods`, {
      method: "POST",
      headers: { Authorization: `Bearer ${secrets.CARDS_CONTROL_SECRET}` },
      body: JSON.stringify({ customer: customer.id, number }),
    });
  }
  cards.child.kill("SIGTERM");
  await cards.exit;

  const sql = postgres(database.url, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'cards'`;
  let stored = "";
  for (const { name } of tables) {
    stored += JSON.stringify(await sql`select * from ${sql(`cards.${name}`)}`);
  }
  await sql.end();
  expect(tables.length).toBeGreaterThanOrEqual(4);
  expect(stored).toContain("4242");
  expect(cards.output()).toContain("/pages/checkout/");
  const forbidden = [...testCardNumbers, "4111111111111111", ...Object.values(secrets)];
  // With or without spaces, and never with a security code.
  const compact = (text: string) => text.replace(/[\s-]/g, "");
  for (const text of [compact(stored), compact(cards.output())]) {
    expect(forbidden.filter((each) => text.includes(compact(each)))).toEqual([]);
    expect(text).not.toMatch(/"cvc":"?973/);
  }
});

it.each([
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "short" }],
  ["CARDS_CONTROL_SECRET", { CARDS_CONTROL_SECRET: undefined }],
  ["CARDS_WEBHOOK_URL", { CARDS_WEBHOOK_URL: "nowhere" }],
  ["CARDS_PORT", { CARDS_PORT: "70000" }],
])("exits with 1 and names %s if invalid, without any secret", async (name, changes) => {
  const cards = start(changes);
  expect(await cards.exit).toEqual([1, null]);
  expect(cards.output()).toContain(name);
  expect(Object.values(secrets).filter((secret) => cards.output().includes(secret))).toEqual([]);
});

it("exits with 1 if its database is unavailable", async () => {
  const cards = start({ DATABASE_URL: "postgres://unknown@127.0.0.1:1/nothing" });
  expect((await cards.exit)[0]).toBe(1);
});
