import messages from "@messages/en.json";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { NuqsTestingAdapter, type UrlUpdateEvent } from "nuqs/adapters/testing";
import { expect, it, vi } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { delivery, endpoint, pausedEndpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Deliveries } from "./deliveries.tsx";

const texts = messages.webhooks;

function renderLog(search: string, answers: object) {
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>();
  const { sent } = fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate} hasMemory>
      <NextIntlClientProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
        <Deliveries id={endpoint.id} />
      </NextIntlClientProvider>
    </NuqsTestingAdapter>,
  );
  return {
    sent,
    lastUrl: () => onUrlUpdate.mock.lastCall?.[0].queryString,
    lastHistory: () => onUrlUpdate.mock.lastCall?.[0].options.history,
  };
}

it("reads the filters from the URL, and says what there is none of", async () => {
  const inputs: { since?: string }[] = [];
  const { lastUrl } = renderLog("?status=failed&range=day&subject=b%C3%BCcher.de", {
    "webhooks.deliveryPage": (input: { since?: string }) => {
      inputs.push(input);
      return { deliveries: [], nextCursor: null };
    },
  });
  await screen.findByText("No failed deliveries about bücher.de in the last 24 hours");
  expect(inputs[0]).toMatchObject({ id: endpoint.id, status: "failed", subject: "bücher.de" });
  expect(Date.parse(inputs[0]?.since ?? "")).toBeCloseTo(Date.now() - 86_400_000, -5);
  fireEvent.click(screen.getByText(messages.ui.clearFilters));
  await screen.findByText(texts.noDeliveriesTitle);
  await expect.poll(lastUrl).toBe("");
});

it("is filtered by whole days of the reader's time zone, which a range up to now replaces", async () => {
  const inputs: { since?: string; until?: string }[] = [];
  const { lastUrl } = renderLog("?range=days&from=2026-03-29&until=2026-03-29", {
    "webhooks.deliveryPage": (input: object) => {
      inputs.push(input);
      return { deliveries: [], nextCursor: null };
    },
  });
  await screen.findByText("No deliveries on these dates");
  expect(inputs[0]).toMatchObject({
    since: "2026-03-28T23:00:00.000Z",
    until: "2026-03-29T22:00:00.000Z",
  });
  screen.getByText("Times are in Europe/Berlin.");
  fireEvent.change(screen.getByLabelText(messages.ui.untilDay), { target: { value: "2026-03-30" } });
  await expect.poll(() => inputs.at(-1)).toMatchObject({ until: "2026-03-30T22:00:00.000Z" });
  await expect.poll(lastUrl).toBe("?range=days&from=2026-03-29&until=2026-03-30");
  fireEvent.change(screen.getByLabelText(messages.ui.fromDay), { target: { value: "" } });
  await expect.poll(() => inputs.at(-1)?.since).toBeUndefined();
  fireEvent.change(screen.getByLabelText(texts.when), { target: { value: "hour" } });
  await expect.poll(() => inputs.at(-1)?.since).toBeDefined();
  expect(inputs.at(-1)?.until).toBeUndefined();
  await expect.poll(lastUrl).toBe("?range=hour");
  expect(screen.queryByLabelText(messages.ui.fromDay)).toBeNull();
});

it("doesn't open a delivery again when going back after it was closed", async () => {
  const { lastUrl, lastHistory } = renderLog("", {
    "webhooks.deliveryPage": () => ({ deliveries: [delivery], nextCursor: null }),
    "webhooks.delivery": () => delivery,
  });
  fireEvent.click(await screen.findByRole("button", { name: /domain\.transferred/ }));
  await expect.poll(lastUrl).toBe(`?delivery=${delivery.id}`);
  expect(lastHistory()).toBe("push");
  const drawer = await screen.findByRole("dialog");
  fireEvent.click(within(drawer).getByRole("button", { name: messages.ui.close }));
  await expect.poll(lastUrl).toBe("");
  expect(lastHistory()).toBe("replace");
});

it("shows that a retry is on hold while the endpoint is inactive", async () => {
  const held = { ...delivery, status: "pending", nextAttemptAt: null };
  renderLog("", {
    "webhooks.deliveryPage": () => ({ deliveries: [held], nextCursor: null }),
    "webhooks.delivery": () => held,
  });
  await screen.findByText(texts.delivery_onHold);
  fireEvent.click(screen.getByRole("button", { name: /domain\.transferred/ }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText(texts.onHoldWords);
  expect(screen.queryByRole("banner", { hidden: true })).toBeNull();
  within(drawer).getByText(texts.noneWhileInactive);
});

it("shows that a first attempt waits because its endpoint is failing", async () => {
  const fresh = { ...delivery, status: "pending", attempt: 0, attempts: [] };
  const due = { ...fresh, nextAttemptAt: new Date().toISOString() };
  const answers = {
    "webhooks.deliveryPage": () => ({ deliveries: [due], nextCursor: null }),
    "webhooks.delivery": () => due,
  };
  renderLog("", answers);
  await screen.findByText(texts.delivery_pending);
  cleanup();
  renderLog("", { ...answers, "webhooks.get": { ...endpoint, consecutiveFailures: 3 } });
  await screen.findByText(texts.waiting);
  fireEvent.click(screen.getByRole("button", { name: /domain\.transferred/ }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText(texts.waitsForSuccess);
});

it.each([
  { ordered: true, why: "because this endpoint receives events in order." },
  { ordered: false, why: "because a catch-up is running." },
])("links a delivery to the earlier one that it waits for (ordered: $ordered)", async ({ ordered, why }) => {
  const first = { ...delivery, id: "whd_01k3v2m8q4f7x9b0c1d2e3f4g6" };
  const held = { ...delivery, status: "pending", attempt: 0, attempts: [], waitsFor: first.id };
  renderLog("", {
    "webhooks.get": { ...endpoint, ordered },
    "webhooks.deliveryPage": () => ({ deliveries: [held], nextCursor: null }),
    "webhooks.delivery": ({ deliveryId }: { deliveryId: string }) => (deliveryId === first.id ? first : held),
  });
  await screen.findByText(texts.waiting);
  expect(screen.queryByText(texts.delivery_onHold)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /domain\.transferred/ }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText(`of bücher.de, ${why}`, { exact: false });
  fireEvent.click(within(drawer).getByRole("button", { name: "an earlier event" }));
  await within(drawer).findByText(first.id);
});

it.each([
  {
    when: "the endpoint is inactive",
    answers: { "webhooks.get": pausedEndpoint },
    why: texts.replayNotWhileInactive,
  },
  {
    when: "it is a test event",
    answers: { "webhooks.delivery": () => ({ ...delivery, test: true }) },
    why: texts.replayNotForTests,
  },
])(
  "doesn't replay a delivery if $when, and tells keyboards and screen readers why",
  async ({ answers, why }) => {
    const { sent } = renderLog("", {
      "webhooks.deliveryPage": () => ({ deliveries: [delivery], nextCursor: null }),
      "webhooks.delivery": () => delivery,
      ...answers,
    });
    fireEvent.click(await screen.findByRole("button", { name: /domain\.transferred/ }));
    const drawer = await screen.findByRole("dialog");
    const replay = await within(drawer).findByRole("button", { name: texts.replay, description: why });
    replay.focus();
    expect(document.activeElement).toBe(replay);
    expect(replay.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(replay);
    expect(sent).toEqual([]);
    expect(within(drawer).queryByText(messages.webhooks.notReplayed)).toBeNull();
  },
);

it("shows a delivery's attempts, byte for byte if asked, and the result of a replay, also in the log", async () => {
  const [failed] = delivery.attempts;
  const second = { ...failed, number: 2, response: { ...failed?.response, statusCode: 204 }, error: null };
  let isSent = false;
  const { sent } = renderLog("", {
    "webhooks.deliveryPage": ({ cursor }: { cursor?: string }) => {
      const status = isSent ? "succeeded" : "failed";
      return cursor
        ? { deliveries: [], nextCursor: null }
        : { deliveries: [{ ...delivery, status }], nextCursor: "2" };
    },
    "webhooks.delivery": () =>
      isSent ? { ...delivery, status: "succeeded", attempt: 2, attempts: [failed, second] } : delivery,
    "webhooks.replay": () => {
      isSent = true;
      return { ...delivery, status: "pending" };
    },
  });
  // A log of several pages is only refetched every 30 seconds.
  fireEvent.click(await screen.findByRole("button", { name: texts.olderDeliveries }));
  await screen.findByText("1 delivery");
  fireEvent.click(await screen.findByRole("button", { name: /domain\.transferred/ }));
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText("bücher.de");
  within(drawer).getByText("http_500");
  within(drawer).getByText("Attempt 1 · 500");
  const request = within(drawer).getByRole("region", { name: texts.request });
  expect(request.querySelector("pre")?.textContent).toBe('{\n  "id": "evt_1"\n}');
  fireEvent.click(within(request).getByText(texts.raw));
  expect(request.querySelector("pre")?.textContent).toBe('{"id":"evt_1"}');
  fireEvent.click(within(drawer).getByRole("button", { name: texts.replay }));
  await within(drawer).findByText("Attempt 2: Your receiver responded with 204.");
  await within(screen.getByRole("table", { hidden: true })).findByText(texts.delivery_succeeded);
  expect(sent).toMatchObject([
    { name: "webhooks.replay", input: { id: endpoint.id, deliveryId: delivery.id } },
  ]);
});

it.each([404, 422])(
  "says that a delivery doesn't exist (%s), and only offers to close it",
  async (status) => {
    const { lastUrl } = renderLog(`?delivery=${delivery.id}`, {
      "webhooks.deliveryPage": { deliveries: [delivery], nextCursor: null },
      "webhooks.delivery": new Refusal({ status, code: "refused", title: "Refused" }),
    });
    const missing = await screen.findByRole("alert");
    within(missing).getByText(texts.deliveryMissing);
    expect(screen.queryByRole("button", { name: messages.ui.retry })).toBeNull();
    fireEvent.click(within(missing).getByRole("button", { name: messages.ui.close }));
    await expect.poll(lastUrl).toBe("");
  },
);

it("shows the event, then its subject, then the time in a phone's cards", async () => {
  renderLog("", { "webhooks.deliveryPage": { deliveries: [delivery], nextCursor: null } });
  const row = (await screen.findByRole("button", { name: delivery.eventType })).closest("tr") as HTMLElement;
  const textAt = (place: string) => row.querySelector(`td[data-phone=${place}]`)?.textContent;
  expect(textAt("title")).toBe(delivery.eventType);
  expect(textAt("detail")).toBe("bücher.de");
  expect(row.querySelector("td[data-phone=low] time")).not.toBeNull();
});
