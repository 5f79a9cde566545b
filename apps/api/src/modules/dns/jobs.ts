import type { Sweep } from "../../kernel/due-work/due-work.ts";
import { type PublicationCtx, publishZones } from "./publication/publish-zones.ts";

const publication = "zones at the nameservers";

export function createDnsSweeps(ctx: Omit<PublicationCtx, "actor">): Sweep[] {
  return [
    {
      name: publication,
      wakeReasons: ["zones"],
      pollIntervalMs: 5_000,
      run: (signal) => publishZones({ ...ctx, actor: { kind: "system", job: publication } }, signal),
    },
  ];
}
