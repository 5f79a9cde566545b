import messages from "@messages/en.json";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { EndpointPage } from "./endpoint-page.tsx";

const bucket = { delivered: 0, failedAttempts: 2, waiting: 1, skipped: 0 };

it("shows when a failing endpoint is deactivated, and that a due attempt is made now", async () => {
  const aSecondAgo = new Date(Date.now() - 1_000).toISOString();
  fakeApi({
    ...commonAnswers,
    "webhooks.get": { ...endpoint, active: true, consecutiveFailures: 2 },
    "webhooks.health": { buckets: [{ ...bucket, startsAt: aSecondAgo }], nextAttemptAt: aSecondAgo },
    "webhooks.deliveries": [],
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByText("After 10 failed attempts in a row, we deactivate the endpoint.");
  const label = await screen.findByText(messages.webhooks.nextAttempt);
  expect(within(label.parentElement as HTMLElement).getByRole("definition").textContent).toBe("now");
});
