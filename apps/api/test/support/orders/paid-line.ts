import { type Db, orderLines, orders, payments } from "@zonepost/db";
import { newId } from "../../../src/kernel/ids.ts";

type PaidLine = {
  id: string;
  workspaceId: string;
  domainName: string;
  nextAttemptAt?: Date;
  confirmsAt?: Date;
};

/** A registration that an order has paid for and is carrying out. Returns its payment's id. */
export async function insertPaidLine(db: Db, line: PaidLine): Promise<string> {
  const { workspaceId, confirmsAt, ...more } = line;
  const [orderId, paymentId] = [newId(), newId()];
  const createdAt = new Date();
  await db.insert(payments).values({
    id: paymentId,
    workspaceId,
    orderId,
    status: "received",
    amountCents: 1188,
    taxCents: 0,
    currency: "EUR",
    receivedAt: createdAt,
    cooldownState: "running",
    cooldownDueAt: confirmsAt,
    createdAt,
  });
  await db.insert(orders).values({
    id: orderId,
    workspaceId,
    state: "processing",
    origin: "request",
    totalCents: 1188,
    taxCents: 0,
    taxPercent: "0",
    currency: "EUR",
    paymentId,
    actor: { kind: "system", id: null, name: "test" },
    createdAt,
  });
  await db.insert(orderLines).values({
    ...more,
    workspaceId,
    orderId,
    position: 0,
    kind: "registration",
    input: {},
    state: "running",
    priceCents: 1188,
    taxCents: 0,
    createdAt,
  });
  return paymentId;
}
