import type { Processor, Webhook } from "../context.ts";
import type { Event } from "../objects/event.ts";
import { present } from "../present.ts";
import { nextAttemptAt } from "../rules/notice-schedule.ts";
import { businessNow } from "../state/business-clock.ts";
import { signatureHeader } from "./signature.ts";

type Notice = { id: string; attempts: number; body: Event };

const batchSize = 8;
const timeoutMs = 10_000;

/** Sends a batch of notices that are due, until `stopping`. Returns the number. */
export async function sendNotices(
  processor: Processor,
  baseUrl: string,
  stopping: AbortSignal,
): Promise<number> {
  const webhook = processor.webhook();
  if (!webhook) {
    return 0;
  }
  const notices = await claim(processor);
  await Promise.all(notices.map((notice) => send(processor, { webhook, notice, baseUrl, stopping })));
  return notices.length;
}

/** A lease is longer than an attempt takes, so that a notice isn't sent twice unless its process has died. */
async function claim({ sql }: Processor): Promise<Notice[]> {
  const now = await businessNow(sql);
  return await sql<Notice[]>`
    with due as (
      select id from cards.notices
      where due_at <= ${now} and (leased_until is null or leased_until < now())
      order by due_at, id limit ${batchSize} for update skip locked
    )
    update cards.notices as notice set leased_until = now() + interval '30 seconds', attempts = attempts + 1
    from due, cards.objects as event
    where notice.id = due.id and event.id = notice.event
    returning notice.id, notice.attempts, event.body`;
}

type Sending = { webhook: Webhook; notice: Notice; baseUrl: string; stopping: AbortSignal };

async function send(processor: Processor, { webhook, notice, baseUrl, stopping }: Sending): Promise<void> {
  const { sql, log } = processor;
  const result = await post(webhook, present(notice.body, baseUrl), stopping);
  if (result.status === undefined && stopping.aborted) {
    // The next start sends it at once.
    await sql`update cards.notices set attempts = attempts - 1, leased_until = null where id = ${notice.id}`;
    return;
  }
  const { type, id } = notice.body;
  log({ event: "notice", type, id, attempt: notice.attempts, ...result });
  if (result.status !== undefined && result.status >= 200 && result.status < 300) {
    await sql.begin(async (tx) => {
      await tx`delete from cards.notices where id = ${notice.id}`;
      await tx`
        update cards.objects set body = jsonb_set(body, '{pending_webhooks}', '0')
        where id = ${id} and not exists (select from cards.notices where event = ${id})`;
    });
    return;
  }
  const dueAt = nextAttemptAt(notice.attempts, await businessNow(sql));
  if (dueAt) {
    await sql`update cards.notices set due_at = ${dueAt}, leased_until = null where id = ${notice.id}`;
  } else {
    await sql`delete from cards.notices where id = ${notice.id}`;
  }
}

async function post(
  webhook: Webhook,
  body: string,
  stopping: AbortSignal,
): Promise<{ status?: number; error?: string }> {
  try {
    const response = await fetch(webhook.url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "Stripe-Signature": signatureHeader(body, webhook.secret, new Date()),
      },
      body,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { error: cause instanceof Error ? cause.message : String(cause) };
  }
}
