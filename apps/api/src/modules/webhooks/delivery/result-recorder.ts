import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { completeDeliveries, type DeliveryResult } from "./complete-deliveries.ts";
import type { AttemptResult } from "./send-delivery.ts";

export type FinishedAttempt = {
  claim: ClaimedDelivery;
  /** Undefined if nothing was to be sent. */
  answer: AttemptResult | undefined;
  endedAtWallMs: number;
};

const batchSize = 100;
const maxTries = 5;

type RecorderDeps = {
  ctx: Parameters<typeof completeDeliveries>[0] & Pick<Ctx, "clock" | "log">;
  random: () => number;
  /** Called for each attempt of a batch once the batch was written, or abandoned. */
  onSettled: (batch: readonly FinishedAttempt[]) => void;
};

/** Records finished attempts in batches; while one is being written, the next collects. */
export class ResultRecorder {
  readonly #deps: RecorderDeps;
  #finished: FinishedAttempt[] = [];
  #isRecording = false;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  add(attempt: FinishedAttempt): void {
    this.#finished.push(attempt);
    if (!this.#isRecording) {
      void this.#record();
    }
  }

  async #record(): Promise<void> {
    this.#isRecording = true;
    try {
      while (this.#finished.length > 0) {
        const batch = this.#finished.slice(0, batchSize);
        this.#finished = this.#finished.slice(batchSize);
        await this.#recordBatch(batch);
        this.#deps.onSettled(batch);
      }
    } finally {
      this.#isRecording = false;
    }
  }

  async #recordBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    const { ctx } = this.#deps;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      try {
        const [businessNow, wallNowMs] = [await ctx.clock.now(), ctx.clock.wallNow().getTime()];
        const agoMs = (one: FinishedAttempt) => Math.max(wallNowMs - one.endedAtWallMs, 0);
        return await completeDeliveries(
          ctx,
          batch.map((one) => this.#resultOf(one, new Date(businessNow.getTime() - agoMs(one)))),
        );
      } catch (error) {
        ctx.log.error(
          { err: error, deliveries: batch.length, tries },
          "results of deliveries were not recorded",
        );
        if (tries < maxTries) {
          await pause(tries * 200);
        }
      }
    }
  }

  #resultOf({ claim, answer }: FinishedAttempt, endedAt: Date): DeliveryResult {
    return answer
      ? { claim, outcome: { kind: "attempted", endedAt, random: this.#deps.random(), ...answer } }
      : { claim, outcome: { kind: "skipped", endedAt } };
  }
}
