import { randomBytes } from "node:crypto";
import { createDb, installation, outgoingEmails } from "@zonepost/db";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { createSecretBox, deriveKey } from "@zonepost/secret-box";
import { getTableName } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EnvError } from "../env.ts";
import { newId } from "../kernel/ids.ts";
import { refuseWrongKey, secretColumns } from "./refuse-wrong-key.ts";

let database: TestDatabase;
let db: ReturnType<typeof createDb>;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 4 });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(async () => {
  await db.delete(installation);
  await db.delete(outgoingEmails);
});

const [first, second, other] = Array.from({ length: 3 }, () => randomBytes(32).toString("base64")) as [
  string,
  string,
  string,
];
const boxOf = (...keys: string[]) => createSecretBox(keys);

/** Whether a program with these keys may start, the current one first. */
async function starts(keys: string[], allowed: string[] = []): Promise<boolean> {
  const log = pino({ level: "silent" });
  try {
    await refuseWrongKey(db, boxOf(...keys), { log, LIVE_ALLOW_UNSAFE: allowed });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    expect((error as Error).message).toMatch(/^ENCRYPTION_KEY: isn't the key .*ENCRYPTION_KEYS_RETIRED.*$/);
    return false;
  }
}

/** A secret of an installation that has run before. */
async function storeSecret(sealed: string): Promise<void> {
  const email = { kind: "test", toAddress: "a@people.test", subject: "A", createdAt: new Date() };
  await db.insert(outgoingEmails).values({ id: newId(), ...email, contentEncrypted: sealed });
}

const storedChecks = () => db.select().from(installation);

describe("the encryption key at the start of a program", () => {
  it("is the installation's if it was that at the first start", async () => {
    expect(await starts([first])).toBe(true);
    expect(await starts([first])).toBe(true);
    const stored = await storedChecks();
    expect(await starts([other])).toBe(false);
    expect(await starts([other, second])).toBe(false);
    expect(await storedChecks()).toEqual(stored);
    expect(JSON.stringify(stored)).not.toContain(first);
  });

  it("can be replaced while the previous one is listed as retired, and stays the new one without it", async () => {
    expect(await starts([first])).toBe(true);
    expect(await starts([second, other, first])).toBe(true);
    expect(await starts([second])).toBe(true);
    expect(await starts([first])).toBe(false);
    expect(await starts([first, second])).toBe(true);
  });

  it("is one of two that start at once for the first time", async () => {
    const answers = await Promise.all([[first], [second], [first], [second]].map((keys) => starts(keys)));
    expect(answers).toEqual(answers[0] ? [true, false, true, false] : [false, true, false, true]);
    expect(await storedChecks()).toHaveLength(1);
  });

  it("must have sealed one of the secrets of an installation that has no check value yet", async () => {
    await storeSecret(boxOf(first).seal("text", "owner"));
    expect(await starts([other])).toBe(false);
    expect(await storedChecks()).toEqual([]);
    expect(await starts([second, first])).toBe(true);
    expect(await starts([second])).toBe(true);
  });

  it("isn't refused if it sealed only some of them, since another key may be lost", async () => {
    await storeSecret(boxOf(other).seal("text", "owner"));
    await storeSecret(boxOf(first).seal("text", "owner"));
    await storeSecret(boxOf(other).seal("text", "owner"));
    expect(await starts([first])).toBe(true);
  });

  it("isn't refused if a key for mail agents that is derived from it sealed the only secret", async () => {
    await storeSecret(boxOf(deriveKey(first, "mail agent")).seal("text", "owner"));
    expect(await starts([other])).toBe(false);
    expect(await starts([first])).toBe(true);
  });

  it("can replace one that is lost by name, once", async () => {
    expect(await starts([first])).toBe(true);
    expect(await starts([other], ["AUTH_SECRET"])).toBe(false);
    expect(await starts([other], ["AUTH_SECRET", "ENCRYPTION_KEY"])).toBe(true);
    expect(await starts([other])).toBe(true);
    expect(await starts([first])).toBe(false);
  });

  it("is checked against each column of sealed values", async () => {
    const columns = await db.$client<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_encrypted'`;
    expect(columns.length).toBeGreaterThan(4);
    expect(secretColumns.map(({ column }) => `${getTableName(column.table)}.${column.name}`).sort()).toEqual(
      columns.map(({ name }) => name).sort(),
    );
  });
});
