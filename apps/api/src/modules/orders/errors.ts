import type { OrderPreview, OrderState, ReplacedOrder } from "@zonepost/schema";
import { AppError, declareError, forbidden, invalid } from "../../kernel/errors.ts";
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

export const currencyMismatch = declareError("conflict", "currency_mismatch", {
  message: (currencies: readonly string[]) =>
    `An order has one currency, but these lines have prices in ${currencies.join(" and ")}. Order them separately.`,
  cause: "The lines of the order have prices in different currencies.",
  fix: "Place one order for each currency.",
});

export const alreadyOrdered = declareError("conflict", "already_ordered", {
  message: (domainName: string, _orderId: string) =>
    `Another order for ${domainName} is being paid or carried out. Wait until it has ended. Nothing was charged.`,
  options: (_domainName, orderId) => ({ extensions: { orderId } }),
  cause:
    "Another order of your workspace for the same thing is being charged, has been paid, or is being carried out. Nothing was charged for this request.",
  fix: "Wait until the order in `orderId` has ended. See GET /orders/{id}. To repeat a request safely, send it with the same Idempotency-Key.",
});

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

export const authCodeMissing = declareError("conflict", "auth_code_missing", {
  message: (domainName: string) =>
    `The auth code of ${domainName} has been deleted, because nothing was ordered for a day. Remove the domain, and add it again with its code.`,
  cause:
    "The panel's basket has a transfer whose auth code isn't stored any more. It is deleted when it is used, and after a day.",
  fix: "Add the domain again with its auth code.",
});

/** The same for each caller, whatever holds the name: it reveals nothing about another workspace's order. */
export const nameUnavailable = declareError("conflict", "name_unavailable", {
  message: (domainName: string) =>
    `${domainName} isn't available at the moment. Nothing was charged. Try again later, or choose another name.`,
  cause: "Someone else is buying this name at the moment. Nothing was charged.",
  fix: "Try again later, or search for another name. If the purchase fails, the name is available again.",
});

export const monthlyLimitExceeded = declareError("forbidden", "monthly_limit_exceeded", {
  message: ({
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
    return `This API key can spend ${formatMoney(limitCents, currency)} a month. ${formatMoney(leftCents, currency)} is left until ${day}. Nothing was charged.`;
  },
  options: ({ resetsAt, ...month }) => ({ extensions: { ...month, resetsAt: resetsAt.toISOString() } }),
  cause:
    "The order costs more than the API key may still spend this month. `leftCents` is the remaining amount.",
  fix: "Wait until resetsAt, order with another key, or let a person place the order.",
});

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

export const paymentMethodRequired = declareError("payment_required", "payment_method_required", {
  message:
    "There is no saved card to charge. Pay the order on its payment page, or save a card and try again.",
  options: (unpaid: UnpaidOrder) => ({ extensions: unpaid }),
  cause: "The order was placed, but there is no saved card to charge, or the chosen one was removed.",
  fix: "Send the person to paymentUrl to pay, or save a card and repeat the request with the same Idempotency-Key. An order that isn't paid within 24 hours is cancelled.",
});

export const cardDeclined = declareError("payment_required", "card_declined", {
  message: (message: string, _unpaid: UnpaidOrder) => message,
  options: (_message, unpaid) => ({ extensions: unpaid }),
  cause: "The bank that issued the card refused it. The detail states the reason, if the bank gave one.",
  fix: "Use another card, or ask the bank. An order that was declined waits for 24 hours: pay it at paymentUrl, or repeat the request with the same Idempotency-Key and another card.",
});

export const authenticationRequired = declareError("payment_required", "authentication_required", {
  message: "Your bank requires you to confirm this payment. The order continues once you have.",
  options: (unpaid: UnpaidOrder) => ({ extensions: unpaid }),
  cause:
    "The order was placed, but the bank that issued the card requires its holder to confirm the payment.",
  fix: "Send the person to paymentUrl. The order continues once the payment is confirmed.",
});

export const paymentPageUnavailable = declareError("payment_required", "payment_page_unavailable", {
  message: "The payment processor isn't responding. The order waits for its payment. Try again.",
  options: (unpaid: UnpaidOrder, cause: unknown) => ({ extensions: unpaid, cause }),
  cause: "The order was placed, but the payment processor didn't open a payment page.",
  fix: "Repeat the request with the same Idempotency-Key.",
});

export const orderInProgress = declareError("conflict", "order_in_progress", {
  message: "This order is still being carried out. A line can be refunded once it has ended.",
  cause: "A line to refund is still being carried out.",
  fix: "Wait until the order has ended. See GET /orders/{id}. A line that fails is refunded automatically.",
});

export const operatorRefunds = () =>
  new AppError(
    "forbidden",
    "operator_decides",
    "You can only refund registrations in their add grace period, and lines that weren't carried out. Nothing was changed. For any other refund, send a request with POST /payments/{id}/refund-request.",
  );

export const onlyOperatorRefunds = () =>
  new AppError(
    "forbidden",
    "operator_decides",
    "Only the operator of this installation makes refunds. Nothing was changed. Send a request with POST /payments/{id}/refund-request.",
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

export const refundAlreadyRequested = declareError("conflict", "refund_already_requested", {
  message: "A refund of this payment has already been requested.",
  cause: "A payment has one request for a refund, which waits for the operator or was declined.",
  fix: "See the refunds of the payment. If the operator has declined the request, contact their support.",
});

export const refundRequestsExceeded = declareError("rate_limited", "too_many_refund_requests", {
  message: (limit: number, _resetSeconds: number) =>
    `This workspace has requested ${limit} refunds today, which is the limit. Try again tomorrow.`,
  options: (_limit, resetSeconds) => ({ retryAfterSeconds: resetSeconds }),
  cause: "A workspace can request a number of refunds in a day (UTC). Each is emailed to the operator.",
  fix: "Try again after the seconds in Retry-After, or contact the operator's support.",
});

export const nothingToRefund = declareError("conflict", "nothing_to_refund", {
  message: "All of this has been refunded already, or is being refunded.",
  cause: "Everything that the request names has been refunded, or is being refunded.",
  fix: "No action is needed. See refundedCents of the order's lines.",
});

/** Why a line failed, in the words that the order shows. */
export type LineFailure = { code: string; message: string };

export const failureOf = ({ code, publicMessage, fields }: AppError): LineFailure => ({
  code,
  message: fields?.map(({ message }) => message).join(" ") || publicMessage,
});

export const requesterGone = () =>
  forbidden("The person or key that ordered this no longer has access to the workspace.");

export const registrySilent = declareError("conflict", "registry_silent", {
  message: "The registry hasn't answered for 24 hours, so we stopped waiting.",
  cause: "The registry didn't answer for 24 hours after the order was paid, so the line failed.",
  fix: "The line is refunded. Place a new order. If the registry later completes a registration of the first order, that domain is deleted.",
});

export const paymentReturned = declareError("conflict", "payment_returned", {
  message: "The payment was returned, so this wasn't carried out.",
  cause: "The payment was refunded, or charged back, before this line of its order was carried out.",
  fix: "Order again.",
});

export const domainNotBought = declareError("conflict", "domain_not_registered", {
  message: "The domain wasn't registered, so its mail couldn't be activated.",
  cause: "The order included the domain's registration and its mail, and the registration failed.",
  fix: "The lines are refunded. Register the domain, then activate its mail.",
});

export const orderCancelled = declareError("conflict", "order_cancelled", {
  message: "The order wasn't paid in time.",
  cause: "The order with this Idempotency-Key wasn't paid within 24 hours. Nothing was charged.",
  fix: "Place a new order with a new Idempotency-Key.",
});

export const orderReplaced = declareError("conflict", "order_replaced", {
  message: (orderId: string) => `The order ${orderId} replaced this one before it was paid.`,
  cause: "The order with this Idempotency-Key wasn't paid, and a later order for the same thing replaced it.",
  fix: "See the later order, which the message names. To order again, use a new Idempotency-Key.",
});

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
