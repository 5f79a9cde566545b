import {
  operatorLedgerQuery,
  operatorPayment,
  operatorPaymentDetails,
  operatorPaymentQuery,
  operatorReasonInput,
  operatorRefund,
  operatorRefundInput,
  operatorRetryInput,
  paymentParameters,
  refundParameters,
  refundPreview,
} from "@zonepost/schema";
import { operatorBooks, operatorPaymentPage, operatorRefundPreviewInput } from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operatorOperation, operatorPanelOperation } from "../../../kernel/http/operation.ts";
import {
  acceptDispute,
  exportWholeLedger,
  listPaymentsForOperator,
  operatorPaymentsListed,
} from "../../payments/index.ts";
import type { OrderPorts } from "../ports.ts";
import { declineRefundForOperator } from "./decline-refund.ts";
import { getBooks } from "./get-books.ts";
import { getOperatorPayment } from "./get-payment.ts";
import { previewRefundForOperator, refundForOperator } from "./refund-payment.ts";
import { releaseForOperator } from "./release-payment.ts";
import { retryRefundForOperator } from "./retry-refund.ts";

const changed = {
  parameters: paymentParameters,
  output: operatorPaymentDetails,
  successStatus: 200,
} as const;

export const operatorOperations = (ports: OrderPorts) =>
  named({
    listOperatorPayments: operatorOperation({
      method: "GET",
      path: "/operator/payments",
      summary: "List the payments of all workspaces",
      query: operatorPaymentQuery,
      output: z.array(operatorPayment),
      outputDescription: `The latest ${operatorPaymentsListed} payments, newest first. Use \`limit\` to page through all of them.`,
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listPaymentsForOperator(ctx, query),
    }),
    getOperatorPayment: operatorOperation({
      method: "GET",
      path: "/operator/payments/{id}",
      summary: "Get a payment of any workspace",
      description: "With its order, refunds, disputes and fraud warnings.",
      parameters: paymentParameters,
      output: operatorPaymentDetails,
      outputDescription: "The payment",
      successStatus: 200,
      problems: [],
      handle: (ctx, { parameters }) => getOperatorPayment(ctx, parameters.id),
    }),
    refundForOperator: operatorOperation({
      method: "POST",
      path: "/operator/payments/{id}/refunds",
      summary: "Refund a payment of any workspace",
      description:
        "Refunds lines, an amount for each line, or everything that is left. A line that is refunded in full is undone where possible: a registration in its add grace period is deleted, a mail plan ends, and an upgrade is reversed. Otherwise, the line is given away: the customer keeps what it paid for. A partial amount or `keepGoods` undoes nothing. The dry run shows the `effect` of each line.",
      parameters: paymentParameters,
      body: operatorRefundInput,
      output: z.array(operatorRefund),
      outputDescription: "The refunds: one for each domain that was deleted, and one for the rest",
      successStatus: 201,
      problems: [409, 503],
      handle: (ctx, { parameters, body }) => refundForOperator({ ...ctx, ...ports }, parameters.id, body),
      dryRun: {
        output: refundPreview,
        outputDescription: "What would be refunded and undone. Nothing was changed.",
        handle: (ctx, { parameters, body }) =>
          previewRefundForOperator({ ...ctx, ...ports }, parameters.id, body),
      },
    }),
    releaseForOperator: operatorOperation({
      ...changed,
      method: "POST",
      path: "/operator/payments/{id}/release",
      summary: "Release a payment",
      description:
        "Continues the cooldown of a payment that is paused by an early fraud warning. Without a release, it continues 60 days after the warning. If a lost dispute of the order isn't settled, the call waives the debt instead: the workspace no longer owes the money, and the suspension ends.",
      body: operatorReasonInput,
      outputDescription: "The payment. If it is disputed by now, its cooldown stays paused.",
      problems: [409, 503],
      handle: (ctx, { parameters, body }) =>
        releaseForOperator({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    acceptDispute: operatorOperation({
      ...changed,
      method: "POST",
      path: "/operator/payments/{id}/dispute/accept",
      summary: "Accept a dispute",
      description:
        "Gives up an open dispute, which is then lost: the bank keeps the money. This can't be undone.",
      body: operatorReasonInput,
      outputDescription: "The payment",
      problems: [409, 503],
      handle: async (ctx, { parameters, body }) => {
        await acceptDispute({ ...ctx, ...ports }, { ...parameters, ...body });
        return getOperatorPayment(ctx, parameters.id);
      },
    }),
    retryRefund: operatorOperation({
      method: "POST",
      path: "/operator/refunds/{id}/retry",
      summary: "Retry a refund",
      description:
        "Repeats a failed refund as a new one, or starts a refund that waits for the operator. If you have paid the customer another way, such as by bank transfer, send `settledBy` with a reason: the failed refund then counts as refunded, and nothing is sent to the card.",
      parameters: refundParameters,
      body: operatorRetryInput,
      output: operatorRefund,
      outputDescription: "The refund that was made",
      successStatus: 201,
      problems: [409, 503],
      handle: (ctx, { parameters, body }) =>
        retryRefundForOperator({ ...ctx, ...ports }, parameters.id, body),
    }),
    declineRefund: operatorOperation({
      method: "POST",
      path: "/operator/refunds/{id}/decline",
      summary: "Decline a refund request",
      description:
        "Ends a refund that a workspace has requested and that waits for your decision. The refund is then `failed` with the code `declined`, and nothing is owed. To accept a request, refund lines of its payment.",
      parameters: refundParameters,
      body: operatorReasonInput,
      output: operatorRefund,
      outputDescription: "The refund that was requested",
      successStatus: 200,
      problems: [409],
      handle: (ctx, { parameters, body }) => declineRefundForOperator(ctx, parameters.id, body),
    }),
    exportWholeLedger: operatorOperation({
      method: "GET",
      path: "/operator/ledger/export",
      summary: "Export the ledger of the installation",
      description:
        "Like `GET /ledger/export`, but for all workspaces and with every account, such as `registry_costs`, `registry_balance` and `given_away`.",
      query: operatorLedgerQuery,
      output: csv,
      outputDescription: "CSV with one line per entry, oldest first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "ledger.csv" },
      problems: [],
      handle: (ctx, { query }) => exportWholeLedger(ctx, query),
    }),
    pageOperatorPayments: operatorPanelOperation({
      input: operatorPaymentQuery,
      output: operatorPaymentPage,
      handle: async (ctx, query) => {
        const found = await listPaymentsForOperator(ctx, {
          ...query,
          limit: query.limit ?? operatorPaymentsListed,
        });
        return Array.isArray(found)
          ? { payments: found, nextCursor: null }
          : { payments: found.page, nextCursor: found.nextCursor };
      },
    }),
    getOperatorBooks: operatorPanelOperation({ output: operatorBooks, handle: getBooks }),
    previewRefundForOperator: operatorPanelOperation({
      input: operatorRefundPreviewInput,
      output: refundPreview,
      handle: (ctx, { id, ...wish }) => previewRefundForOperator({ ...ctx, ...ports }, id, wish),
    }),
  });
