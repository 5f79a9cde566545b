import { deliveryHours } from "@zonepost/db";
import { expect, it } from "vitest";
import { fixture, setUpWebhooks, workspace } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { getActivity } from "./get-activity.ts";

setUpWebhooks();

it("adds up the last seven days of all endpoints of the workspace, and of no other", async () => {
  const now = await workspace.ctx().clock.now();
  const hour = (hoursAgo: number) => new Date(Math.floor(now.getTime() / hourMs - hoursAgo) * hourMs);
  const add = (workspaceId: string, hoursAgo: number, delivered: number) =>
    fixture.db.insert(deliveryHours).values({
      workspaceId,
      endpointId: newId(),
      hour: hour(hoursAgo),
      delivered,
      failedAttempts: 1,
      skipped: 2,
      durationCounts: [],
    });
  await add(workspace.id, 0, 3);
  await add(workspace.id, 5, 4);
  await add(workspace.id, 6, 50);
  await add(workspace.id, 167, 600);
  await add(workspace.id, 168, 7_000);
  await add(newId(), 0, 80_000);
  const { buckets } = await getActivity(workspace.ctx());
  expect(buckets).toHaveLength(28);
  expect(buckets.at(-1)).toMatchObject({ delivered: 7, failedAttempts: 2, skipped: 4 });
  expect(buckets.at(-2)).toMatchObject({ delivered: 50 });
  expect(buckets[0]).toMatchObject({ startsAt: hour(167).toISOString(), delivered: 600 });
  expect(buckets.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(657);
});

it("requires the right to see webhooks", async () => {
  await expect(getActivity(workspace.ctx("billing"))).rejects.toMatchObject({ kind: "forbidden" });
});
