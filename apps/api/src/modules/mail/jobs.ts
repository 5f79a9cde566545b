import { dueWorkOf } from "../../kernel/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work.ts";
import { duePlanNotices, type NoticeCtx, sendPlanNotices } from "./plans/send-plan-notices.ts";

const name = "ends of mail plans";

export const mailWorks: readonly DueWork[] = [dueWorkOf(name, duePlanNotices)];

export const createMailSweeps = (ctx: Omit<NoticeCtx, "actor">): Sweep[] => [
  {
    name,
    wakeReasons: ["clock"],
    pollIntervalMs: 30_000,
    run: (signal) => sendPlanNotices({ ...ctx, actor: { kind: "system", job: name } }, signal),
  },
];
