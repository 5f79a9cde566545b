import type { PaymentProcessor } from "../../modules/payments/ports.ts";
import type { StripeConnection } from "./connection.ts";
import { transactionOf } from "./map-transactions.ts";

const pageSize = 100;

export const transactionVerbs = ({
  stripe,
  ask,
}: StripeConnection): Pick<PaymentProcessor, "listTransactions"> => ({
  async listTransactions({ since, after }) {
    const { data, has_more: hasMore } = await ask(
      stripe.balanceTransactions.list({
        limit: pageSize,
        ...(since && { created: { gte: Math.floor(since.getTime() / 1000) } }),
        ...(after !== null && { starting_after: after }),
      }),
    );
    return { transactions: data.map(transactionOf), hasMore };
  },
});
