import type { Ctx } from "../../kernel/ctx.ts";
import type { DueWork, Sweep } from "../../kernel/due-work.ts";
import { checkOpenCardPages } from "./cards/pages/check-open-card-pages.ts";
import { isCardPageCheckDue, nextCardPageCheck } from "./cards/pages/next-card-page-check.ts";
import type { PaymentPorts } from "./ports.ts";

const pollIntervalMs = 30_000;

export const cardPageWork: DueWork = {
  name: "open card pages",
  nextDueAt: nextCardPageCheck,
  isBusy: isCardPageCheckDue,
};

export const createCardPageSweep = (ctx: Omit<Ctx, "actor"> & PaymentPorts): Sweep => ({
  name: cardPageWork.name,
  wakeReasons: ["clock"],
  pollIntervalMs,
  run: (signal) => checkOpenCardPages({ ...ctx, actor: { kind: "system", job: cardPageWork.name } }, signal),
});
