import { erasures, users, workspaces } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { countSteps, personSteps, workspaceSteps } from "../../../kernel/erasure/erase-rows.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { continueErasure, type ErasureResult } from "./continue-erasure.ts";
import { describeHolds } from "./erasure-policy.ts";
import type { ErasurePorts } from "./erasure-ports.ts";
import { findPersonRefusal, readAddresses, startPersonErasure } from "./start-person-erasure.ts";
import { startWorkspaceErasure } from "./start-workspace-erasure.ts";

// The operator's commands. Run again, they go on with an erasure that was interrupted.

type How = { isDryRun: boolean; signal?: AbortSignal; batchRows?: number };
type CommandCtx = Omit<Ctx, "actor"> & ErasurePorts;
type Outcome =
  | { outcome: "unknown" }
  | { outcome: "held"; reasons: string[] }
  | { outcome: "would_erase"; counts: Record<string, number> }
  | { outcome: "erased"; result: ErasureResult; notes: string[] };

export async function eraseWorkspace(
  ctx: CommandCtx,
  publicWorkspaceId: string,
  { isDryRun, ...how }: How,
): Promise<Outcome> {
  const system = { ...ctx, actor: { kind: "system", job: "workspace:erase" } } as const;
  const workspaceId = rowId("wsp", publicWorkspaceId);
  if (workspaceId === undefined || (await ctx.db.$count(workspaces, eq(workspaces.id, workspaceId))) === 0) {
    return { outcome: "unknown" };
  }
  const begun = await findErasure(ctx, "workspace", workspaceId);
  if (begun) {
    return { outcome: "erased", result: await continueErasure(system, begun, how), notes: [] };
  }
  if (isDryRun) {
    const reasons = describeHolds(await ctx.countHolds(ctx.db, workspaceId));
    const steps = workspaceSteps(ctx.erasureRules, { workspaceId, salt: newId() });
    return reasons.length > 0
      ? { outcome: "held", reasons }
      : { outcome: "would_erase", counts: await countSteps(ctx.db, steps) };
  }
  const started = await startWorkspaceErasure(system, workspaceId);
  if ("holds" in started) {
    return { outcome: "held", reasons: started.holds };
  }
  const notes = started.strandedIds.map(
    (id) =>
      `${publicId("usr", id)} has no other workspace: npm run person:erase -- --person ${publicId("usr", id)}`,
  );
  return { outcome: "erased", result: await continueErasure(system, started.erasureId, how), notes };
}

/** `who` is an address or an ID. */
export async function erasePerson(
  ctx: CommandCtx,
  who: { email: string } | { id: string },
  { isDryRun, ...how }: How,
): Promise<Outcome> {
  const system = { ...ctx, actor: { kind: "system", job: "person:erase" } } as const;
  const person = await findPerson(ctx, who);
  if (!person) {
    const begun = await findPersonErasure(ctx, who);
    return begun
      ? { outcome: "erased", result: await continueErasure(system, begun, how), notes: [] }
      : { outcome: "unknown" };
  }
  const refusal = await findPersonRefusal(ctx.db, person.id);
  if (refusal) {
    return { outcome: "held", reasons: describeRefusal(refusal) };
  }
  if (isDryRun) {
    const [addresses, startedAt] = [await readAddresses(ctx.db, person), await ctx.clock.now()];
    const steps = personSteps(ctx.erasureRules, {
      userId: person.id,
      anonymousId: newId(),
      addresses,
      startedAt,
    });
    return { outcome: "would_erase", counts: await countSteps(ctx.db, steps) };
  }
  const started = await startPersonErasure(system, person.id, "operator");
  if (started === "not_due") {
    return { outcome: "unknown" };
  }
  return "refused" in started
    ? { outcome: "held", reasons: describeRefusal(started) }
    : { outcome: "erased", result: await continueErasure(system, started.erasureId, how), notes: [] };
}

const describeRefusal = (refusal: NonNullable<Awaited<ReturnType<typeof findPersonRefusal>>>): string[] =>
  refusal.refused === "operator"
    ? ["an operator: run npm run operator:revoke first"]
    : refusal.workspaces.map(
        ({ workspaceId, name }) =>
          `the only owner of ${publicId("wsp", workspaceId)} (${name}): transfer its ownership, or erase it first`,
      );

export async function findPerson(
  { db }: Pick<Ctx, "db">,
  who: { email: string } | { id: string },
): Promise<typeof users.$inferSelect | undefined> {
  const id = "id" in who ? rowId("usr", who.id) : undefined;
  if ("id" in who && id === undefined) {
    return undefined;
  }
  const [row] = await db
    .select()
    .from(users)
    .where("email" in who ? eq(sql`lower(${users.email})`, who.email.toLowerCase()) : eq(users.id, id ?? ""));
  return row;
}

async function findErasure(
  { db }: Pick<Ctx, "db">,
  subject: "person" | "workspace",
  subjectId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: erasures.id })
    .from(erasures)
    .where(and(eq(erasures.subject, subject), eq(erasures.subjectId, subjectId)));
  return row?.id;
}

/** Of a person whose account is gone, while the rest is being erased. */
async function findPersonErasure(
  ctx: Pick<Ctx, "db">,
  who: { email: string } | { id: string },
): Promise<string | undefined> {
  if ("id" in who) {
    const id = rowId("usr", who.id);
    return id && findErasure(ctx, "person", id);
  }
  const [row] = await ctx.db
    .select({ id: erasures.id })
    .from(erasures)
    .where(sql`${who.email.toLowerCase()} = any (${erasures.addresses})`);
  return row?.id;
}
