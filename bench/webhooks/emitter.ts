import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createDb } from "@zonepost/db";
import type postgres from "postgres";
import { emit } from "./emit.mjs";

// Emits events at a steady rate, one per transaction, and reports when each was committed.

export type Emit = {
  count: number;
  perSecond: number;
  body: string;
  /** The workspaces of Zonepost's endpoints, in turn; empty for peers. */
  workspaceIds: string[];
};
export type Emitted = { type: "emitted"; times: [id: string, committedAtMs: number][] };

const db = createDb(process.env.DATABASE_URL ?? "", { maxConnections: 8 });
const sql = db.$client as unknown as postgres.Sql;
const nowMs = () => performance.timeOrigin + performance.now();

/** Writes one event and its job, as the product under test does. */
const emitters: Record<string, (message: Emit, index: number) => Promise<string>> = {
  zonepost: async ({ workspaceIds }, index) => {
    const workspaceId = workspaceIds[index % workspaceIds.length] ?? "";
    const { id } = await db.transaction((tx) =>
      emit(tx, {
        workspaceId,
        type: "domain.transferred",
        data: { name: `domain-${index}.com`, direction: "in" },
        createdAt: new Date(),
      }),
    );
    return id;
  },
  "graphile-worker": async ({ body }, index) => {
    const id = randomUUID();
    const job = JSON.stringify({ id, endpoint: index % 50, body });
    await sql.begin(async (tx) => {
      await tx`insert into events (id, body) values (${id}, ${body})`;
      await tx`select graphile_worker.add_job('deliver', ${job}::text::json)`;
    });
    return id;
  },
};

process.on("message", async (message: Emit) => {
  const emitOne = emitters[process.env.KIND ?? ""];
  if (!emitOne) {
    throw new Error(`unknown kind ${process.env.KIND}`);
  }
  const startedAt = performance.now();
  const times: Emitted["times"] = [];
  const pending: Promise<void>[] = [];
  for (let index = 0; index < message.count; index += 1) {
    const waitMs = startedAt + (index * 1000) / message.perSecond - performance.now();
    if (waitMs > 0) {
      await delay(waitMs);
    }
    pending.push(
      emitOne(message, index).then((id) => {
        times.push([id, nowMs()]);
      }),
    );
  }
  await Promise.all(pending);
  process.send?.({ type: "emitted", times } satisfies Emitted);
});
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.send?.({ type: "ready" });
