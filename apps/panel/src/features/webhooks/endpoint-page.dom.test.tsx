import messages from "@messages/en.json";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { catchUp, endpoint, rotatingEndpoint, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { EndpointPage } from "./endpoint-page.tsx";

afterEach(() => {
  vi.useRealTimers();
});

const bucket = { delivered: 0, failedAttempts: 2, skipped: 0 };

it("shows when a failing endpoint is deactivated, and that a due attempt is made now", async () => {
  const aSecondAgo = new Date(Date.now() - 1_000).toISOString();
  fakeApi({
    ...commonAnswers,
    "webhooks.get": { ...endpoint, active: true, consecutiveFailures: 2 },
    "webhooks.health": {
      buckets: [{ ...bucket, startsAt: aSecondAgo }],
      nextAttemptAt: aSecondAgo,
      waiting: 1_000,
      p95DurationMs: 180,
    },
    "webhooks.deliveryPage": { deliveries: [], nextCursor: null },
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByText("After 10 failed attempts in a row, we deactivate the endpoint.");
  const label = await screen.findByText(messages.webhooks.nextAttempt);
  expect(within(label.parentElement as HTMLElement).getByRole("definition").textContent).toBe("now");
  screen.getByText("1,000 or more deliveries");
  screen.getByText("180 ms");
  const table = screen.getByRole("table", { name: messages.webhooks.strip, hidden: true });
  expect(within(table).getAllByRole("cell", { hidden: true })).toHaveLength(3);
});

it.each([
  ["failures", 2, "Deactivated after failures", "2 events haven't been delivered."],
  ["gone", 10_000, "Deactivated: 410 Gone", "10,000 or more events haven't been delivered."],
  ["paused", 0, "Paused", "All events so far have been delivered."],
] as const)(
  "shows why an endpoint is inactive (%s) and what it has missed",
  async (reason, count, title, words) => {
    fakeApi({
      ...commonAnswers,
      "webhooks.get": { ...endpoint, active: false, deactivationReason: reason },
      "webhooks.missed": [{ endpointId: endpoint.id, since: endpoint.createdAt, count }],
    });
    renderInPanel(<EndpointPage id={endpoint.id} />);
    await screen.findByText(words, { exact: false });
    const banner = screen.getByText(words, { exact: false }).closest("[role=status]") as HTMLElement;
    within(banner).getByText(title);
    const buttons = within(banner).getAllByRole("button", { name: /^Reactivate/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(
      count > 0
        ? [messages.webhooks.reactivateAndCatchUp, messages.webhooks.reactivate]
        : [messages.webhooks.reactivate],
    );
  },
);

it("shows the progress of a catch-up", async () => {
  fakeApi({ ...commonAnswers, "webhooks.get": endpoint, "webhooks.catchUp": catchUp });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const section = await screen.findByRole("region", { name: messages.webhooks.catchUp });
  within(section).getByText("120 of 500 delivered");
  within(section).getByText("2 failed");
  within(section).getByText("378 waiting");
  expect(within(section).queryByText("0 skipped")).toBeNull();
});

it("offers changes only to people who may make them", async () => {
  const ofMember = { ...session, session: { ...session.session, role: "member" } };
  const buttonsFor = (current: object) => {
    fakeApi({
      ...commonAnswers,
      "session.current": { ...current, paymentsOn: true, sandbox: null },
      "webhooks.get": { ...rotatingEndpoint, active: true },
    });
    renderInPanel(<EndpointPage id={endpoint.id} />);
    return screen.findByRole("button", { name: messages.webhooks.acceptsBoth });
  };
  expect((await buttonsFor(session)).hasAttribute("disabled")).toBe(false);
  expect(screen.getByRole("button", { name: messages.webhooks.pause })).toBeTruthy();
  cleanup();
  const switching = await buttonsFor(ofMember);
  await expect.poll(() => switching.hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: messages.webhooks.pause })).toBeNull();
  expect(screen.queryByRole("button", { name: messages.webhooks.more })).toBeNull();
  const test = screen.getByRole("button", { name: messages.webhooks.sendTest });
  expect(test.hasAttribute("disabled")).toBe(true);
});

it.each([
  ["fail", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["aren't answered", () => new Promise(() => undefined)],
])("says since when it isn't updated, if refetches %s", async (_name, answer) => {
  vi.useFakeTimers({ now: new Date("2026-03-01T06:32:00Z"), shouldAdvanceTime: true });
  fakeApi(commonAnswers);
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const log = await screen.findByRole("region", { name: messages.webhooks.deliveries });
  await within(log).findByText(messages.webhooks.updatesLive, { exact: false });
  await screen.findByText(messages.webhooks.nextAttempt);
  expect(screen.queryByText(/Not updating/)).toBeNull();
  vi.stubGlobal("fetch", answer);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  await waitFor(() => expect(screen.getAllByText("Not updating since 06:32 UTC.")).toHaveLength(3));
  expect(within(log).queryByText(messages.webhooks.updatesLive, { exact: false })).toBeNull();
  within(screen.getByRole("region", { name: messages.webhooks.health })).getByText(/Not updating/);
});

it("moves on to the rotation's next step once the new secret was copied", async () => {
  let current: object = endpoint;
  fakeApi({
    ...commonAnswers,
    "webhooks.get": () => current,
    "webhooks.rotateSecret": () => {
      current = rotatingEndpoint;
      return { ...rotatingEndpoint, secret: "whsec_2" };
    },
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  fireEvent.click(await screen.findByRole("button", { name: messages.webhooks.rotate }));
  fireEvent.click(
    await vi.waitFor(() => screen.getByRole("button", { name: messages.webhooks.rotateConfirm }), 20_000),
  );
  const box = await screen.findByRole("region", { name: messages.webhooks.secretItself });
  within(box).getByText("whsec_2");
  fireEvent.click(screen.getByRole("button", { name: messages.webhooks.secretCopied }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const section = await screen.findByRole("region", { name: messages.webhooks.rotation });
  await waitFor(() => expect(document.activeElement).toBe(section));
  const link = screen.getByRole("link", { name: messages.webhooks.rotating });
  expect(link.getAttribute("href")).toBe(`#${section.id}`);
});
