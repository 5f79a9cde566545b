import { deliveryFaults, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { webhookErrorStages } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, expect, it } from "vitest";
import { whole } from "../../../../test/support/whole.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { listDeliveries } from "../log/list-deliveries.ts";
import { secretOwner } from "../model/secret-owner.ts";
import { answerWith, createReceiver, fixture, setUpWebhooks, workspace } from "../webhooks-fixture.ts";
import { getHealth } from "./get-health.ts";

setUpWebhooks();
beforeEach(async () => {
  await fixture.db.delete(deliveryFaults);
});

const faults = async () =>
  (await fixture.db.select().from(deliveryFaults)).map(({ fault, count }) => ({ [fault]: count }));

function loggingSweep() {
  const lines: { level: number; stage?: string }[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const sweep = fixture.createSweep({ log });
  return { lines, run: () => sweep.run(new AbortController().signal) };
}

it("shows an error of our own as one, doesn't count it as the receiver's failure, and tries again", async () => {
  await using receiver = await createReceiver(answerWith(200));
  const [broken, healthy] = [
    await workspace.subscribe(receiver.url),
    await workspace.subscribe(receiver.url),
  ];
  const setSecret = (secretEncrypted: string) =>
    fixture.db
      .update(webhookEndpoints)
      .set({ secretEncrypted })
      .where(eq(webhookEndpoints.id, rowId("whe", broken.id) ?? ""));
  const { secretEncrypted } = await fixture.endpoint(broken.id);
  const lostKey = createSecretBox([Buffer.alloc(32, 9).toString("base64")]);
  await setSecret(lostKey.seal("whsec_lost", secretOwner(rowId("whe", broken.id) ?? "")));
  const [eventId] = await workspace.emit();
  const sweep = loggingSweep();
  await sweep.run();

  expect(await whole(listDeliveries(workspace.ctx(), { id: healthy.id }))).toMatchObject([
    { status: "succeeded" },
  ]);
  const [failed] = await whole(listDeliveries(workspace.ctx(), { id: broken.id }));
  expect(failed).toMatchObject({
    status: "pending",
    statusCode: null,
    error: "not sent because of an error in this service",
    attempt: 1,
    nextAttemptAt: new Date(fixture.clock.at.getTime() + 30 * secondMs).toISOString(),
  });
  const target = { id: broken.id, deliveryId: failed?.id ?? "" };
  expect(await getDelivery(workspace.ctx(), target)).toMatchObject({
    attempts: [{ response: null, error: { stage: "internal", hint: webhookErrorStages.internal.hint } }],
  });
  expect(await fixture.endpoint(broken.id)).toMatchObject({ consecutiveFailures: 0, probeAt: null });
  expect(await getHealth(workspace.ctx(), { id: broken.id })).toMatchObject({ p95DurationMs: null });
  expect(sweep.lines).toMatchObject([
    { level: 50, stage: "send", deliveryId: rowId("whd", target.deliveryId) },
  ]);
  expect(await faults()).toEqual([{ internal: 1 }]);

  await setSecret(secretEncrypted);
  fixture.clock.advance(30 * secondMs);
  await fixture.runSweep();
  const { headers } = receiver.requests.at(-1) ?? {};
  expect(headers).toMatchObject({ "webhook-id": eventId, "x-service-attempt": "2" });
  expect(await getDelivery(workspace.ctx(), target)).toMatchObject({ status: "succeeded", attempt: 2 });
  expect(await faults()).toEqual([{ internal: 1 }]);
});

it("counts and logs what is sent again because its result wasn't recorded, once for each repeat", async () => {
  await using receiver = await createReceiver(answerWith(200));
  await workspace.subscribe(receiver.url);
  await workspace.emit(3);
  await fixture.runSweep();
  expect(await faults()).toEqual([]);
  await workspace.emit(3);
  // As a worker leaves it that was killed, or that couldn't record until its lease had ended.
  await fixture.db
    .update(deliveryQueue)
    .set({ claimId: sql`uuidv7()`, leaseUntil: sql`now() - interval '1 second'` });
  const sweep = loggingSweep();
  await sweep.run();
  expect(receiver.requests).toHaveLength(6);
  await expect.poll(faults).toEqual([{ repeated: 3 }]);
  expect(sweep.lines).toMatchObject([{ level: 40, stage: "record", deliveries: 3 }]);
});
