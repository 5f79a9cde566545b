import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";

// Emits events at a steady rate, one per transaction, and reports when each was committed.

export type Emit = {
  count: number;
  perSecond: number;
  body: string;
  /** The workspaces of Zonepost's endpoints, in turn; empty for peers. */
  workspaceIds: string[];
};
export type Emitted = { type: "emitted"; times: [id: string, committedAtMs: number][] };

const sql = postgres(process.env.DATABASE_URL ?? "", { max: 8, onnotice: () => {} });
const nowMs = () => performance.timeOrigin + performance.now();

/** Writes one event and its job, as the product under test does. */
const emitters: Record<string, (message: Emit, index: number) => Promise<string>> = {
  zonepost: async ({ workspaceIds, body }, index) => {
    const workspaceId = workspaceIds[index % workspaceIds.length] ?? "";
    const [event] = await sql<{ id: string }[]>`
      with event as (
        insert into events (id, workspace_id, type, subject, sequence, body, created_at)
        values (uuidv7(), ${workspaceId}, 'domain.transferred', ${`domain-${index}.com`}, 1, ${body}, now())
        returning *
      ),
      delivery as (
        insert into deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status,
          next_attempt_at, created_at)
        select uuidv7(), event.workspace_id, e.id, event.id, event.type, subject, sequence, 'pending', now(), now()
        from event join webhook_endpoints e on e.workspace_id = event.workspace_id
        returning *
      ),
      queued as (
        insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
        select workspace_id, id, endpoint_id, event_id, subject, sequence, now() from delivery
      )
      select id, pg_notify('zonepost_deliveries', 'deliveries') from event`;
    return `evt_${base32(event?.id ?? "")}`;
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

/** As public IDs have it: the 128 bits as 26 digits. */
function base32(uuid: string): string {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz";
  const bits = BigInt(`0x${uuid.replaceAll("-", "")}`);
  return Array.from(
    { length: 26 },
    (_, place) => digits[Number((bits >> BigInt(5 * (25 - place))) & 31n)],
  ).join("");
}

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
