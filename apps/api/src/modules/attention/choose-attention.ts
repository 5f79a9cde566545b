import { attentionChoices } from "@zonepost/db";
import {
  type AttentionItem,
  type AttentionKind,
  type AttentionSnoozeInput,
  attentionKinds,
  attentionSeverities,
} from "@zonepost/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserActor } from "../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import { dayMs } from "../../kernel/durations.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import { requireRight } from "../../kernel/rights.ts";
import { readItems } from "./list-attention.ts";
import type { Single } from "./rules/describe-concern.ts";

const longestSnoozeMs = 366 * dayMs;

export async function snoozeAttention(
  ctx: WorkspaceCtx,
  { id, until }: { id: string } & AttentionSnoozeInput,
): Promise<void> {
  const person = requirePerson(ctx);
  const now = await ctx.clock.now();
  const snoozedUntil = new Date(until);
  if (snoozedUntil <= now || snoozedUntil.getTime() > now.getTime() + longestSnoozeMs) {
    throw invalid([{ pointer: "/until", message: "Enter a time in the future, at most a year ahead." }]);
  }
  await choose(ctx, person, id, now, { snoozedUntil });
}

export async function muteAttention(ctx: WorkspaceCtx, id: string): Promise<void> {
  const person = requirePerson(ctx);
  const now = await ctx.clock.now();
  await choose(ctx, person, id, now, { mutedAt: now });
}

export const unsnoozeAttention = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  takeBack(ctx, id, { snoozedUntil: null });

export const unmuteAttention = (ctx: WorkspaceCtx, id: string): Promise<void> =>
  takeBack(ctx, id, { mutedAt: null });

/** The operations are for sessions only, so a key never gets here. */
function requirePerson({ actor }: WorkspaceCtx): UserActor {
  requireRight(actor, "domains:read");
  if (actor.kind !== "user") {
    throw notFound();
  }
  return actor;
}

/** The subject is empty for a group, whichever of its parts the ID names. */
function partsOf(id: string): { kind: AttentionKind; subjectId: string } {
  const [kind, subject = ""] = id.split("~");
  const known = attentionKinds.find((each) => each === kind);
  if (!known) {
    throw notFound();
  }
  return { kind: known, subjectId: subject === "snoozed" || subject === "muted" ? "" : subject };
}

async function choose(
  ctx: WorkspaceCtx,
  person: UserActor,
  id: string,
  now: Date,
  choice: { snoozedUntil: Date } | { mutedAt: Date },
): Promise<void> {
  const { kind, subjectId } = partsOf(id);
  const meant = (await readItems(ctx, now)).filter(
    (item) => item.kind === kind && (subjectId === "" || item.subject.id === subjectId),
  );
  if (meant.length === 0) {
    throw notFound();
  }
  const known = { ...worstOf(meant), madeAt: now };
  await ctx.db
    .insert(attentionChoices)
    .values({
      workspaceId: person.workspaceId,
      userId: person.userId,
      kind,
      subjectId,
      snoozedUntil: null,
      mutedAt: null,
      ...known,
      ...choice,
    })
    .onConflictDoUpdate({
      target: [
        attentionChoices.userId,
        attentionChoices.workspaceId,
        attentionChoices.kind,
        attentionChoices.subjectId,
      ],
      set: { ...known, ...choice },
    });
}

function worstOf(items: readonly Single[]): { severity: AttentionItem["severity"]; until: Date | null } {
  const severity = attentionSeverities.find((each) => items.some((item) => item.severity === each));
  const untils = items.flatMap(({ until }) => (until === null ? [] : [until]));
  const nearest = untils.toSorted().at(0);
  return { severity: severity ?? "notice", until: nearest === undefined ? null : new Date(nearest) };
}

/** A group's ID takes back all of its kind. Without such a choice, nothing changes. */
async function takeBack(
  ctx: WorkspaceCtx,
  id: string,
  cleared: { snoozedUntil: null } | { mutedAt: null },
): Promise<void> {
  const { userId, workspaceId } = requirePerson(ctx);
  const { kind, subjectId } = partsOf(id);
  const isMeant = and(
    eq(attentionChoices.userId, userId),
    eq(attentionChoices.workspaceId, workspaceId),
    eq(attentionChoices.kind, kind),
    subjectId === "" ? sql`true` : sql`${attentionChoices.subjectId} in ('', ${subjectId})`,
  );
  await ctx.db.transaction(async (tx) => {
    await tx.update(attentionChoices).set(cleared).where(isMeant);
    await tx
      .delete(attentionChoices)
      .where(and(isMeant, isNull(attentionChoices.snoozedUntil), isNull(attentionChoices.mutedAt)));
  });
}
