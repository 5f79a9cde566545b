import { orderLines } from "@zonepost/db";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { workingCtx } from "../model/working-ctx.ts";
import { carryOutLine, type ExecutionCtx } from "./carry-out-line.ts";

export const dueOrderLines: DueRows = {
  table: orderLines,
  id: orderLines.id,
  workspaceId: orderLines.workspaceId,
  dueAt: orderLines.nextAttemptAt,
};

/** A line can wait for a slow registry, so several are in hand at a time. */
const parallel = 6;

/** Carries out all lines that are due. A lease keeps each of them with one process. */
export const carryOutDueLines = (ctx: ExecutionCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(
    ctx,
    dueOrderLines,
    signal,
    async (id) => {
      await carryOutLine(workingCtx(ctx), id).catch((error: unknown) => {
        ctx.log.error({ err: error, orderLineId: id }, "an order line has to wait");
      });
      return true;
    },
    { parallel },
  );
