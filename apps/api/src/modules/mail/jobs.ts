import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { advanceDkimKeys, type DkimCtx, dueDkimKeys } from "./dkim/advance-dkim-keys.ts";
import { dueRotations, startDueRotations } from "./dkim/start-due-rotations.ts";
import type { CheckPorts } from "./dns-records/check-dns-records.ts";
import { checkDueDnsRecords } from "./dns-records/check-due-dns-records.ts";
import { duePlanNotices, type NoticeCtx, sendPlanNotices } from "./plans/send-plan-notices.ts";
import { type SendingLimitCtx, tellLimits } from "./sending-limit/tell-limits.ts";
import { type SieveFindingsCtx, tellSieveFindings } from "./sieve-findings/tell-sieve-findings.ts";
import { createUsageSweep } from "./usage/record-usage.ts";

const planEnds = "ends of mail plans";
const dkimKeys = "stages of DKIM keys";
const dkimRotations = "DKIM rotations";
const dnsRecords = "DNS records of mail domains";
const sendingLimits = "sending limits of mail";
const sieveFindings = "changed scripts of mailboxes";

/** Without the DNS checks: they find the same however far the sandbox clock jumps, so it doesn't stop for them. */
export const mailWorks: readonly DueWork[] = [
  dueWorkOf(planEnds, duePlanNotices),
  dueWorkOf(dkimKeys, dueDkimKeys),
  dueWorkOf(dkimRotations, dueRotations),
];

type SweepCtx = NoticeCtx & DkimCtx & CheckPorts & SendingLimitCtx & SieveFindingsCtx;

export function createMailSweeps(ctx: Omit<SweepCtx, "actor">): Sweep[] {
  const sweep = (name: string, work: (ctx: SweepCtx, signal: AbortSignal) => Promise<void>): Sweep => ({
    name,
    wakeReasons: ["clock"],
    pollIntervalMs: 30_000,
    run: (signal) => work({ ...ctx, actor: { kind: "system", job: name } }, signal),
  });
  return [
    sweep(planEnds, sendPlanNotices),
    sweep(dkimKeys, advanceDkimKeys),
    sweep(dkimRotations, startDueRotations),
    sweep(dnsRecords, checkDueDnsRecords),
    sweep(sendingLimits, tellLimits),
    sweep(sieveFindings, tellSieveFindings),
    createUsageSweep(ctx.db),
  ];
}
