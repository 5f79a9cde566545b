import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDb, users, withPreparedStatements } from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

it("withPreparedStatements prepares each statement once, also in transactions and savepoints", async () => {
  const database = await createTestDatabase();
  const plain = createDb(database.url, { maxConnections: 1 });
  try {
    const db = withPreparedStatements(plain);
    const preparedCount = async () => {
      const [row] = await plain.$client.unsafe(
        "select count(*)::int as count from pg_prepared_statements where statement like '%from \"users\"%'",
      );
      return row?.count;
    };
    const email = "absent@example.test";
    await plain.select().from(users).where(eq(users.email, email));
    expect(await preparedCount()).toBe(0);
    for (let times = 0; times < 3; times += 1) {
      expect(await db.select().from(users).where(eq(users.email, email))).toEqual([]);
      await db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.email, email));
        await tx.transaction((inner) => inner.execute(sql`select id from "users" where name = ${email}`));
      });
    }
    expect(await preparedCount()).toBe(2);
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`create table forgotten ()`);
        throw new Error("roll back");
      }),
    ).rejects.toThrow("roll back");
    const [table] = await plain.$client`select to_regclass('forgotten') as name`;
    expect(table?.name).toBeNull();
  } finally {
    await plain.close();
    await database.drop();
  }
});
