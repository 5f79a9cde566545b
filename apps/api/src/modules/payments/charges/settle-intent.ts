import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";
import type { IdAtProcessor, PaymentPorts, ReadOptions } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { type AttemptRow, findAttemptOfIntent, listOpenAttempts } from "./attempt-row.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * Records whether an intent has paid, and returns its payment. Undefined for another program's intent, or another
 * installation's.
 */
export async function settleIntent(
  ctx: Ctx & PaymentPorts,
  intent: IdAtProcessor,
  options: ReadOptions = {},
): Promise<string | undefined> {
  const known = await findAttemptOfIntent(ctx.db, intent);
  if (known) {
    await settleAttempt(ctx, known, options);
    return known.paymentId;
  }
  const processor = requireProcessor(ctx, intent);
  const paymentId = await callProcessor(() => processor.readPaymentIdOfIntent(intent.id, options));
  for (const page of await listOpenPages(ctx.db, paymentId)) {
    await settleAttempt(ctx, page, options);
  }
  return (await findAttemptOfIntent(ctx.db, intent))?.paymentId;
}

/**
 * The intent of a payment page isn't stored until the page is read, so the payment's open pages are read.
 *
 * @param paymentId as the processor returns it
 */
export async function listOpenPages(db: Queryable, paymentId: string | null): Promise<AttemptRow[]> {
  const id = paymentId === null ? undefined : rowId("pay", paymentId);
  return id === undefined ? [] : (await listOpenAttempts(db, id)).filter(({ kind }) => kind === "page");
}
