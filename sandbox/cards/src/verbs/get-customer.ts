import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { resourceMissing } from "../stripe-error.ts";

/** A deleted customer can't be used. */
export async function getCustomer(
  { objects }: Context,
  id: string,
  param: string,
): Promise<Stored<"customer">> {
  const customer = await objects.get("customer", id, param);
  if (customer.body.deleted) {
    throw resourceMissing("customer", id, param);
  }
  return customer;
}
