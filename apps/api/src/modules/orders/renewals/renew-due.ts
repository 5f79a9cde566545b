import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow, postponeDueRow } from "../../../kernel/due-work/due-rows.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { OrderPorts } from "../ports.ts";
import type { Renewable } from "../renewables/renewable.ts";
import { type NextLook, tryToRenew } from "./try-to-renew.ts";

type RenewalCtx = Ctx & OrderPorts;

/** A try can wait for a slow registry or processor, so several are in hand at a time. */
const parallel = 6;

/** Tries everything of one kind that is due. Workspaces take turns. */
export const renewDue = (ctx: RenewalCtx, renewable: Renewable, signal: AbortSignal): Promise<void> =>
  forEachDueRow(
    ctx,
    renewable.due,
    signal,
    async (id) => {
      const next = await renewOne(ctx, renewable, id).catch(async (error: unknown) => {
        const isExpected = error instanceof AppError;
        ctx.log[isExpected ? "warn" : "error"]({ err: error, renewalOf: id }, "a renewal has to wait");
        return inAnHour(ctx);
      });
      if (next !== "later") {
        await postponeDueRow(ctx.db, renewable.due, id, { from: await ctx.clock.now(), to: next });
      }
      return true;
    },
    { parallel },
  );

async function renewOne(ctx: RenewalCtx, renewable: Renewable, id: string): Promise<NextLook> {
  const renewal = await renewable.find(ctx, id);
  return renewal ? tryToRenew(ctx, renewable, renewal) : inAnHour(ctx);
}

const inAnHour = async ({ clock }: Ctx): Promise<Date> => new Date((await clock.now()).getTime() + hourMs);
