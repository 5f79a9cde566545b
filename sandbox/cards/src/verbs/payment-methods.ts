import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { type CardDetails, newPaymentMethod } from "../objects/payment-method.ts";
import { invalidRequest } from "../stripe-error.ts";

/** A new card that belongs to no customer yet. */
export async function createCard(context: Context, details: CardDetails): Promise<Stored<"payment_method">> {
  const method: Stored<"payment_method"> = {
    body: newPaymentMethod(details, context.fingerprintKey, context.now),
    hidden: { behavior: details.card.behavior, isSetUp: false, isDetached: false },
  };
  await context.objects.insert("payment_method", method);
  return method;
}

export async function attachCard(
  { objects, emit }: Context,
  { body, hidden }: Stored<"payment_method">,
  customer: string,
  change: { isSetUp: boolean },
): Promise<Stored<"payment_method">> {
  const attached = {
    body: { ...body, customer },
    hidden: { ...hidden, isSetUp: hidden.isSetUp || change.isSetUp },
  };
  await objects.save("payment_method", attached);
  if (body.customer !== customer) {
    await emit("payment_method.attached", attached.body);
  }
  return attached;
}

export async function detachCard(
  { objects, emit }: Context,
  { body, hidden }: Stored<"payment_method">,
): Promise<Stored<"payment_method">> {
  const detached = { body: { ...body, customer: null }, hidden: { ...hidden, isDetached: true } };
  await objects.save("payment_method", detached);
  await emit("payment_method.detached", detached.body, body);
  return detached;
}

/** A card belongs to one customer, and can't be used any more once it is detached. */
export function requireUsableCard({ body, hidden }: Stored<"payment_method">, customer: string | null): void {
  if (hidden.isDetached) {
    throw invalidRequest(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
      { param: "payment_method" },
    );
  }
  if (body.customer !== null && customer === null) {
    throw invalidRequest(
      `The PaymentMethod ${body.id} belongs to the Customer ${body.customer}. Please include the Customer in the \`customer\` parameter.`,
      { param: "payment_method" },
    );
  }
  if (body.customer !== null && body.customer !== customer) {
    throw invalidRequest(
      "The provided PaymentMethod cannot be attached. The customer does not match the customer that the PaymentMethod already belongs to.",
      { param: "payment_method" },
    );
  }
}
