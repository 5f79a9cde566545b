import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { mailDkimKeys, mailHosts, orderLines, outgoingEmails } from "@zonepost/db";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSetUpEnv } from "../src/env.ts";
import { newId } from "../src/kernel/ids.ts";
import { describeRest } from "../src/wire/sealed-report.ts";
import { wireSetUp } from "../src/wire-set-up.ts";
import { type Api, type Person, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// As an operator runs it: the new key is current, the earlier one retired, and the programs have been restarted.

const [earlier, current] = [1, 2].map(() => randomBytes(32).toString("base64")) as [string, string];
const keys = { ENCRYPTION_KEY: current, ENCRYPTION_KEYS_RETIRED: earlier };
const earlierBox = createSecretBox([earlier]);
const currentBox = createSecretBox([current]);
const entry = fileURLToPath(new URL("../src/entry/rewrap-secrets.ts", import.meta.url));

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi({ env: keys });
  ({ owner } = await api.createWorkspace());
  // Only the encrypted values of their rows matter.
  for (const { table, name } of await api.sql`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid in ('order_lines'::regclass, 'mail_dkim_keys'::regclass)`) {
    await api.sql`alter table ${api.sql(table)} drop constraint ${api.sql(name)}`;
  }
});
afterAll(() => api?.[Symbol.asyncDispose]());

function start(args: readonly string[] = [], env: Record<string, string> = keys) {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, DATABASE_URL: api.databaseUrl, ...env },
  });
  const told = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      told[name] += text;
    });
  }
  const ended = new Promise<typeof told & { code: number | null }>((resolve) =>
    child.once("close", (code) => resolve({ ...told, code })),
  );
  return { child, ended };
}
const run = (...args: Parameters<typeof start>) => start(...args).ended;

/** The same in this process, which has loaded the modules already. */
async function rewrap(env: Record<string, string> = keys) {
  const setUp = wireSetUp(readSetUpEnv({ DATABASE_URL: api.databaseUrl, ...env }));
  try {
    const unreadable = await setUp.rewrapSecrets();
    return { unreadable, ...describeRest(await setUp.reportSecrets()) };
  } finally {
    await setUp.close();
  }
}

const post = async (path: string, body?: unknown, via: Pick<Api, "call"> = api) => {
  const answer = await via.call({ method: "POST", path, cookie: owner.cookie, body });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  return answer.json;
};
const addEndpoint = (via?: Pick<Api, "call">) =>
  post("/webhooks/outbound", { url: "https://hooks.example.com/in", events: ["*"] }, via);

/** Emails that wait, sealed with the earlier key. */
async function addEmails(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    const contentEncrypted = earlierBox.seal(`content of ${id}`, `outgoing_email:${id}`);
    return {
      id,
      kind: "test",
      toAddress: "a@people.test",
      subject: "A",
      createdAt: new Date(),
      contentEncrypted,
    };
  });
  await api.db.insert(outgoingEmails).values(rows);
  return rows.map(({ id }) => id);
}
const contentOf = async (id: string) =>
  (await api.db.select().from(outgoingEmails).where(eq(outgoingEmails.id, id)))[0]?.contentEncrypted ?? "";
const countWith = async (keyId: string | undefined) =>
  await api.db.$count(outgoingEmails, sql`content_encrypted like ${`v1.${keyId}.%`}`);

/** PostgreSQL ends the session of a closed connection a moment later. */
const untilForgotten = (keyId: string | undefined) =>
  until("no program with the key is connected", async () => {
    const sessions = await api.sql`
      select from pg_stat_activity where datname = current_database() and application_name like ${`%${keyId}%`}`;
    return sessions.length === 0;
  });

describe("npm run secrets:rewrap", () => {
  it("changes nothing while a program still encrypts with another key, and names it", async () => {
    const older = await api.startAnother({ env: { ENCRYPTION_KEY: earlier, ENCRYPTION_KEYS_RETIRED: "" } });
    const { id } = await addEndpoint(older);
    const sealed = () => api.sql`select id, secret_encrypted from webhook_endpoints`;
    const before = await sealed();
    const answer = await run();
    expect(answer.code).toBe(1);
    expect(answer.stderr).toMatch(
      new RegExp(`^[^\\n]*zonepost-api at 127.0.0.1 \\(key ${earlierBox.keyIds[0]}\\)[^\\n]*\\n$`),
    );
    expect(await sealed()).toEqual(before);
    await older.close();
    await post(`/webhooks/outbound/${id}/secret`, { overlapSeconds: 3600 });
  });

  it("only counts with --count, by key and by what the values hold", async () => {
    const ids = await addEmails(2);
    const before = await Promise.all(ids.map(contentOf));
    const answer = await run(["--count"]);
    expect(answer).toMatchObject({ code: 0, stderr: "" });
    expect(answer.stdout).toMatch(
      new RegExp(`^Encrypted values by key:\\n  ${currentBox.keyIds[0]}  current  [^\\n]*1 webhook secrets`),
    );
    expect(answer.stdout).toMatch(
      new RegExp(`\\n  ${earlierBox.keyIds[0]}  retired  2 emails, 1 webhook secrets\\n`),
    );
    expect(await Promise.all(ids.map(contentOf))).toEqual(before);
  });

  it("loses nothing if it is killed halfway, and while people use the API", async () => {
    const older = await api.startAnother({ env: { ENCRYPTION_KEY: earlier, ENCRYPTION_KEYS_RETIRED: "" } });
    const endpoints = await Promise.all(Array.from({ length: 5 }, () => addEndpoint(older)));
    const { secret: totp } = await post("/auth/two-factor/enable", undefined, older);
    await older.close();
    const orderLine = await addOrderLine("auth-code");
    const emails = await addEmails(2_000);

    await untilForgotten(earlierBox.keyIds[0]);
    await api.sql.begin(async (held) => {
      // The command waits for this one of the emails, however late it is killed.
      await held`select from outgoing_emails where id = ${emails.at(1_000) ?? ""} for update`;
      const killed = start();
      await until("some are encrypted again", () => countWith(currentBox.keyIds[0]));
      killed.child.kill("SIGKILL");
      await killed.ended;
    });
    expect(await countWith(earlierBox.keyIds[0])).toBeGreaterThan(0);

    const secrets = new Map<string, string>(endpoints.map(({ id, secret }) => [id, secret]));
    const again = start();
    let [isRunning, changes] = [true, 0];
    const ended = again.ended.finally(() => {
      isRunning = false;
    });
    do {
      const { id } = endpoints[changes % endpoints.length] ?? {};
      changes += 1;
      const rotated = await post(`/webhooks/outbound/${id}/secret`, { overlapSeconds: 3600 });
      await post(`/webhooks/outbound/${id}/secret/switch`);
      secrets.set(id, rotated.secret);
      await post("/auth/magic-link/send", { email: owner.email });
    } while (isRunning);
    expect(await ended).toMatchObject({ code: 0, stderr: "" });

    expect(await countWith(earlierBox.keyIds[0])).toBe(0);
    for (const id of emails) {
      expect(currentBox.open(await contentOf(id), `outgoing_email:${id}`)).toBe(`content of ${id}`);
    }
    const rows =
      await api.sql`select id, 'whe_' as prefix, secret_encrypted as sealed from webhook_endpoints`;
    const opened = rows.map(({ id, sealed }) => currentBox.open(sealed, `webhook_endpoint:${id}`));
    for (const secret of secrets.values()) {
      expect(opened).toContain(secret);
    }
    const [factor] = await api.sql`select secret_encrypted as sealed from two_factors`;
    expect(currentBox.open(factor?.sealed, `two_factor:${owner.id}`)).toBe(totp);
    const [line] = await api.db.select().from(orderLines).where(eq(orderLines.id, orderLine));
    expect(currentBox.open(line?.secretEncrypted ?? "", `order_line:${orderLine}`)).toBe("auth-code");
    expect((await ended).stdout).toMatch(/\nNothing is encrypted with a retired key\.[^\n]*\n$/);
  });

  it("leaves what it can't decrypt, tells so, and goes on with the rest", async () => {
    const [moved = "", good = ""] = await addEmails(2);
    const of = (id: string) => eq(outgoingEmails.id, id);
    const foreign = earlierBox.seal("text", "outgoing_email:of another");
    await api.db.update(outgoingEmails).set({ contentEncrypted: foreign }).where(of(moved));
    expect(await rewrap()).toMatchObject({ unreadable: 1, isProblem: true });
    expect(await contentOf(moved)).toBe(foreign);
    expect(currentBox.hasKeyOf(await contentOf(good))).toBe(true);
    await api.db.delete(outgoingEmails).where(of(moved));
  });

  it("names a key that isn't configured", async () => {
    const [id = ""] = await addEmails(1);
    const unknown = `The key of ${earlierBox.keyIds[0]} isn't configured`;
    expect(await rewrap({ ENCRYPTION_KEY: current })).toMatchObject({
      unreadable: 0,
      isProblem: true,
      text: expect.stringContaining(unknown),
    });
    expect(earlierBox.hasKeyOf(await contentOf(id))).toBe(true);
    expect(await rewrap()).toMatchObject({ isProblem: false });
  });

  it("keeps DKIM keys readable for each mail host until it has the new key, and names the host", async () => {
    const mailKey = (key: string) => createSecretBox([deriveKey(key, "mail agent")]);
    const host = (secretKeyIds: readonly string[]) =>
      api.db
        .insert(mailHosts)
        .values({
          name: "mx1.test",
          startedAt: new Date(),
          lastSeenAt: new Date(),
          secretKeyIds: [...secretKeyIds],
        })
        .onConflictDoUpdate({ target: mailHosts.name, set: { secretKeyIds: [...secretKeyIds] } });
    await host(mailKey(earlier).keyIds);
    await addDkimKey(mailKey(earlier));
    const waits = expect.stringMatching(/^DKIM keys wait for the mail agents of mx1\.test: /);
    expect(await rewrap()).toEqual({ unreadable: 0, isProblem: true, text: waits });
    await host([...mailKey(current).keyIds, ...mailKey(earlier).keyIds]);
    expect(await rewrap()).toMatchObject({ isProblem: false });
    const [key] = await api.db.select().from(mailDkimKeys).where(isNotNull(mailDkimKeys.privateKeyEncrypted));
    expect(mailKey(current).open(key?.privateKeyEncrypted ?? "", `mail_domain:${key?.mailDomainId}`)).toBe(
      "private key",
    );
  });

  it("refuses a key that was never the installation's", async () => {
    const other = { ENCRYPTION_KEY: randomBytes(32).toString("base64") };
    await expect(rewrap(other)).rejects.toThrow(/^ENCRYPTION_KEY: isn't the key /);
  });
});

async function addOrderLine(authCode: string): Promise<string> {
  const id = newId();
  await api.db.insert(orderLines).values({
    id,
    workspaceId: newId(),
    orderId: newId(),
    position: 0,
    kind: "transfer_in",
    domainName: "example.com",
    input: {},
    secretEncrypted: earlierBox.seal(authCode, `order_line:${id}`),
    state: "pending",
    priceCents: 0,
    taxCents: 0,
    createdAt: new Date(),
  });
  return id;
}

async function addDkimKey(box: ReturnType<typeof createSecretBox>): Promise<void> {
  const mailDomainId = newId();
  await api.db.insert(mailDkimKeys).values({
    id: newId(),
    mailDomainId,
    selector: "zp1",
    publicKey: "public key",
    privateKeyEncrypted: box.seal("private key", `mail_domain:${mailDomainId}`),
    stage: "active",
    createdAt: new Date(),
  });
}
