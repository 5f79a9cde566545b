import type { Transaction } from "@zonepost/db";
import { readPayment } from "../model/payment-row.ts";
import { entriesOfSettledLoss } from "./ledger-policy.ts";
import { postForPayment } from "./post-ledger.ts";

/** Reverses the bad debt that a settlement has paid. Left out of the workspace's export. */
export async function postSettledLoss(tx: Transaction, paymentId: string, now: Date): Promise<void> {
  const payment = await readPayment(tx, paymentId);
  await postForPayment(
    tx,
    payment,
    {
      cause: `loss_settled:${payment.id}`,
      description: "Lost dispute settled",
      entries: entriesOfSettledLoss(payment),
    },
    now,
  );
}
