import {
  apiKeyParameters,
  order,
  orderExportQuery,
  orderInput,
  orderParameters,
  orderPaymentInput,
  orderPreview,
  orderQuery,
  payment,
  paymentExportQuery,
  paymentParameters,
  paymentQuery,
  receipt,
  refund,
  refundInput,
  refundPreview,
  refundRequestInput,
  rightsToRenew,
} from "@zonepost/schema";
import {
  apiKeySpending,
  basketOrderInput,
  basketPreviewInput,
  mailPlanPrice,
  orderDetails,
  orderPage,
  orderPageInput,
  orderPreviewInput,
  paymentDetails,
  paymentPage,
  paymentPageInput,
  refundPreviewInput,
  transferCheck,
  transferCheckInput,
  transferCodesInput,
  unpaidMail,
  unsettledOrder,
  unsettledOrderQuery,
} from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../kernel/http/csv.ts";
import { named, operation, panelOperation } from "../../kernel/http/operation.ts";
import { deleteTransferCodes } from "./auth-codes/transfer-codes.ts";
import { checkTransfers } from "./baskets/check-transfers.ts";
import { placeBasket, previewBasket } from "./baskets/order-basket.ts";
import { findUnsettledOrder } from "./losses/find-unsettled-order.ts";
import { exportOrders } from "./model/export-orders.ts";
import { getOrder, getOrderDetails } from "./model/get-order.ts";
import { listOrders } from "./model/list-orders.ts";
import { pageOrders } from "./model/page-orders.ts";
import { operatorOperations } from "./operator/rest.ts";
import { listPlanPrices } from "./placing/list-plan-prices.ts";
import { listUnpaidMail } from "./placing/list-unpaid-mail.ts";
import { oneLineOperations } from "./placing/one-line-rest.ts";
import { payAgain } from "./placing/pay-order.ts";
import { placeOrder } from "./placing/place-order.ts";
import { previewOrder } from "./placing/preview-order.ts";
import { settleOrder } from "./placing/settle-order.ts";
import type { OrderPorts } from "./ports.ts";
import { getPaymentDetails } from "./refunds/get-payment-details.ts";
import { listRefunds, previewRefund, refundPayment } from "./refunds/refund-payment.ts";
import { requestFromOperator } from "./refunds/request-from-operator.ts";
import { renewalOperations } from "./renewals/rest.ts";
import { exportPayments } from "./spending/export-payments.ts";
import { getApiKeySpending } from "./spending/get-api-key-spending.ts";
import { getReceipt } from "./spending/get-receipt.ts";
import { listPayments, pagePayments } from "./spending/list-payments.ts";

export const orderOperations = (ports: OrderPorts) => ({
  ...oneLineOperations(ports),
  ...renewalOperations(ports),
  ...operatorOperations(ports),
  ...named({
    placeOrder: operation({
      method: "POST",
      path: "/orders",
      tag: "Orders",
      summary: "Place an order",
      description:
        "Charges a saved card, and carries out the lines once the money has arrived. Each line succeeds on its own; one that fails is refunded automatically. If the card can't be charged, the response is 402 with the order's ID and a page on which it can be paid within 24 hours. A repeat with the same Idempotency-Key finds the order, and charges it again if the card was declined. If an open order for the same thing only waits for money, the new order replaces it and names it in `replacedOrders`; otherwise, the response is 409 `already_ordered`. While another customer is buying a name, the response is 409 `name_unavailable`. `domains:renew` is enough for an order that only renews and restores.",
      right: "domains:buy",
      orRight: "domains:renew",
      body: orderInput,
      output: order,
      outputDescription: "The order. An order with one line has usually been carried out already.",
      successStatus: 201,
      problems: [409, 503],
      handle: async (ctx, { body }) => (await placeOrder({ ...ctx, ...ports }, body)).order,
      dryRun: {
        output: orderPreview,
        outputDescription: "The prices and problems. Nothing was ordered.",
        handle: (ctx, { body }) => previewOrder({ ...ctx, ...ports }, body),
      },
    }),
    listOrders: operation({
      method: "GET",
      path: "/orders",
      tag: "Orders",
      summary: "List orders",
      description: "Callers without `payments:read` see the orders that they placed.",
      right: "domains:read",
      query: orderQuery,
      output: z.array(order),
      outputDescription: "The orders, newest first",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listOrders(ctx, query),
    }),
    exportOrders: operation({
      method: "GET",
      path: "/orders/export",
      tag: "Orders",
      summary: "Export orders",
      description:
        "Returns the same orders as `GET /orders` with the same filter, with a row for each line. Amounts are in the currency's minor unit, and times in UTC.",
      right: "domains:read",
      query: orderExportQuery,
      output: csv,
      outputDescription:
        "CSV with one line per order line, newest order first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "orders.csv" },
      problems: [],
      handle: (ctx, { query }) => exportOrders(ctx, query),
    }),
    listPayments: operation({
      method: "GET",
      path: "/payments",
      tag: "Payments",
      summary: "List payments",
      right: "payments:read",
      query: paymentQuery,
      output: z.array(payment),
      outputDescription: "The payments, newest first. Empty if payments are off.",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listPayments({ ...ctx, ...ports }, query),
    }),
    exportPayments: operation({
      method: "GET",
      path: "/payments/export",
      tag: "Payments",
      summary: "Export payments",
      description:
        "Returns the same payments as `GET /payments` with the same filter, with what they paid for and the number of the receipt. Amounts are in the currency's minor unit, and times in UTC.",
      right: "payments:read",
      query: paymentExportQuery,
      output: csv,
      outputDescription: "CSV with one line per payment, newest first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "payments.csv" },
      problems: [],
      handle: (ctx, { query }) => exportPayments({ ...ctx, ...ports }, query),
    }),
    getOrder: operation({
      method: "GET",
      path: "/orders/{id}",
      tag: "Orders",
      summary: "Get an order",
      right: "domains:read",
      parameters: orderParameters,
      output: order,
      outputDescription: "The order and its lines",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getOrder({ ...ctx, ...ports }, parameters.id),
    }),
    settleOrder: operation({
      method: "POST",
      path: "/orders/{id}/settle",
      tag: "Orders",
      summary: "Settle a lost dispute",
      description:
        "Pays the amount in `unsettled`, which a bank has taken back in a lost dispute. The settlement is an order with its own payment. Once it is paid, the domains and mail plans of the first order are no longer suspended, or won't be. As with `POST /orders`, a saved card is charged or a page is opened, and a repeat with the same Idempotency-Key finds its order. If nothing is left to settle, the response is 409 `nothing_to_settle`; while another settlement is being paid, it is 409 `already_ordered`.",
      right: "payments:write",
      orRight: "domains:buy",
      parameters: orderParameters,
      body: orderPaymentInput,
      output: order,
      outputDescription: "The order that settles the other one",
      successStatus: 201,
      problems: [402, 404, 409, 503],
      handle: (ctx, { parameters, body }) => settleOrder({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    refundPayment: operation({
      method: "POST",
      path: "/payments/{id}/refunds",
      tag: "Payments",
      summary: "Refund a payment",
      description:
        "Refunds lines, or everything that is left, if each line is a registration in its add grace period or wasn't carried out. A registration is undone: its domain is deleted. Also requires `domains:release`. Other lines, any `amountCents`, and registrations beyond the monthly limit return `403` with the code `operator_decides`, and so does everything if only the operator makes refunds (`REFUNDS=operator`). Emits `payment.refunded` for each refund that succeeds.",
      right: "payments:write",
      parameters: paymentParameters,
      body: refundInput,
      output: z.array(refund),
      outputDescription: "The refunds: one for each domain that was deleted, and one for the rest",
      successStatus: 201,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, body }) => refundPayment({ ...ctx, ...ports }, parameters.id, body),
      dryRun: {
        output: refundPreview,
        outputDescription: "What would be refunded and undone. Nothing was changed.",
        handle: (ctx, { parameters, body }) => previewRefund({ ...ctx, ...ports }, parameters.id, body),
      },
    }),
    requestRefund: operation({
      method: "POST",
      path: "/payments/{id}/refund-request",
      tag: "Payments",
      summary: "Request a refund",
      description:
        "Asks the operator for a refund of lines, or of everything that is left. No money moves: the refund is `waiting` until the operator refunds lines of the payment, which ends the request, or declines it. The operator gets an email. A payment has one request, and a workspace can send 20 requests in a day (UTC).",
      right: "payments:write",
      parameters: paymentParameters,
      body: refundRequestInput,
      output: refund,
      outputDescription: "The refund, which waits for the operator",
      successStatus: 201,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) => requestFromOperator({ ...ctx, ...ports }, parameters.id, body),
    }),
    listRefunds: operation({
      method: "GET",
      path: "/payments/{id}/refunds",
      tag: "Payments",
      summary: "List the refunds of a payment",
      right: "payments:read",
      parameters: paymentParameters,
      output: z.array(refund),
      outputDescription: "The refunds, oldest first",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => listRefunds(ctx, parameters.id),
    }),
    getReceipt: operation({
      method: "GET",
      path: "/payments/{id}/receipt",
      tag: "Payments",
      summary: "Get a receipt",
      description:
        "The receipt of a payment. It is issued when the money arrives; until then, the response is `404`. Except for its refunds, it doesn't change.",
      right: "payments:read",
      parameters: paymentParameters,
      output: receipt,
      outputDescription: "The receipt",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getReceipt({ ...ctx, ...ports }, parameters.id),
    }),
    payOrder: operation({
      method: "POST",
      path: "/orders/{id}/pay",
      tag: "Orders",
      summary: "Pay an order",
      description:
        "Charges a saved card for an order in state `awaiting_payment`, such as an auto-renewal whose payment failed, or opens a page on which a person pays it. An order in any other state is returned as it is. If the charge fails, the response is the same `402` as for a new order. Counts toward the monthly limit of the API key that pays.",
      right: "payments:write",
      orRight: rightsToRenew,
      parameters: orderParameters,
      body: orderPaymentInput,
      output: order,
      outputDescription: "The order, with `paymentUrl` if you asked for a page",
      successStatus: 200,
      problems: [402, 404, 409, 503],
      handle: (ctx, { parameters, body }) => payAgain({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    getOrderDetails: panelOperation({
      right: "domains:read",
      input: orderParameters,
      output: orderDetails,
      handle: (ctx, { id }) => getOrderDetails({ ...ctx, ...ports }, id),
    }),
    findUnsettledOrder: panelOperation({
      right: "domains:read",
      input: unsettledOrderQuery,
      output: unsettledOrder.nullable(),
      handle: (ctx, input) => findUnsettledOrder({ ...ctx, ...ports }, input),
    }),
    getApiKeySpending: panelOperation({
      right: "api_keys:read",
      input: apiKeyParameters,
      output: apiKeySpending,
      handle: (ctx, input) => getApiKeySpending({ ...ctx, ...ports }, input),
    }),
    // The panel previews the price; over REST, a dry run also checks the price that the request names.
    previewOrder: panelOperation({
      right: "domains:buy",
      orRight: "domains:renew",
      input: orderPreviewInput,
      output: orderPreview,
      handle: (ctx, input) => previewOrder({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
    previewBasket: panelOperation({
      right: "domains:buy",
      orRight: "domains:renew",
      input: basketPreviewInput,
      output: orderPreview,
      handle: (ctx, { lines }) => previewBasket({ ...ctx, ...ports }, lines),
    }),
    placeBasket: panelOperation({
      right: "domains:buy",
      orRight: "domains:renew",
      input: basketOrderInput,
      output: order,
      handle: (ctx, input) => placeBasket({ ...ctx, ...ports }, input),
    }),
    checkTransfers: panelOperation({
      right: "domains:buy",
      input: transferCheckInput,
      output: transferCheck,
      handle: (ctx, { lines }) => checkTransfers({ ...ctx, ...ports }, lines),
    }),
    deleteTransferCodes: panelOperation({
      right: "domains:buy",
      input: transferCodesInput,
      output: z.null(),
      handle: async (ctx, { names }) => {
        await deleteTransferCodes(ctx.db, ctx, names);
        return null;
      },
    }),
    listUnpaidMail: panelOperation({
      right: "mail:read",
      output: z.array(unpaidMail),
      handle: (ctx) => listUnpaidMail(ctx),
    }),
    listPlanPrices: panelOperation({
      right: "mail:read",
      output: z.array(mailPlanPrice),
      handle: (ctx) => listPlanPrices({ ...ctx, ...ports }),
    }),
    pageOrders: panelOperation({
      right: "domains:read",
      input: orderPageInput,
      output: orderPage,
      handle: (ctx, input) => pageOrders(ctx, input),
    }),
    pagePayments: panelOperation({
      right: "payments:read",
      input: paymentPageInput,
      output: paymentPage,
      handle: (ctx, input) => pagePayments({ ...ctx, ...ports }, input),
    }),
    getPaymentDetails: panelOperation({
      right: "payments:read",
      input: paymentParameters,
      output: paymentDetails,
      handle: (ctx, input) => getPaymentDetails({ ...ctx, ...ports }, input),
    }),
    previewRefund: panelOperation({
      right: "payments:write",
      input: refundPreviewInput,
      output: refundPreview,
      handle: (ctx, { id, ...wish }) => previewRefund({ ...ctx, ...ports }, id, wish),
    }),
  }),
});
