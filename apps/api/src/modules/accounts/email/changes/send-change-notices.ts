import { changeNotices, type Db, type Transaction } from "@zonepost/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Clock } from "../../../../kernel/clock.ts";
import { minuteMs } from "../../../../kernel/durations.ts";
import { countTry, uncountTry } from "../../../../kernel/limits/rate-limit.ts";
import type { EmailPorts } from "../../ports.ts";
import { digestOfAddress } from "../digest-of-address.ts";
import { emailMembers } from "../email-members.ts";
import { enqueueEmail } from "../enqueue-email.ts";
import { shareOf } from "../mail-share.ts";
import { readWorkspaceForEmail } from "../read-workspace-for-email.ts";
import { changeEmail } from "./change-email.ts";
import { addJob, type NoticeGroup } from "./queue-change-notices.ts";

/** So many emails of one kind are sent at once; further changes wait for the end of the period, and share one. */
const mostPerPeriod = 5;
const periodMs = 10 * minuteMs;
/** More than the email lists, so that its number of others is right for a batch of domains. */
const mostRead = 1_000;

type Deps = { db: Db; clock: Clock } & EmailPorts;

/** Emails a group's changes. What can't be emailed yet keeps a job for the time when it can. */
export async function sendChangeNotices(deps: Deps, group: NoticeGroup): Promise<void> {
  const { db, clock } = deps;
  if ((await db.$count(changeNotices, isOf(group))) === 0) {
    return;
  }
  const { workspaceId, kind, toAddress } = group;
  const bucket = `change-notices:${workspaceId}:${kind}:${toAddress && digestOfAddress(toAddress)}`;
  const mail = { bucket, periodMs, now: clock.wallNow() };
  const { used, resetSeconds } = await countTry(db, mail);
  if (used > mostPerPeriod) {
    await uncountTry(db, mail);
    await addJob(db, group, resetSeconds);
    return;
  }
  const now = await clock.now();
  const isFull = await db.transaction((tx) => sendNext(tx, deps, group, now));
  if (isFull) {
    await addJob(db, group);
  }
}

const isOf = ({ workspaceId, kind, toAddress }: NoticeGroup) =>
  and(
    eq(changeNotices.workspaceId, workspaceId),
    eq(changeNotices.kind, kind),
    eq(changeNotices.toAddress, toAddress),
  );

/** Returns whether there may be more. */
async function sendNext(tx: Transaction, deps: Deps, group: NoticeGroup, now: Date): Promise<boolean> {
  const [first, ...others] = await tx
    .select()
    .from(changeNotices)
    .where(isOf(group))
    .orderBy(asc(changeNotices.id))
    .limit(mostRead)
    .for("update", { skipLocked: true });
  if (!first) {
    return false;
  }
  const email = changeEmail(group.kind, [first, ...others]);
  if (group.toAddress === "") {
    await emailMembers(tx, deps, { workspaceId: group.workspaceId }, email, now);
  } else {
    const language = (await readWorkspaceForEmail(tx, group.workspaceId))?.language;
    // A contact's address can be a stranger's, which has its daily number of emails.
    const isToContact = group.kind === "contact_email" || group.kind === "domain_contacts";
    const share = isToContact ? shareOf("other") : undefined;
    await enqueueEmail(tx, deps, { ...email, to: group.toAddress, language, share }, now);
  }
  const ids = [first, ...others].map(({ id }) => id);
  await tx.delete(changeNotices).where(inArray(changeNotices.id, ids));
  return ids.length === mostRead;
}
