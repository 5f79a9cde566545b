import type { Ctx } from "../../kernel/ctx.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueRows, Sweep } from "../../kernel/due-work/due-work.ts";
import { dueExpiryMails, sendExpiryMails } from "./cards/expiry/send-expiry-mails.ts";
import { checkOpenCardPages, dueCardPages } from "./cards/pages/check-open-card-pages.ts";
import { checkOpenAttempts, dueAttempts } from "./charges/check-open-attempts.ts";
import {
  checkDueCooldowns,
  checkDueDisputes,
  checkDueRefunds,
  dueCooldowns,
  dueDisputes,
  dueRefunds,
} from "./paid-payments/check-due-payments.ts";
import type { PaymentPorts, RegistryAccounts } from "./ports.ts";
import { reconcilePayments } from "./reconciliation/reconcile-payments.ts";

const pollIntervalMs = 30_000;

type SweepCtx = Ctx & PaymentPorts & { registryAccounts: RegistryAccounts };
/** Without `due`, the sandbox clock doesn't stop for it. */
type Job = {
  name: string;
  due?: DueRows;
  run: (ctx: SweepCtx, signal: AbortSignal) => Promise<void>;
  /** Also while payments are off. */
  isAlways?: true;
};

const jobs: readonly Job[] = [
  { name: "open card pages", due: dueCardPages, run: checkOpenCardPages },
  { name: "open payments", due: dueAttempts, run: checkOpenAttempts },
  { name: "refunds", due: dueRefunds, run: checkDueRefunds },
  { name: "disputes", due: dueDisputes, run: checkDueDisputes },
  { name: "cooldowns of payments", due: dueCooldowns, run: checkDueCooldowns },
  { name: "expiring cards", due: dueExpiryMails, run: sendExpiryMails },
  { name: "payment reconciliation", run: reconcilePayments, isAlways: true },
];

export const paymentWorks = jobs.flatMap(({ name, due }) => (due ? [dueWorkOf(name, due)] : []));

export const createPaymentSweeps = (ctx: Omit<SweepCtx, "actor">): Sweep[] =>
  jobs
    .filter(({ isAlways }) => isAlways || ctx.processors.current !== null)
    .map(({ name, run }) => ({
      name,
      wakeReasons: ["clock"],
      pollIntervalMs,
      run: (signal) => run({ ...ctx, actor: { kind: "system", job: name } }, signal),
    }));
