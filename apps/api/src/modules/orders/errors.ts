import type { OrderPreview, OrderState, ReplacedOrder } from "@zonepost/schema";
import { AppError, invalid } from "../../kernel/errors.ts";
import { writtenDay } from "../../kernel/written-day.ts";

/** A refusal is a conflict with the present state; any other problem is an invalid field. */
export type OrderProblem = OrderPreview["problems"][number] & { isRefusal: boolean };

const formatMoney = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

export const totalChanged = (totalCents: number, currency: string) =>
  new AppError(
    "conflict",
    "price_changed",
    `The total is now ${formatMoney(totalCents, currency)}. Nothing was charged.`,
    { extensions: { totalCents, currency } },
  );

export const currencyMismatch = (currencies: readonly string[]) =>
  new AppError(
    "conflict",
    "currency_mismatch",
    `An order has one currency, but these lines have prices in ${currencies.join(" and ")}. Order them separately.`,
  );

export const alreadyOrdered = (domainName: string, orderId: string) =>
  new AppError(
    "conflict",
    "already_ordered",
    `Another order for ${domainName} is being paid or carried out. Wait until it has ended. Nothing was charged.`,
    { extensions: { orderId } },
  );

/** A warning of a dry run. */
export const replacesOrder = (orderId: string) => ({
  code: "replaces_order",
  message: `This replaces the unpaid order ${orderId}, which is canceled with all of its lines.`,
});

/** Several requests for the same things came at once. */
export const purchaseInProgress = () =>
  new AppError(
    "conflict",
    "already_ordered",
    "Another request is ordering the same thing right now. Nothing was charged. Wait a moment, then check your orders.",
  );

/** The same for each caller, whatever holds the name: it reveals nothing about another workspace's order. */
export const nameUnavailable = (domainName: string) =>
  new AppError(
    "conflict",
    "name_unavailable",
    `${domainName} isn't available at the moment. Nothing was charged. Try again later, or choose another name.`,
  );

export const monthlyLimitExceeded = ({
  resetsAt,
  ...month
}: {
  limitCents: number;
  leftCents: number;
  currency: string;
  resetsAt: Date;
}) => {
  const { limitCents, leftCents, currency } = month;
  const day = writtenDay(resetsAt);
  return new AppError(
    "forbidden",
    "monthly_limit_exceeded",
    `This API key can spend ${formatMoney(limitCents, currency)} a month. ${formatMoney(leftCents, currency)} is left until ${day}. Nothing was charged.`,
    { extensions: { ...month, resetsAt: resetsAt.toISOString() } },
  );
};

export const idempotencyKeyReused = () =>
  new AppError(
    "invalid",
    "idempotency_key_reused",
    "This Idempotency-Key was already used for a different order. Use a new key.",
  );

/** An order that waits for its payment. The order continues once it is paid. */
export type UnpaidOrder = {
  orderId: string;
  paymentId: string;
  paymentUrl: string;
  replacedOrders?: ReplacedOrder[];
};

export const paymentMethodRequired = (unpaid: UnpaidOrder) =>
  new AppError(
    "payment_required",
    "payment_method_required",
    "There is no saved card to charge. Pay the order on its payment page, or save a card and try again.",
    { extensions: unpaid },
  );

export const cardDeclined = (message: string, unpaid: UnpaidOrder) =>
  new AppError("payment_required", "card_declined", message, { extensions: unpaid });

export const authenticationRequired = (unpaid: UnpaidOrder) =>
  new AppError(
    "payment_required",
    "authentication_required",
    "Your bank requires you to confirm this payment. The order continues once you have.",
    { extensions: unpaid },
  );

export const paymentPageUnavailable = (unpaid: UnpaidOrder, cause: unknown) =>
  new AppError(
    "payment_required",
    "payment_page_unavailable",
    "The payment processor isn't responding. The order waits for its payment. Try again.",
    { extensions: unpaid, cause },
  );

export const orderInProgress = () =>
  new AppError(
    "conflict",
    "order_in_progress",
    "This order is still being carried out. A line can be refunded once it has ended.",
  );

export const operatorRefunds = () =>
  new AppError(
    "forbidden",
    "operator_decides",
    "You can only refund registrations in their add grace period, and lines that weren't carried out. Nothing was changed. For any other refund, contact the support of this installation's operator.",
  );

export const tooManyUndone = (leftCount: number) =>
  new AppError(
    "forbidden",
    "operator_decides",
    leftCount === 0
      ? "This workspace has reached its limit of refunded registrations for this month. Nothing was changed. Contact the support of this installation's operator."
      : `This workspace can refund only ${leftCount} more ${leftCount === 1 ? "registration" : "registrations"} this month. Nothing was changed. Choose fewer lines, or contact the support of this installation's operator.`,
  );

export const refundExceedsLine = (pointer: string, leftCents: number) =>
  invalid([{ pointer, message: `Only ${leftCents} cents of this line are left to refund.` }]);

export const nothingToRefund = () =>
  new AppError(
    "conflict",
    "nothing_to_refund",
    "All of this has been refunded already, or is being refunded.",
  );

/** Why a line failed, in the words that the order shows. */
export type LineFailure = { code: string; message: string };

export const failureOf = ({ code, publicMessage, fields }: AppError): LineFailure => ({
  code,
  message: fields?.map(({ message }) => message).join(" ") || publicMessage,
});

export const requesterGone = () =>
  new AppError(
    "forbidden",
    "forbidden",
    "The person or key that ordered this no longer has access to the workspace.",
  );

export const registrySilent = () =>
  new AppError(
    "conflict",
    "registry_silent",
    "The registry hasn't answered for 24 hours, so we stopped waiting.",
  );

export const paymentReturned = () =>
  new AppError("conflict", "payment_returned", "The payment was returned, so this wasn't carried out.");

export const domainNotBought = () =>
  new AppError(
    "conflict",
    "domain_not_registered",
    "The domain wasn't registered, so its mail couldn't be activated.",
  );

export const orderCancelled = () =>
  new AppError("conflict", "order_cancelled", "The order wasn't paid in time.");

export const orderReplaced = (orderId: string) =>
  new AppError("conflict", "order_replaced", `The order ${orderId} replaced this one before it was paid.`);

export const noLongerDue: LineFailure = {
  code: "not_due",
  message: "The renewal was no longer due.",
};

export const priceHasChanged: LineFailure = {
  code: "price_changed",
  message: "The price changed before the order was paid.",
};

export const lineFailed = (
  { code, message }: LineFailure,
  order: { id: string; state: OrderState; paymentId: string | null; replacedOrders: ReplacedOrder[] },
) => {
  const { id, state, paymentId, replacedOrders } = order;
  return new AppError(
    "conflict",
    code,
    paymentId === null || state === "cancelled" ? message : `${message} The payment is refunded.`,
    { extensions: { orderId: id, ...(replacedOrders.length > 0 ? { replacedOrders } : {}) } },
  );
};

export const isTwice = (domainName: string) => `${domainName} appears twice in this order.`;

type QuotedOrder = {
  lines: readonly { priceCents: number | null }[];
  currency: string;
  problems: readonly OrderProblem[];
  refusals: readonly AppError[];
};

/** Throws the most relevant reason against an order: its fields, then its lines, then the order as a whole. */
export function requireOrderable({ lines, currency, problems, refusals }: QuotedOrder): void {
  const priceCents = lines.length === 1 && problems.some(isAboutPrice) ? lines[0]?.priceCents : null;
  const price = typeof priceCents === "number" ? { priceCents, currency } : undefined;
  const error = errorOfProblems(problems, price) ?? refusals[0];
  if (error) {
    throw error;
  }
}

const isAboutPrice = ({ code, pointer }: OrderProblem) =>
  code === "price_changed" || pointer?.endsWith("/expectedPriceCents") === true;

function errorOfProblems(
  problems: readonly OrderProblem[],
  price: { priceCents: number; currency: string } | undefined,
): AppError | undefined {
  const invalidFields = problems.filter(({ isRefusal }) => !isRefusal);
  const [field] = invalidFields;
  const fieldOf = ({ pointer, message }: OrderProblem) => ({ pointer: pointer ?? "", message });
  if (field) {
    const fields = invalidFields.map(fieldOf);
    const isOneKind = invalidFields.every(({ code }) => code === field.code);
    return isOneKind && field.code !== "invalid_input"
      ? new AppError("invalid", field.code, field.message, { fields })
      : invalid(fields, undefined, price);
  }
  const [refusal] = problems;
  return (
    refusal &&
    new AppError("conflict", refusal.code, refusal.message, {
      fields: refusal.pointer === null ? undefined : [fieldOf(refusal)],
      extensions: price,
    })
  );
}
