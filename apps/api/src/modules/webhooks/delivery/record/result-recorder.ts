import { setTimeout as pause } from "node:timers/promises";
import type { Ctx } from "../../../../kernel/ctx.ts";
import { isDatabaseAway } from "../../../../kernel/database/database-away.ts";
import type { ClaimedDelivery } from "../claimed-delivery.ts";
import type { AttemptResult } from "../send-delivery.ts";
import { completeDeliveries } from "./complete-deliveries.ts";
import type { DeliveryResult } from "./delivery-result.ts";

export type FinishedAttempt = {
  claim: ClaimedDelivery;
  /** Undefined if nothing was to be sent. */
  answer: AttemptResult | undefined;
  endedAtWallMs: number;
};

const batchSize = 256;
/** How long successes are collected; others are recorded at once, since other deliveries wait for them. */
const gatherMs = 50;
const maxParallel = 2;
const maxTries = 2;

type RecorderDeps = {
  ctx: Parameters<typeof completeDeliveries>[0] & Pick<Ctx, "log">;
  random: () => number;
  /** Wall clock and business time of the same moment. */
  readClocks: () => Promise<{ wallMs: number; businessMs: number }>;
  /** For as long, recording is tried again while the database is away: after that, other workers take over. */
  leaseMs: number;
  /** Called for each attempt of a batch once the batch was written, or abandoned. */
  onSettled: (batch: readonly FinishedAttempt[]) => void;
};

/** Records finished attempts in batches, two at a time; while they are being written, the next collects. */
export class ResultRecorder {
  readonly #deps: RecorderDeps;
  #finished: FinishedAttempt[] = [];
  #recordings = 0;
  #timer: NodeJS.Timeout | undefined;
  #abandoned = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  add(attempt: FinishedAttempt): void {
    this.#finished.push(attempt);
    if (this.#finished.length >= batchSize || isAwaited(attempt)) {
      this.#flush();
    } else {
      this.#timer ??= setTimeout(() => this.#flush(), gatherMs);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#finished.length > 0 && this.#recordings < maxParallel) {
      void this.#record(this.#finished.splice(0, batchSize));
    }
  }

  async #record(batch: readonly FinishedAttempt[]): Promise<void> {
    this.#recordings += 1;
    try {
      await this.#store(batch);
    } finally {
      this.#recordings -= 1;
      this.#deps.onSettled(batch);
      if (this.#finished.length > 0) {
        this.#timer ??= setTimeout(() => this.#flush(), 0);
      }
    }
  }

  async #store(batch: readonly FinishedAttempt[], isReduced = false): Promise<void> {
    const { log } = this.#deps.ctx;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#complete(batch);
      } catch (error) {
        const isAway = isDatabaseAway(error);
        log.error(
          { err: error, stage: "record", deliveries: batch.length, tries },
          "results of webhook deliveries were not recorded",
        );
        if (isAway ? this.#haveLeasesEnded(batch) : tries === maxTries) {
          return isAway || isReduced ? this.#abandon(batch) : this.#storeApart(batch);
        }
        await pause(Math.min(tries, 5) * 200);
      }
    }
  }

  /** One result that can't be stored must not take the others with it, nor be sent again without an end. */
  async #storeApart(batch: readonly FinishedAttempt[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    if (batch.length > 1) {
      await this.#store(batch.slice(0, middle));
      await this.#store(batch.slice(middle));
    } else {
      await this.#store(batch.map(withoutResponse), true);
    }
  }

  #haveLeasesEnded(batch: readonly FinishedAttempt[]): boolean {
    const nowMs = this.#deps.ctx.clock.wallNow().getTime();
    return batch.every(({ endedAtWallMs }) => nowMs - endedAtWallMs > this.#deps.leaseMs);
  }

  #abandon(batch: readonly FinishedAttempt[]): void {
    this.#abandoned += batch.length;
    this.#deps.ctx.log.error(
      { stage: "record", deliveries: batch.length, since_start: this.#abandoned },
      "results of webhook deliveries are lost; these deliveries are sent again when their leases end",
    );
  }

  async #complete(batch: readonly FinishedAttempt[]): Promise<void> {
    const { ctx, readClocks } = this.#deps;
    const { wallMs, businessMs } = await readClocks();
    await completeDeliveries(
      ctx,
      batch.map((one) => this.#resultOf(one, new Date(businessMs - Math.max(wallMs - one.endedAtWallMs, 0)))),
    );
  }

  #resultOf({ claim, answer }: FinishedAttempt, endedAt: Date): DeliveryResult {
    return answer
      ? { claim, outcome: { kind: "attempted", endedAt, random: this.#deps.random(), ...answer } }
      : { claim, outcome: { kind: "skipped", endedAt } };
  }
}

/** Others wait for the result: the endpoint after a failure, the next event of the object, or a person. */
const isAwaited = ({ claim, answer }: FinishedAttempt): boolean =>
  answer?.error !== undefined || claim.isOrdered || claim.probeAt !== null || claim.kind !== "scheduled";

function withoutResponse(attempt: FinishedAttempt): FinishedAttempt {
  const { claim, answer } = attempt;
  if (!answer) {
    return attempt;
  }
  const failure = { error: "the response can't be stored", errorStage: "internal" };
  return {
    ...attempt,
    answer: {
      ...answer,
      ...(answer.error === undefined ? {} : failure),
      request: JSON.stringify({ url: claim.endpoint?.url, headers: {} }),
      responseHeaders: null,
      responseBody: null,
    },
  };
}
