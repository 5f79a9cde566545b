import type { Queryable } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import { listPaidAttempts } from "../refunds/list-paid-attempts.ts";

/** The processor's id of the charge that paid a payment, in any workspace. Only for the sandbox's routes. */
export async function findPaidIntent(db: Queryable, paymentId: string): Promise<string | undefined> {
  const id = rowId("pay", paymentId);
  const [first] = id === undefined ? [] : await listPaidAttempts(db, id);
  return first?.intentId ?? undefined;
}
