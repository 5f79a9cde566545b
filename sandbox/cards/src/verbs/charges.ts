import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { resourceMissing } from "../stripe-error.ts";

/** Locks a charge, given by its own id or as the successful charge of a payment intent. */
export async function lockCharge(
  { objects }: Context,
  reference: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<Stored<"charge">> {
  if (reference.charge !== undefined) {
    return await objects.lock("charge", reference.charge, "charge");
  }
  const id = reference.payment_intent ?? "";
  const { body } = await objects.get("payment_intent", id, "payment_intent");
  if (body.latest_charge === null) {
    throw resourceMissing("charge", id, "payment_intent");
  }
  return await objects.lock("charge", body.latest_charge, "payment_intent");
}

/** The dispute of a charge: there is never a second one. */
export async function findDispute(
  { objects }: Context,
  charge: string,
): Promise<Stored<"dispute"> | undefined> {
  const { items } = await objects.list("dispute", { contains: { charge } }, { limit: 1 });
  return items[0];
}
