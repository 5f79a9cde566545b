import { domainNotificationEmails, domainNotifications, domains, type Transaction } from "@zonepost/db";
import type { DomainNotificationTopic } from "@zonepost/schema";
import type { SecretBox } from "@zonepost/secret-box";
import { and, asc, eq, inArray, isNotNull, lte, min } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import {
  addDigestNotice,
  choiceOf,
  enqueueEmail,
  lockWorkspace,
  readSeatsForEmail,
  readWorkspaceForEmail,
} from "../../accounts/index.ts";
import { readTaxPercent, taxCentsOf } from "../../payments/index.ts";
import type { DomainPorts } from "../ports.ts";
import { quoteHeldName, requireQuote } from "../search/quote.ts";
import { describedDomains, notificationEmail } from "./notification-email.ts";
import { isObsolete, type Notified, type RenewalCost } from "./notified.ts";
import { deliveryOfNotified, reasonOf } from "./recipients.ts";

export type NotificationDeps = Ctx & DomainPorts & { secretBox: SecretBox; panelUrl: string };

type Group = { workspaceId: string; topic: DomainNotificationTopic };
type NotificationRow = typeof domainNotifications.$inferSelect;

export const dueNotifications: DueRows = {
  table: domainNotifications,
  id: domainNotifications.id,
  workspaceId: domainNotifications.workspaceId,
  dueAt: domainNotifications.mailAt,
};

const pricesAtOnce = 8;

/** Mails what is due, in one mail per workspace, topic and person. */
export async function sendNotifications(ctx: NotificationDeps, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const groups = await ctx.db
    .select({ workspaceId: domainNotifications.workspaceId, topic: domainNotifications.topic })
    .from(domainNotifications)
    .where(lte(domainNotifications.mailAt, now))
    .groupBy(domainNotifications.workspaceId, domainNotifications.topic)
    .orderBy(asc(min(domainNotifications.mailAt)));
  for (const group of groups) {
    if (signal.aborted) {
      return;
    }
    await mailGroup(ctx, group, now);
  }
}

async function mailGroup(ctx: NotificationDeps, group: Group, now: Date): Promise<void> {
  const costs = group.topic === "expiry" ? await readCosts(ctx, group) : new Map<string, RenewalCost>();
  await ctx.db.transaction(async (tx) => {
    // Also keeps the members as they are until their mails are stored.
    await lockWorkspace(tx, group.workspaceId);
    const rows = await tx
      .select()
      .from(domainNotifications)
      .where(isWaitingIn(group))
      .orderBy(asc(domainNotifications.id));
    if (!rows.some(({ mailAt }) => mailAt && mailAt <= now)) {
      // Another worker was faster.
      return;
    }
    const current = (await withDomains(tx, rows, costs)).filter(({ notified }) => !isObsolete(notified));
    const told = await mailToEach(tx, ctx, group, current, now);
    await close(tx, rows, current, told, now);
  });
}

const isWaitingIn = ({ workspaceId, topic }: Group) =>
  and(
    eq(domainNotifications.workspaceId, workspaceId),
    eq(domainNotifications.topic, topic),
    isNotNull(domainNotifications.mailAt),
  );

/** Asked before the transaction. A mail without a price is better than no mail. */
async function readCosts(ctx: NotificationDeps, group: Group): Promise<Map<string, RenewalCost>> {
  const waiting = await ctx.db
    .selectDistinct({ name: domains.name, registrar: domains.registrar, paidUntil: domains.paidUntil })
    .from(domainNotifications)
    .innerJoin(domains, eq(domains.id, domainNotifications.domainId))
    .where(isWaitingIn(group))
    .orderBy(asc(domains.paidUntil))
    .limit(describedDomains);
  const costs = new Map<string, RenewalCost>();
  const taxPercent = await readTaxPercent(ctx.db, { ...ctx, ...group });
  for (let from = 0; from < waiting.length; from += pricesAtOnce) {
    await Promise.all(
      waiting.slice(from, from + pricesAtOnce).map(async (domain) => {
        const price = await renewalPrice(ctx, domain).catch((error: unknown) => {
          ctx.log.warn({ err: error, domain: domain.name }, "an expiry notice is sent without a price");
          return undefined;
        });
        if (price) {
          const { priceCents, currency } = price;
          const totalCents = priceCents + taxCentsOf(priceCents, taxPercent);
          costs.set(domain.name, { totalCents, taxPercent, currency });
        }
      }),
    );
  }
  return costs;
}

const renewalPrice = async (ctx: NotificationDeps, domain: { name: string; registrar: string }) =>
  requireQuote((await quoteHeldName(ctx, domain)).renew).price;

type Waiting = { id: string; notified: Notified };

async function withDomains(
  db: Queryable,
  rows: readonly NotificationRow[],
  costs: ReadonlyMap<string, RenewalCost>,
): Promise<Waiting[]> {
  const ids = [...new Set(rows.map(({ domainId }) => domainId))];
  const found = await db.select().from(domains).where(inArray(domains.id, ids));
  const failed = await db
    .select({ domainId: domainNotifications.domainId, details: domainNotifications.details })
    .from(domainNotifications)
    .where(and(inArray(domainNotifications.domainId, ids), eq(domainNotifications.kind, "renewal_failed")))
    .orderBy(asc(domainNotifications.id));
  const lastFailureOf = ({ id, paidUntil }: { id: string; paidUntil: Date }) =>
    failed.findLast(
      ({ domainId, details }) => domainId === id && details.expiresAt === paidUntil.toISOString(),
    )?.details ?? null;
  const byId = new Map(found.map((domain) => [domain.id, domain]));
  return rows.flatMap(({ id, domainId, kind, domainName, occurredAt, actor, details }) => {
    const domain = byId.get(domainId);
    return domain
      ? [
          {
            id,
            notified: {
              kind,
              domainName,
              occurredAt,
              actor,
              details,
              domain: { ...domain, failedRenewal: lastFailureOf(domain) },
              cost: costs.get(domainName) ?? null,
            },
          },
        ]
      : [];
  });
}

type Told = Record<"mailed" | "digested", ReadonlySet<string>>;

/** Returns the ids of the notifications that someone was mailed, and of those that wait for someone's digest. */
async function mailToEach(
  tx: Transaction,
  ctx: NotificationDeps,
  { workspaceId, topic }: Group,
  waiting: readonly Waiting[],
  now: Date,
): Promise<Told> {
  const mailed = new Set<string>();
  const digested = new Set<string>();
  const workspace = await readWorkspaceForEmail(tx, workspaceId);
  for (const seat of await readSeatsForEmail(tx, workspaceId)) {
    const told = Map.groupBy(waiting, ({ notified }) => deliveryOfNotified(seat, notified));
    const emailOf = (all: readonly Waiting[]) => {
      const notified = all.map((one) => one.notified);
      const recipient = reasonOf(seat, notified);
      const workspaceName = workspace?.name ?? "";
      return notificationEmail({ topic, notified, workspaceName, recipient, panelUrl: ctx.panelUrl, now });
    };
    const atOnce = told.get("at_once") ?? [];
    if (atOnce.length > 0) {
      const emailId = await enqueueEmail(
        tx,
        ctx,
        {
          ...emailOf(atOnce),
          to: seat.email,
          language: workspace?.language ?? null,
          onlyToMemberOf: workspaceId,
          keepsOutcome: true,
        },
        now,
      );
      await tx
        .insert(domainNotificationEmails)
        .values(atOnce.map(({ id }) => ({ notificationId: id, emailId, toAddress: seat.email })));
      for (const { id } of atOnce) {
        mailed.add(id);
      }
    }
    // Each is an entry of its own: the person must still see its domain when the digest is sent.
    for (const one of told.get("digest") ?? []) {
      const { occurredAt: at, domainName } = one.notified;
      const chosen = choiceOf(seat, topic) === "digest" ? topic : "payments";
      await addDigestNotice(tx, seat, emailOf([one]), { topic: chosen, domainNames: [domainName], at });
      digested.add(one.id);
    }
  }
  return { mailed, digested };
}

async function close(
  tx: Transaction,
  rows: readonly NotificationRow[],
  current: readonly Waiting[],
  { mailed, digested }: Told,
  now: Date,
): Promise<void> {
  const currentIds = new Set(current.map(({ id }) => id));
  const endOf = (id: string) => {
    if (mailed.has(id)) {
      return "mailed";
    }
    return digested.has(id) ? "digest" : currentIds.has(id) ? "no_recipient" : "obsolete";
  };
  for (const [end, ended] of Map.groupBy(rows, ({ id }) => endOf(id))) {
    const ids = ended.map(({ id }) => id);
    await tx
      .update(domainNotifications)
      .set({
        mailAt: null,
        mailedAt: end === "mailed" ? now : null,
        notSent: end === "mailed" ? null : end,
      })
      .where(inArray(domainNotifications.id, ids));
  }
}
