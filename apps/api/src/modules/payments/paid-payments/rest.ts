import { payment, paymentParameters } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { PaymentPorts } from "../ports.ts";
import { releasePayment } from "./release-payment.ts";

export const paidPaymentOperations = (ports: PaymentPorts) =>
  named({
    releasePayment: operation({
      method: "POST",
      path: "/payments/{id}/release",
      tag: "Payments",
      summary: "Release a payment",
      description:
        "Continues the cooldown of a payment that is paused by an early fraud warning. Without a release, it continues 60 days after the warning.",
      right: "payments:write",
      parameters: paymentParameters,
      output: payment,
      outputDescription: "The payment. If it is disputed meanwhile, its cooldown stays paused.",
      successStatus: 200,
      problems: [404, 409, 503],
      handle: (ctx, { parameters }) => releasePayment({ ...ctx, ...ports }, parameters),
    }),
  });
