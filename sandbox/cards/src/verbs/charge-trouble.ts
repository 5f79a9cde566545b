import type { Context } from "../context.ts";
import { chargeTroubles, takeTrouble } from "../state/trouble.ts";

const slowMs = 5000;

/** `internal_error`: the caller gets an error, whether or not the card was charged. */
export type TroubledCharge<Result> = { result: Result | "internal_error"; delayMs: number };

/** Charges with the next trouble that was requested for charges. */
export async function withChargeTrouble<Result>(
  { tx }: Context,
  charge: () => Promise<Result>,
): Promise<TroubledCharge<Result>> {
  const trouble = await takeTrouble(tx, chargeTroubles);
  switch (trouble?.kind) {
    case undefined:
      return { result: await charge(), delayMs: 0 };
    case "error_before":
      return { result: "internal_error", delayMs: 0 };
    case "error_after_charge":
      await charge();
      return { result: "internal_error", delayMs: 0 };
    case "slow":
      return { result: await charge(), delayMs: slowMs };
  }
}
