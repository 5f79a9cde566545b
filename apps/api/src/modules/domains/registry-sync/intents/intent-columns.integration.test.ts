import { createDb, domainIntents, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../kernel/ids.ts";
import { insertDomain } from "../../model/insert-domain.ts";
import { canHappen, stateOf } from "./intent-columns.ts";
import { type IntentEvent, intentTransitions, type MovingEvent, type OpenState } from "./intent-state.ts";
import { moveIntents, settleIntents } from "./write-intents.ts";

const database = await createTestDatabase();
const db = createDb(database.url, { maxConnections: 2 });
const now = new Date("2026-03-01T12:00:00.000Z");
const wallNow = new Date();
const past = new Date(wallNow.getTime() - 60_000);
const future = new Date(wallNow.getTime() + 60_000);

// Every combination of the columns, including those that no transition reaches.
const outcomes = [null, "unknown", "taken", "refused", "confirmed"] as const;
const rows = outcomes.flatMap((outcome) =>
  [null, past, future].map((leasedUntil) => ({ outcome, leasedUntil, settledAt: null as Date | null })),
);
const settled = (["applied", "refused", "superseded"] as const).map((outcome) => ({
  outcome,
  leasedUntil: future,
  settledAt: now,
}));
const ids = [...rows, ...settled].map(() => newId());

beforeAll(async () => {
  const workspaceId = newId();
  await db
    .insert(workspaces)
    .values({ id: workspaceId, name: "Test", slug: `test-${workspaceId}`, createdAt: now });
  const domain = await db.transaction((tx) =>
    insertDomain(
      tx,
      {
        workspaceId,
        name: "example.com",
        tld: "com",
        registrar: "primary",
        status: "active",
        autoRenew: false,
        whoisPrivacy: false,
        registeredAt: now,
        paidUntil: now,
        registryExpiresAt: now,
      },
      now,
    ),
  );
  await db.insert(domainIntents).values(
    [...rows, ...settled].map((columns, at) => ({
      ...columns,
      id: ids[at] ?? "",
      domainId: domain?.id ?? "",
      kind: "change_lock" as const,
      change: { kind: "change_lock" as const, locked: true },
      actor: { kind: "system", id: null, name: "test" } as const,
      createdAt: now,
    })),
  );
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

class Undone extends Error {}

/** Applies the event to every row and rolls back. */
async function statesAfter(event: IntentEvent): Promise<string[]> {
  let states: string[] = [];
  await db
    .transaction(async (tx) => {
      if (event === "apply" || event === "refuse" || event === "supersede") {
        await settleIntents(tx, event, ids, now);
      } else {
        await moveIntents(tx, event, undefined, wallNow);
      }
      const after = await tx.select().from(domainIntents).orderBy(asc(domainIntents.id));
      states = after.map((row) => stateOf(row).name);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) {
        throw error;
      }
    });
  return states;
}

describe("the columns of an intent", () => {
  it("store its state", () => {
    const states = [...rows, ...settled].map((row) => stateOf(row).name);
    expect(states).toEqual([
      ...["written", "sending", "sending"],
      ...["unknown", "unknown", "unknown"],
      ...["accepted", "accepted", "accepted"],
      ...["declined", "declined", "declined"],
      ...["confirmed", "confirmed", "confirmed"],
      ...["applied", "refused", "superseded"],
    ]);
  });

  it.each(Object.keys(intentTransitions) as IntentEvent[])(
    "change by %s as in the table of transitions, in SQL as in TypeScript",
    async (event) => {
      const before = [...rows, ...settled].map((row) => stateOf(row).name);
      const expected = before.map((state) => intentTransitions[event][state as OpenState] ?? state);
      expect(await statesAfter(event)).toEqual(expected);
      const possible = await db.select({ id: domainIntents.id }).from(domainIntents).where(canHappen(event));
      const isPossible = before.map((state) => state in intentTransitions[event]);
      expect(ids.map((id) => possible.some((row) => row.id === id))).toEqual(isPossible);
    },
  );

  it("lease a sent intent for a minute, and move a postponed one to the end of the queue", async () => {
    const leaseAfter = async (event: MovingEvent, at: number) => {
      const id = ids[at] ?? "";
      await moveIntents(db, event, eq(domainIntents.id, id), wallNow);
      const [row] = await db.select().from(domainIntents).where(eq(domainIntents.id, id));
      return (row?.leasedUntil?.getTime() ?? 0) - wallNow.getTime();
    };
    const [sent, first, second] = [
      await leaseAfter("send", 0),
      await leaseAfter("postpone", 1),
      await leaseAfter("postpone", 2),
    ];
    // An unleased intent comes after all those checked before; a running lease is not shortened.
    expect([sent, first, second]).toEqual([60_000, 0, 60_000]);
    expect(await leaseAfter("decline", 8)).toBeLessThan(-1000);
  });
});
