import type { Actor } from "../../kernel/actor.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { minuteMs } from "../../kernel/durations.ts";
import { type PublicationCtx, publishZones } from "./publication/publish-zones.ts";
import { checkDelegations, type DelegationsCtx } from "./zones/check-delegations.ts";
import { endDueZones, endingZones } from "./zones/end-due-zones.ts";

const publication = "zones at the nameservers";
const ends = "ends of zones";
const delegations = "delegations of zones";

const systemActor = (job: string): Extract<Actor, { kind: "system" }> => ({ kind: "system", job });

/** Without the checks of delegations: they find the same however far the sandbox clock jumps. */
export const dnsWorks: readonly DueWork[] = [dueWorkOf(ends, endingZones)];

export const createDnsSweeps = (ctx: Omit<PublicationCtx & DelegationsCtx, "actor">): Sweep[] => [
  createPublicationSweep(ctx),
  {
    name: ends,
    wakeReasons: ["clock"],
    pollIntervalMs: 15_000,
    run: (signal) => endDueZones({ ...ctx, actor: systemActor(ends) }, signal),
  },
  {
    name: delegations,
    wakeReasons: [],
    pollIntervalMs: 5 * minuteMs,
    run: (signal) => checkDelegations({ ...ctx, actor: systemActor(delegations) }, signal),
  },
];

function createPublicationSweep(ctx: Omit<PublicationCtx, "actor">): Sweep {
  let notice = Promise.withResolvers<void>();
  return {
    name: publication,
    wakeReasons: ["zones"],
    pollIntervalMs: 5_000,
    wake: () => notice.resolve(),
    run: (signal) =>
      publishZones({ ...ctx, actor: systemActor(publication) }, signal, () => {
        notice = Promise.withResolvers();
        return notice.promise;
      }),
  };
}
