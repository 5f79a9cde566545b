import { payment, paymentParameters } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { PaymentPorts } from "../ports.ts";
import { getPayment } from "./get-payment.ts";

export const chargeOperations = (ports: PaymentPorts) =>
  named({
    getPayment: operation({
      method: "GET",
      path: "/payments/{id}",
      tag: "Payments",
      summary: "Get a payment",
      description:
        "While the payment is open, its state is read from the payment processor, so that it is current even before a webhook arrives.",
      right: "payments:read",
      parameters: paymentParameters,
      output: payment,
      outputDescription: "The payment",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getPayment({ ...ctx, ...ports }, parameters),
    }),
  });
