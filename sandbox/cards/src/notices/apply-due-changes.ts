import { createContext, noRequest, type Processor } from "../context.ts";
import { businessNow } from "../state/business-clock.ts";
import { settleRefund } from "../verbs/refunds.ts";
import { expireSession } from "../verbs/sessions.ts";

/** Applies one change that only time causes. Returns false if none is due. */
export async function applyDueChange(processor: Processor): Promise<boolean> {
  const now = await businessNow(processor.sql);
  return await processor.sql.begin(async (tx) => {
    const [due] = await tx<{ id: string; kind: string }[]>`
      select id, kind from cards.objects where due_at <= ${now}
      order by due_at, sequence limit 1 for update skip locked`;
    const context = createContext(processor, tx, now, noRequest);
    if (due?.kind === "checkout.session") {
      await expireSession(context, await context.objects.lock("checkout.session", due.id, "session"));
    }
    if (due?.kind === "refund") {
      await settleRefund(context, await context.objects.lock("refund", due.id, "refund"));
    }
    return due !== undefined;
  });
}
