import type { Reply } from "../api/operation.ts";
import type { Context } from "../context.ts";
import { isCardExpired, saveOutcome } from "../rules/card-outcome.ts";
import { behaviorOf, findTestCard } from "../rules/test-cards.ts";
import { declineError, Refusal } from "../stripe-error.ts";
import { getCustomer } from "../verbs/get-customer.ts";
import { attachCard, createCard } from "../verbs/payment-methods.ts";

type TestCardInput = {
  customer: string;
  number: string;
  default: boolean;
  expiryMonth?: number | undefined;
  expiryYear?: number | undefined;
};

const yearsValid = 3;

/** Saves a published test card as if the customer had entered it on the page and authenticated at the bank. */
export async function saveTestCard(context: Context, input: TestCardInput): Promise<Reply> {
  const { objects, emit, now } = context;
  const card = findTestCard(input.number);
  if (!card) {
    throw new Refusal(422, {
      type: "invalid_request_error",
      code: "incorrect_number",
      message: "Only Stripe's published test card numbers are accepted.",
      param: "number",
    });
  }
  const { body: owner } = await getCustomer(context, input.customer, "customer");
  const expiry = {
    month: input.expiryMonth ?? now.getUTCMonth() + 1,
    year: input.expiryYear ?? now.getUTCFullYear() + yearsValid,
  };
  const outcome = saveOutcome(behaviorOf(card.behavior), {
    isExpired: isCardExpired({ exp_month: expiry.month, exp_year: expiry.year }, now),
    isAuthenticated: true,
  });
  if (outcome.kind === "declined") {
    return { status: 402, body: { error: declineError(outcome.code) } };
  }
  const holder = { name: owner.name, email: owner.email };
  const method = await createCard(context, { card, expiry, holder });
  const { body } = await attachCard(context, method, owner.id, { isSetUp: true });
  if (input.default) {
    const settings = { ...owner.invoice_settings, default_payment_method: body.id };
    const changed = { ...owner, invoice_settings: settings };
    await objects.save("customer", { body: changed, hidden: {} });
    await emit("customer.updated", changed, owner);
  }
  return { status: 201, body };
}
