import type { Db } from "@zonepost/db";
import { declareError, notFound } from "../kernel/errors.ts";
import { callProcessor, findPaidIntent, ProcessorError, type TestCards } from "../modules/payments/index.ts";
import { requireTestCards, type TestCardPorts } from "./save-test-card.ts";

const refusedByProcessor = declareError("conflict", "refused_by_processor", {
  message: (error: ProcessorError) => error.message,
  options: (cause) => ({ cause }),
  cause: "The sandbox's card processor can't do this with the payment, for the reason in `detail`.",
  fix: "Read the payment. A charge is disputed once, and a dispute is closed once.",
});

/** Does with a paid payment what its cardholder's bank can do. Notices report it, as they do in live mode. */
export async function actAsBank(
  deps: { db: Db } & TestCardPorts,
  paymentId: string,
  act: (testCards: TestCards, intentId: string) => Promise<void>,
): Promise<void> {
  const testCards = requireTestCards(deps);
  const intentId = await findPaidIntent(deps.db, paymentId);
  if (intentId === undefined) {
    throw notFound();
  }
  try {
    await callProcessor(() => act(testCards, intentId));
  } catch (error) {
    if (error instanceof ProcessorError && error.reason === "refused") {
      throw refusedByProcessor(error);
    }
    throw error;
  }
}
