import type { Ctx } from "../../kernel/ctx.ts";
import { dueWorkOf } from "../../kernel/due-work/due-rows.ts";
import type { DueWork, Sweep } from "../../kernel/due-work/due-work.ts";
import { dueDigests } from "../accounts/index.ts";
import { sendDigests } from "./digest/send-digests.ts";
import type { DigestPorts } from "./ports.ts";

const digests = "daily digests";

export const attentionWorks: readonly DueWork[] = [dueWorkOf(digests, dueDigests)];

export const createAttentionSweeps = (ctx: Omit<Ctx, "actor"> & DigestPorts): Sweep[] => [
  {
    name: digests,
    wakeReasons: ["clock"],
    pollIntervalMs: 30_000,
    run: (signal) => sendDigests({ ...ctx, actor: { kind: "system", job: digests } }, signal),
  },
];
