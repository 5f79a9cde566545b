import { mailDkimKeys, mailDomains, mailHostKeys, mailHosts, type Transaction } from "@zonepost/db";
import { and, count, eq, gt, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { emailMembers } from "../../accounts/index.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { dkimRecord } from "../model/policy.ts";
import { readRecords } from "../model/read-records.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { type PlacingCtx, placeMailRecords } from "../zone-records/place-mail-records.ts";
import { dkimWaitsEmail } from "./dkim-email.ts";
import {
  hostAwayMinutes,
  type MailHosts,
  nextStepOfPending,
  retiresAt,
  retiringDays,
  shownBy,
} from "./dkim-policy.ts";
import { type DkimKeyRow, isSigning, restartSchedule } from "./signing-key.ts";

export type DkimCtx = Ctx & Pick<MailPorts, "secretBox" | "mailDns" | "mailDnsSettings" | "panelUrl">;

export const dueDkimKeys: DueRows = {
  table: mailDkimKeys,
  id: mailDkimKeys.id,
  workspaceId: sql`(select ${mailDomains.workspaceId} from ${mailDomains} where ${mailDomains.id} = ${mailDkimKeys.mailDomainId})`,
  dueAt: mailDkimKeys.nextCheckAt,
};

/** Looks at each key that is due, and moves it to its next stage if it may. */
export const advanceDkimKeys = (ctx: DkimCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(
    ctx,
    dueDkimKeys,
    signal,
    async (id, now) => {
      const due = await readKey(ctx, id);
      if (due?.key.stage === "pending") {
        await advancePending(ctx, due, now, signal);
      } else if (due) {
        await ctx.db.transaction((tx) => retireKey(tx, ctx, due, now));
      }
      return true;
    },
    { parallel: 8 },
  );

type KeyOfDomain = { key: DkimKeyRow; mailDomain: MailDomainRow };

async function readKey({ db }: Pick<Ctx, "db">, id: string): Promise<KeyOfDomain | undefined> {
  const [row] = await db
    .select({ key: mailDkimKeys, mailDomain: mailDomains })
    .from(mailDkimKeys)
    .innerJoin(mailDomains, eq(mailDomains.id, mailDkimKeys.mailDomainId))
    .where(eq(mailDkimKeys.id, id));
  return row;
}

/** The nameservers are queried before the transaction; the key may be canceled meanwhile, or its domain erased. */
async function advancePending(
  ctx: DkimCtx,
  { key, mailDomain }: KeyOfDomain,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  if (mailDomain.leftAt) {
    // Another workspace may have the domain now.
    await ctx.db
      .update(mailDkimKeys)
      .set({ nextCheckAt: new Date(now.getTime() + dayMs), seenAt: null })
      .where(and(eq(mailDkimKeys.id, key.id), eq(mailDkimKeys.stage, "pending")));
    return;
  }
  const { host } = dkimRecord({ ...key, domainName: mailDomain.domainName });
  const answers = await readRecords(ctx, mailDomain, { name: host, type: "TXT" }, signal);
  const shown = answers.map((answer) => shownBy(answer.nameserver, answer, key.publicKey));
  await ctx.db.transaction(async (tx) => {
    const locked = await lockKey(tx, key);
    if (locked?.key.stage !== "pending" || locked.mailDomain.leftAt) {
      return;
    }
    const step = nextStepOfPending(locked.key, { shown, hosts: await countHosts(tx, key.id), now });
    if (step.to === "active") {
      await activateKey(tx, ctx, locked, { shown, seenAt: step.seenAt, now });
      return;
    }
    await tx
      .update(mailDkimKeys)
      .set({
        shown,
        checkedAt: now,
        seenAt: step.seenAt,
        nextCheckAt: step.nextCheckAt,
        toldAt: step.tellsOwners ? now : locked.key.toldAt,
      })
      .where(eq(mailDkimKeys.id, key.id));
    if (step.tellsOwners) {
      const { domainName } = locked.mailDomain;
      const email = dkimWaitsEmail({ domainName, host, seenAt: step.seenAt, shown, panelUrl: ctx.panelUrl });
      await emailMembers(tx, ctx, locked.mailDomain, email, now);
    }
  });
}

/** Locks the mail domain first, as every change of its keys does. */
async function lockKey(tx: Transaction, { id, mailDomainId }: DkimKeyRow): Promise<KeyOfDomain | undefined> {
  const [mailDomain] = await tx
    .select()
    .from(mailDomains)
    .where(eq(mailDomains.id, mailDomainId))
    .for("update");
  const [key] = await tx.select().from(mailDkimKeys).where(eq(mailDkimKeys.id, id)).for("update");
  return mailDomain && key && { key, mailDomain };
}

/** The hosts report by the wall clock. */
async function countHosts(tx: Transaction, keyId: string): Promise<MailHosts> {
  const [hosts] = await tx
    .select({ live: count(), holding: count(mailHostKeys.keyId) })
    .from(mailHosts)
    .leftJoin(mailHostKeys, and(eq(mailHostKeys.host, mailHosts.name), eq(mailHostKeys.keyId, keyId)))
    .where(gt(mailHosts.lastSeenAt, sql`now() - make_interval(mins => ${hostAwayMinutes})`));
  return hosts ?? { live: 0, holding: 0 };
}

async function activateKey(
  tx: Transaction,
  ctx: Ctx,
  { key, mailDomain }: KeyOfDomain,
  { shown, seenAt, now }: Pick<DkimKeyRow, "shown" | "seenAt"> & { now: Date },
): Promise<void> {
  const [replaced] = await tx
    .update(mailDkimKeys)
    .set({ stage: "retiring", retiringAt: now, nextCheckAt: retiresAt(now) })
    .where(and(eq(mailDkimKeys.mailDomainId, mailDomain.id), isSigning))
    .returning({ selector: mailDkimKeys.selector });
  await tx
    .update(mailDkimKeys)
    .set({ stage: "active", activatedAt: now, shown, checkedAt: now, seenAt, nextCheckAt: null })
    .where(eq(mailDkimKeys.id, key.id));
  await restartSchedule(tx, mailDomain.id, now);
  await wakeMailHosts(tx);
  await wakeWorkers(tx, "clock");
  await audit(tx, ctx, {
    workspaceId: mailDomain.workspaceId,
    action: "mail.dkim_key_activated",
    target: mailDomain.domainName,
    details: { selector: key.selector, replaces: replaced?.selector ?? null },
    occurredAt: now,
  });
}

/** Mail that the key signed has arrived or was returned. */
async function retireKey(tx: Transaction, ctx: PlacingCtx, due: KeyOfDomain, now: Date): Promise<void> {
  const locked = await lockKey(tx, due.key);
  if (!locked) {
    return;
  }
  const { key, mailDomain } = locked;
  if (key.stage !== "retiring") {
    await tx.update(mailDkimKeys).set({ nextCheckAt: null }).where(eq(mailDkimKeys.id, key.id));
    return;
  }
  await tx
    .update(mailDkimKeys)
    .set({ stage: "retired", privateKeyEncrypted: null, retiredAt: now, nextCheckAt: null })
    .where(eq(mailDkimKeys.id, key.id));
  if (mailDomain.leftAt === null) {
    await placeMailRecords(tx, ctx, mailDomain);
  }
  await wakeMailHosts(tx);
  await audit(tx, ctx, {
    workspaceId: mailDomain.workspaceId,
    action: "mail.dkim_key_retired",
    target: mailDomain.domainName,
    details: { selector: key.selector, afterDays: retiringDays },
    occurredAt: now,
  });
}
