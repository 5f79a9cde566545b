import type { Ctx } from "../../kernel/ctx.ts";
import type { DueWork, Sweep } from "../../kernel/due-work.ts";
import { type DomainPorts, RegistrarError } from "./ports.ts";
import { isNoticeBusy, nextDueNotice } from "./queries/next-due-notice.ts";
import { giveExpiryNotices } from "./use-cases/give-expiry-notices.ts";
import { syncWithRegistry } from "./use-cases/sync-with-registry.ts";

type SystemCtx = Omit<Ctx, "actor">;

/** Expiry notices, as the sandbox clock sees them. */
export const expiryNoticeWork: DueWork = {
  name: "expiry notices",
  nextDueAt: nextDueNotice,
  isBusy: isNoticeBusy,
};

export function createExpirySweep(ctx: SystemCtx): Sweep {
  return {
    name: "expiry notices",
    wakeReasons: ["clock"],
    pollIntervalMs: 15_000,
    async run(signal) {
      for (let isDone = false; !isDone && !signal.aborted; ) {
        const now = await ctx.clock.now();
        ({ isDone } = await giveExpiryNotices(
          { ...ctx, actor: { kind: "system", job: "expiry notices" } },
          now,
        ));
      }
    },
  };
}

export function createRegistrySyncSweep(ctx: SystemCtx & DomainPorts): Sweep {
  return {
    name: "registry sync",
    wakeReasons: ["sync"],
    pollIntervalMs: 5_000,
    async run(signal) {
      const system = { kind: "system", job: "registry sync" } as const;
      await syncWithRegistry({ ...ctx, actor: system }, signal).catch((error: unknown) => {
        if (!(error instanceof RegistrarError)) throw error;
        ctx.log.warn({ reason: error.reason, err: error }, "the registry could not be asked");
      });
    },
  };
}
