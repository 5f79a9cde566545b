import { withPreparedStatements } from "@zonepost/db";
import { steadyClock } from "../../../kernel/clock.ts";
import type { Ctx } from "../../../kernel/ctx.ts";

/** For the work on one order, which runs the same statements each time: it prepares them, and reads the clock's offset once. */
export const workingCtx = <Given extends Pick<Ctx, "clock" | "db">>(ctx: Given): Given => ({
  ...ctx,
  clock: steadyClock(ctx.clock),
  db: withPreparedStatements(ctx.db),
});
