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
import { invalid, notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { nextDigestAt } from "../email/digest-time.ts";
import {
  choiceOf,
  fixedTopicsOf,
  maySeeTopic,
  type NotificationChoices,
  type Seat,
  takesDigests,
} from "../email/email-topics.ts";
import { ownerNotifications } from "../errors.ts";
import { lockWorkspaceFor } from "../model/lock-workspace.ts";

/** The caller's own settings in the current workspace. */
export async function readNotificationSettings(ctx: WorkspaceCtx): Promise<NotificationSettings> {
  requireRight(ctx.actor, "domains:read");
  return settingsOf(await findSeat(ctx.db, requirePerson(ctx)));
}

/** What a thief with an owner's session would silence first isn't theirs to choose. */
export async function updateNotificationSettings(
  ctx: WorkspaceCtx,
  { topics: changed }: NotificationSettingsPatch,
): Promise<NotificationSettings> {
  requireRight(ctx.actor, "domains:read");
  const person = requirePerson(ctx);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, person, "domains:read");
    const before = await findSeat(tx, person);
    requireChoosable(before, changed);
    const after = { ...before, choices: { ...before.choices, ...changed } };
    // The next digest itself finds out whether another one follows.
    const digestAt = takesDigests(after) ? (before.digestAt ?? nextDigestAt(now)) : before.digestAt;
    await tx.update(members).set({ notificationChoices: after.choices, digestAt }).where(isOwnSeat(person));
    const settings = settingsOf({ ...after, digestAt });
    await audit(tx, ctx, {
      workspaceId: person.workspaceId,
      action: "member.notifications_changed",
      target: person.email,
      details: { from: settingsOf(before).topics, to: settings.topics },
      occurredAt: now,
    });
    return settings;
  });
}

function requireChoosable(seat: Seat, changed: NotificationChoices): void {
  const hidden = notificationTopics.filter((topic) => topic in changed && !maySeeTopic(seat, topic));
  if (hidden.length > 0) {
    throw invalid(
      hidden.map((topic) => ({
        pointer: `/topics/${topic}`,
        message: "Your role doesn't include what these emails are about.",
      })),
    );
  }
  if (fixedTopicsOf(seat).some((topic) => (changed[topic] ?? "at_once") !== "at_once")) {
    throw ownerNotifications();
  }
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

type OwnSeat = Seat & { digestAt: Date | null };

async function findSeat(db: Queryable, actor: UserActor): Promise<OwnSeat> {
  const [seat] = await db
    .select({
      role: members.role,
      domainNames: members.domainNames,
      choices: members.notificationChoices,
      digestAt: members.digestAt,
    })
    .from(members)
    .where(isOwnSeat(actor));
  if (!seat) {
    throw notFound();
  }
  return seat;
}

function settingsOf(seat: OwnSeat): NotificationSettings {
  const fixedTopics = fixedTopicsOf(seat);
  const chosen = notificationTopics
    .filter((topic) => maySeeTopic(seat, topic))
    .map((topic) => [topic, fixedTopics.includes(topic) ? "at_once" : choiceOf(seat, topic)] as const);
  return {
    topics: Object.fromEntries(chosen),
    fixedTopics,
    isOwner: seat.role === "owner",
    nextDigestAt: takesDigests(seat) ? (seat.digestAt?.toISOString() ?? null) : null,
  };
}
