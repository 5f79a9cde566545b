import { payment, paymentParameters } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { operatorReleases } from "../errors.ts";
import { getOwnPayment } from "../model/payment-row.ts";

export const paidPaymentOperations = () =>
  named({
    releasePayment: operation({
      method: "POST",
      path: "/payments/{id}/release",
      tag: "Payments",
      summary: "Release a payment",
      description:
        "Always returns `410` with the code `operator_decides`: only the operator of the installation can release a payment after a fraud warning.",
      right: "payments:write",
      parameters: paymentParameters,
      output: payment,
      outputDescription: "Not returned",
      successStatus: 200,
      problems: [404, 410],
      async handle(ctx, { parameters }): Promise<never> {
        await getOwnPayment(ctx, parameters.id);
        throw operatorReleases();
      },
    }),
  });
