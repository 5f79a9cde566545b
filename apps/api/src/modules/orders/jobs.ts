import type { Ctx } from "../../kernel/ctx.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueRows, Sweep } from "../../kernel/due-work/due-work.ts";
import { deleteExpiredTransferCodes, dueTransferCodes } from "./auth-codes/transfer-codes.ts";
import { carryOutDueLines, dueOrderLines } from "./carrying-out/carry-out-due-lines.ts";
import { dueOrderEmails, sendOrderEmails } from "./emails/send-order-emails.ts";
import { dueDisputeChecks, lockDisputedDomains } from "./losses/lock-disputed-domains.ts";
import { dueSuspensionChecks, suspendUnpaid } from "./losses/suspend-unpaid.ts";
import { cancelUnpaidOrders, dueUnpaidOrders } from "./placing/cancel-unpaid-orders.ts";
import type { OrderPorts } from "./ports.ts";
import { renewables } from "./renewables/renewables.ts";
import { renewDue } from "./renewals/renew-due.ts";

const pollIntervalMs = 5_000;

type SweepCtx = Ctx & OrderPorts;
type Job = { name: string; due: DueRows; run: (ctx: SweepCtx, signal: AbortSignal) => Promise<void> };

const jobs: readonly Job[] = [
  { name: "order lines", due: dueOrderLines, run: carryOutDueLines },
  { name: "disputed domains", due: dueDisputeChecks, run: lockDisputedDomains },
  { name: "suspensions", due: dueSuspensionChecks, run: suspendUnpaid },
  { name: "unpaid orders", due: dueUnpaidOrders, run: cancelUnpaidOrders },
  { name: "transfer codes", due: dueTransferCodes, run: deleteExpiredTransferCodes },
  { name: "emails about orders", due: dueOrderEmails, run: sendOrderEmails },
  ...renewables.map(
    (renewable): Job => ({
      name: renewable.name,
      due: renewable.due,
      run: (ctx, signal) => renewDue(ctx, renewable, signal),
    }),
  ),
];

export const orderWorks = jobs.map(({ name, due }) => dueWorkOf(name, due));

export const createOrderSweeps = (ctx: Omit<SweepCtx, "actor">): Sweep[] =>
  jobs.map(({ name, run }) => ({
    name,
    wakeReasons: ["clock", "orders"],
    pollIntervalMs,
    run: (signal) => run({ ...ctx, actor: { kind: "system", job: name } }, signal),
  }));
