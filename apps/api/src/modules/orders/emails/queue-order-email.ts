import { orderEmails, type Transaction } from "@zonepost/db";
import { isNull, sql } from "drizzle-orm";
import { wakeNotice } from "../../../kernel/due-work/wake.ts";
import { newId } from "../../../kernel/ids.ts";
import type { OrderEmailKind } from "./policy.ts";

type QueuedEmail = {
  workspaceId: string;
  orderId: string;
  kind: OrderEmailKind;
  /** The order, the line or the refund that it is about. */
  subjectId: string;
  dueAt: Date;
};

/** Stores an email in the transaction of its cause; the sweep writes it. Each subject has one of a kind, ever. */
export async function queueOrderEmail(tx: Transaction, queued: QueuedEmail, now: Date): Promise<void> {
  await tx
    .insert(orderEmails)
    .values({ id: newId(), ...queued, createdAt: now })
    .onConflictDoUpdate({
      target: [orderEmails.kind, orderEmails.subjectId],
      set: { dueAt: sql`least(${orderEmails.dueAt}, excluded.due_at)` },
      setWhere: isNull(orderEmails.sentAt),
    })
    .returning({ woken: wakeNotice("orders") });
}
