import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { catchUp, endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { CatchUpProgress } from "./catch-up-progress.tsx";

it("has the endpoint's health read again when the catch-up has moved", async () => {
  let reads = 0;
  const health = (nextAttemptAt: string | null) => () => {
    reads += 1;
    return { nextAttemptAt, waiting: 2, p95DurationMs: null, buckets: [] };
  };
  const answers: Record<string, unknown> = {
    ...commonAnswers,
    "webhooks.catchUp": catchUp,
    "webhooks.health": health(null),
  };
  fakeApi(answers);
  // Without the endpoint's page, which refetches it at intervals.
  renderInPanel(
    <CatchUpProgress endpoint={{ ...endpoint, consecutiveFailures: 3 }} onCatchUp={() => undefined} />,
  );
  await screen.findByText("120 of 500 delivered");
  await expect.poll(() => reads).toBe(1);
  expect(screen.queryByText("The next attempt is", { exact: false })).toBeNull();
  answers["webhooks.health"] = health(endpoint.createdAt);
  answers["webhooks.catchUp"] = { ...catchUp, delivered: 121, waiting: 377 };
  await screen.findByText("121 of 500 delivered");
  await screen.findByText("The next attempt is now.", { exact: false });
});
