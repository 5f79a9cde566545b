import { deliveryFaults, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { webhookErrorStages } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { beforeEach, expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { whole } from "../../../../test/support/whole.ts";
import { minuteMs, secondMs } from "../../../kernel/durations.ts";
import { rowId } from "../../../kernel/ids.ts";
import { getDelivery } from "../log/get-delivery.ts";
import { listDeliveries } from "../log/list-deliveries.ts";
import { secretOwner } from "../model/secret-owner.ts";
import type { WebhookPorts } from "../ports.ts";
import { getHealth } from "./get-health.ts";

setUpWebhooks();
beforeEach(async () => {
  await fixture.db.delete(deliveryFaults);
});

const faults = async () =>
  (await fixture.db.select().from(deliveryFaults)).map(({ fault, count }) => ({ [fault]: count }));

function loggingSweep(ports: Partial<WebhookPorts> = {}) {
  const lines: object[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const sweep = fixture.createSweep({ log, ...ports });
  return { lines, run: () => sweep.run(new AbortController().signal) };
}

const setSecret = (endpointId: string, secretEncrypted: string) =>
  fixture.db
    .update(webhookEndpoints)
    .set({ secretEncrypted })
    .where(eq(webhookEndpoints.id, rowId("whe", endpointId) ?? ""));

const lostKey = createSecretBox([Buffer.alloc(32, 9).toString("base64")]);
const loseSecret = ({ id }: { id: string }) =>
  setSecret(id, lostKey.seal("whsec_lost", secretOwner(rowId("whe", id) ?? "")));

const brokenTransport: WebhookPorts["transport"] = {
  checkUrl: () => ({ ok: true }),
  send: () => Promise.reject(new Error("broken")),
};

it.each([
  {
    fault: "secret",
    what: "a secret whose key is lost",
    error: "the signing secret couldn't be decrypted",
    ports: {},
  },
  {
    fault: "internal",
    what: "an error while it is sent",
    error: "not sent because of an error in this service",
    ports: { transport: brokenTransport },
  },
] as const)(
  "shows $what as our own error, doesn't count it as the receiver's failure, and tries again",
  async ({ fault, error, ports }) => {
    await using receiver = await createReceiver(answerWith(200));
    const broken = await workspace.subscribe(receiver.url);
    const { secretEncrypted } = await fixture.endpoint(broken.id);
    if (fault === "secret") {
      await loseSecret(broken);
    }
    const [eventId] = await workspace.emit();
    const sweep = loggingSweep(ports);
    await sweep.run();

    const [failed] = await whole(listDeliveries(workspace.ctx(), { id: broken.id }));
    expect(failed).toMatchObject({
      status: "pending",
      statusCode: null,
      error,
      attempt: 1,
      nextAttemptAt: new Date(fixture.clock.at.getTime() + 30 * secondMs).toISOString(),
    });
    const target = { id: broken.id, deliveryId: failed?.id ?? "" };
    expect(await getDelivery(workspace.ctx(), target)).toMatchObject({
      attempts: [{ response: null, error: { stage: fault, hint: webhookErrorStages[fault].hint } }],
    });
    expect(await fixture.endpoint(broken.id)).toMatchObject({ consecutiveFailures: 0, probeAt: null });
    expect(await getHealth(workspace.ctx(), { id: broken.id })).toMatchObject({ p95DurationMs: null });
    expect(sweep.lines).toMatchObject([{ level: 50, stage: fault === "secret" ? "secret" : "send" }]);
    expect(await faults()).toEqual([{ [fault]: 1 }]);

    await setSecret(broken.id, secretEncrypted);
    fixture.clock.advance(30 * secondMs);
    await fixture.runSweep();
    const { headers } = receiver.requests.at(-1) ?? {};
    expect(headers).toMatchObject({ "webhook-id": eventId, "x-service-attempt": "2" });
    expect(await getDelivery(workspace.ctx(), target)).toMatchObject({ status: "succeeded", attempt: 2 });
    expect(await faults()).toEqual([{ [fault]: 1 }]);
  },
);

it("logs secrets that can't be decrypted once a minute, without a stack, and sends to the other endpoints", async () => {
  await using receiver = await createReceiver(answerWith(200));
  const broken = [await workspace.subscribe(receiver.url), await workspace.subscribe(receiver.url)];
  const healthy = await workspace.subscribe(receiver.url);
  await Promise.all(broken.map(loseSecret));
  await workspace.emit(3);
  const sweep = loggingSweep();
  await sweep.run();
  const line = {
    level: 50,
    stage: "secret",
    reason: "a secret was encrypted with a key that is not configured",
  };
  expect(sweep.lines).toMatchObject([{ ...line, endpoints: 1 }]);
  expect(await faults()).toEqual([{ secret: 6 }]);
  expect((await workspace.log(healthy.id)).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => "succeeded"),
  );

  fixture.clock.advanceWall(minuteMs);
  await workspace.emit();
  await sweep.run();
  expect(sweep.lines).toMatchObject([line, { ...line, endpoints: 2 }]);
  expect(sweep.lines.at(-1)).toMatchObject({
    endpointIds: expect.arrayContaining(broken.map(({ id }) => id)),
  });
  expect(JSON.stringify(sweep.lines)).not.toContain("stack");
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
