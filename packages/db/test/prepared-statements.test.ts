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

it("plansOnce plans a prepared statement once, although a plan for each value looks cheaper", async () => {
  const database = await createTestDatabase();
  const plan = async (plansOnce: boolean) => {
    const db = createDb(database.url, { maxConnections: 1, plansOnce });
    try {
      for (let times = 0; times < 10; times += 1) {
        await withPreparedStatements(db).execute(sql`select value from skewed where value = ${2}::int`);
      }
      const [counts] = await db.$client<{ generic: number; custom: number }[]>`
        select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement like '%from skewed%' and statement not like '%pg_prepared%'`;
      return counts;
    } finally {
      await db.close();
    }
  };
  try {
    const db = createDb(database.url, { maxConnections: 1 });
    await db.$client`create table skewed as select case when at < 10 then 2 else 1 end as value from generate_series(1, 20000) at`;
    await db.$client`create index on skewed (value)`;
    await db.$client`analyze skewed`;
    await db.close();
    expect(await plan(false)).toEqual({ generic: 0, custom: 10 });
    expect(await plan(true)).toEqual({ generic: 10, custom: 0 });
  } finally {
    await database.drop();
  }
});
