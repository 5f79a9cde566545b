import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { invalidRequest } from "../stripe-error.ts";

const names = { payment_intent: "PaymentIntent", setup_intent: "SetupIntent" };

/** For a change by the intent's ID. A session's intent can only be completed on its page. */
export async function lockIntent<K extends keyof typeof names>(
  { objects }: Context,
  kind: K,
  id: string,
  verb: "cancel" | "confirm",
): Promise<Stored<K>> {
  const intent = await objects.lock(kind, id, "intent");
  if (intent.hidden.session !== null) {
    throw invalidRequest(
      `You cannot ${verb} this ${names[kind]} because it was created by Checkout. To cancel it, expire its Checkout Session.`,
    );
  }
  return intent;
}
