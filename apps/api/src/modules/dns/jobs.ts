import type { Sweep } from "../../kernel/due-work/due-work.ts";
import { type PublicationCtx, publishZones } from "./publication/publish-zones.ts";

const publication = "zones at the nameservers";

export const createDnsSweeps = (ctx: Omit<PublicationCtx, "actor">): Sweep[] => [createPublicationSweep(ctx)];

function createPublicationSweep(ctx: Omit<PublicationCtx, "actor">): Sweep {
  let notice = Promise.withResolvers<void>();
  return {
    name: publication,
    wakeReasons: ["zones"],
    pollIntervalMs: 5_000,
    wake: () => notice.resolve(),
    run: (signal) =>
      publishZones({ ...ctx, actor: { kind: "system", job: publication } }, signal, () => {
        notice = Promise.withResolvers();
        return notice.promise;
      }),
  };
}
