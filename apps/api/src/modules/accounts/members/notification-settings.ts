import { members } from "@zonepost/db";
import {
  type NotificationSettings,
  type NotificationSettingsPatch,
  notificationTopics,
} from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { UserActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { ownerNotifications } from "../errors.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";

/** The caller's own settings in the current workspace. */
export async function readNotificationSettings(ctx: WorkspaceCtx): Promise<NotificationSettings> {
  requireRight(ctx.actor, "domains:read");
  return findSettings(ctx.db, requirePerson(ctx));
}

/** Owners receive everything: a thief with an owner's session must not be able to silence the mails first. */
export async function updateNotificationSettings(
  ctx: WorkspaceCtx,
  { topics }: NotificationSettingsPatch,
): Promise<NotificationSettings> {
  requireRight(ctx.actor, "domains:read");
  const person = requirePerson(ctx);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, person, "domains:read");
    const before = await findSettings(tx, person);
    if (before.isOwner) {
      throw ownerNotifications();
    }
    await tx.update(members).set({ notificationTopics: topics }).where(isOwnSeat(person));
    await audit(tx, ctx, {
      workspaceId: person.workspaceId,
      action: "member.notifications_changed",
      target: person.email,
      details: { from: before.topics, to: topics },
      occurredAt: now,
    });
    return { topics, isOwner: false };
  });
}

/** The operations are for sessions only, so a key never gets here. */
function requirePerson({ actor }: WorkspaceCtx): UserActor {
  if (actor.kind !== "user") {
    throw notFound();
  }
  return actor;
}

const isOwnSeat = ({ workspaceId, userId }: UserActor) =>
  and(eq(members.workspaceId, workspaceId), eq(members.userId, userId));

async function findSettings(db: Queryable, actor: UserActor): Promise<NotificationSettings> {
  const [seat] = await db
    .select({ role: members.role, topics: members.notificationTopics })
    .from(members)
    .where(isOwnSeat(actor));
  if (!seat) {
    throw notFound();
  }
  const isOwner = seat.role === "owner";
  return { topics: isOwner ? [...notificationTopics] : seat.topics, isOwner };
}
