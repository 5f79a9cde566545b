import { expect, it } from "vitest";
import { advanceClock } from "../../../../test/support/advance-clock.ts";
import { startApi } from "../../../../test/support/start-api.ts";
import { answerWith, createReceiver } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { emit } from "../index.ts";

it("a single step of the sandbox clock makes all five attempts, each after its delay", async () => {
  const startedMs = performance.now();
  await using receiver = await createReceiver(answerWith(500));
  await using api = await startApi();
  await api.startWorker();
  const workspace = await api.createWorkspace();
  const { cookie } = workspace.owner;
  const call = async (method: string, path: string, body?: object) =>
    (await api.call({ method, path, body, cookie })).json;
  const { id } = await call("POST", "/webhooks/outbound", { url: receiver.url, events: ["*"] });
  await api.db.transaction((tx) =>
    emit(tx, {
      workspaceId: workspace.id,
      type: "domain.transferred",
      data: { name: "example.com", direction: "in" },
      createdAt: new Date(),
    }),
  );
  await expect.poll(() => receiver.requests.length).toBe(1);
  await advanceClock(api, 8 * 3_600);
  // Business time also passes while the work is done.
  const passedSeconds = (performance.now() - startedMs) / 1_000;

  const [{ id: deliveryId, status, nextAttemptAt }] = await call(
    "GET",
    `/webhooks/outbound/${id}/deliveries`,
  );
  expect([status, nextAttemptAt]).toEqual(["failed", null]);
  const { attempts } = await call("GET", `/webhooks/outbound/${id}/deliveries/${deliveryId}`);
  const sentAt: number[] = attempts.map((attempt: { sentAt: string }) => Date.parse(attempt.sentAt));
  const delays = sentAt.slice(1).map((at, index) => (at - (sentAt[index] as number)) / 1_000);
  for (const [index, delay] of [30, 300, 3_600, 21_600].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(delay);
    // Jitter is at most 5 %, up to a minute.
    expect(delays[index]).toBeLessThan(delay + Math.min(0.05 * delay, 60) + passedSeconds);
  }
  expect(receiver.requests.map(({ headers }) => headers["x-service-attempt"])).toEqual([..."12345"]);
  expect(await call("GET", `/webhooks/outbound/${id}`)).toMatchObject({
    active: true,
    consecutiveFailures: 5,
  });
});
