import { auditEntries } from "@zonepost/db";
import { eventCatalog } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import {
  answerWith,
  createReceiver,
  fixture,
  setUpWebhooks,
  workspace,
} from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { updateEndpoint } from "../endpoints/update-endpoint.ts";
import { getHealth } from "../health/get-health.ts";
import { retriesPerMinute, retryNow } from "./retry-now.ts";

setUpWebhooks();

/** Events whose deliveries wait for their retries, and for the endpoint's next attempt. */
async function failing(url: string, count = 3) {
  const { id } = await workspace.subscribe(url);
  const events = await workspace.emit(count);
  await fixture.runSweep();
  return { id, events };
}

it("sends everything that waits at once to a receiver that works again", async () => {
  await using receiver = await createReceiver(answerWith(500));
  const { id, events } = await failing(receiver.url);
  const failed = receiver.requests.length;
  receiver.answer = answerWith(200);
  await fixture.runSweep();
  expect(receiver.requests).toHaveLength(failed);

  const { count } = await retryNow(workspace.ctx(), { id });
  expect(count).toBe(failed);
  expect(await getHealth(workspace.ctx(), { id })).toMatchObject({
    nextAttemptAt: fixture.clock.at.toISOString(),
    waiting: events.length,
  });
  await fixture.runSweep();
  expect((await workspace.log(id)).map(({ status }) => status)).toEqual(events.map(() => "succeeded"));
  expect(await fixture.endpoint(id)).toMatchObject({ consecutiveFailures: 0, probeAt: null });
  const [entry] = await fixture.db
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.workspaceId, workspace.id), eq(auditEntries.action, "webhook_endpoint.retried")),
    );
  expect(entry?.details).toMatchObject({ count });
});

it("risks a single attempt if the receiver is still down, which counts as any other", async () => {
  await using receiver = await createReceiver(answerWith(500));
  const { id } = await failing(receiver.url);
  const sent = receiver.requests.length;
  const { consecutiveFailures } = await fixture.endpoint(id);
  await retryNow(workspace.ctx(), { id });
  await fixture.runSweep();
  expect(receiver.requests).toHaveLength(sent + 1);
  expect(await fixture.endpoint(id)).toMatchObject({ consecutiveFailures: consecutiveFailures + 1 });
});

it("doesn't wait as long as the receiver has asked for", async () => {
  await using receiver = await createReceiver((response) => {
    response.writeHead(503, { "retry-after": String(hourMs / 1000) }).end();
  });
  const { id } = await failing(receiver.url, 1);
  receiver.answer = answerWith(200);
  await retryNow(workspace.ctx(), { id });
  await fixture.runSweep();
  expect(await workspace.log(id)).toMatchObject([{ status: "succeeded" }]);
});

it("keeps the order of an ordered endpoint", async () => {
  await using receiver = await createReceiver(answerWith(500));
  const { id } = await workspace.subscribe(receiver.url);
  await updateEndpoint({ ...workspace.ctx(), ...fixture.ports }, { id, patch: { ordered: true } });
  const data = eventCatalog["domain.transferred"].example;
  const events: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    events.push((await workspace.emitEvent("domain.transferred", data)).id);
  }
  await fixture.runSweep();
  receiver.answer = answerWith(200);
  receiver.requests.length = 0;
  await retryNow(workspace.ctx(), { id });
  await fixture.walk();
  expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(events);
});

it("refuses an inactive endpoint, one of another workspace, and too many tries, and changes nothing", async () => {
  const { id } = await workspace.subscribe("http://127.0.0.1:4999/hook");
  const other = await fixture.createWorkspace();
  await expect(retryNow(other.ctx(), { id })).rejects.toMatchObject({ code: "not_found" });
  const ctx = { ...workspace.ctx(), ...fixture.ports };
  await updateEndpoint(ctx, { id, patch: { active: false } });
  await expect(retryNow(ctx, { id })).rejects.toMatchObject({ code: "webhook_endpoint_inactive" });
  const tries = Array.from({ length: retriesPerMinute }, () => retryNow(ctx, { id }));
  const codes = (await Promise.allSettled(tries)).map((one) => one.status === "rejected" && one.reason.code);
  expect(codes).toContain("webhook_retry_limit");
});
