import { dayMs } from "../../../kernel/durations.ts";

/** Days before the paid period ends at which notice is given, outermost first; 0 is the end itself. */
export const noticeWindowsDays = [30, 15, 7, 1, 0] as const;
export type NoticeWindowDays = (typeof noticeWindowsDays)[number];

const noticeMoment = (paidUntil: Date, windowDays: number) => paidUntil.getTime() - windowDays * dayMs;

/** The innermost window that contains `now`: the only notice worth giving. */
export function currentNoticeWindow(paidUntil: Date, now: Date): NoticeWindowDays | undefined {
  return noticeWindowsDays.findLast((days) => noticeMoment(paidUntil, days) <= now.getTime());
}

/** Null after the last notice. */
export function nextNoticeAt(paidUntil: Date, now: Date): Date | null {
  const next = noticeWindowsDays.find((days) => noticeMoment(paidUntil, days) > now.getTime());
  return next === undefined ? null : new Date(noticeMoment(paidUntil, next));
}
