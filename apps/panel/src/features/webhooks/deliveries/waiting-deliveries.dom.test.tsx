import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { WaitingDeliveries } from "./waiting-deliveries.tsx";

const words = messages.webhooks;
const waiting = { nextAttemptAt: "2020-01-01T00:00:00.000Z", waiting: 3, p95DurationMs: null, buckets: [] };
const none = { ...waiting, nextAttemptAt: null, waiting: 0 };
const text = /^3 events are waiting for your receiver\./;

it("sends what waits for a receiver that works now, and then disappears", async () => {
  let health = waiting;
  const { sent } = fakeApi({
    ...commonAnswers,
    "webhooks.health": () => health,
    "webhooks.retryNow": () => {
      health = none as never;
      return { count: 3 };
    },
  });
  renderInPanel(<WaitingDeliveries id={endpoint.id} />);
  await screen.findByText(text);
  fireEvent.click(await screen.findByRole("button", { name: words.tryNow }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(sent).toMatchObject([{ name: "webhooks.retryNow", input: { id: endpoint.id } }]);
});

it("offers nothing to people who can't change webhooks", async () => {
  const readOnly = { ...session, session: { ...session.session, role: "read_only" }, sandbox: null };
  fakeApi({ ...commonAnswers, "session.current": readOnly, "webhooks.health": waiting });
  renderInPanel(<WaitingDeliveries id={endpoint.id} />);
  await screen.findByText(text);
  await waitFor(() => expect(screen.queryByRole("button", { name: words.tryNow })).toBeNull());
});
