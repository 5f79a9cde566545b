import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { CardPorts } from "./ports.ts";
import { paymentOperations } from "./rest.ts";

export const createPaymentsRouter = (ports: CardPorts) => {
  const operations = paymentOperations(ports);
  return router({
    get: queryOf(operations.getPayment),
    billing: router({
      get: queryOf(operations.getBillingProfile),
      update: mutationOf(operations.updateBillingProfile),
    }),
    methods: router({
      list: queryOf(operations.listPaymentMethods),
      create: mutationOf(operations.createPaymentMethod),
      update: mutationOf(operations.updatePaymentMethod),
      delete: mutationOf(operations.deletePaymentMethod),
      page: queryOf(operations.getCardPage),
    }),
  });
};
