import messages from "@messages/en.json";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import {
  catchUp,
  endpoint,
  pausedEndpoint,
  rotatingEndpoint,
  session,
  stoppedCatchUp,
} from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DeleteEndpointDialog } from "./confirmations.tsx";
import { EndpointPage } from "./endpoint-page.tsx";

const texts = messages.webhooks;
const health = { nextAttemptAt: null, waiting: 2, p95DurationMs: null, buckets: [] };

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
  await screen.findByText("2 attempts failed in a row. We deactivate the endpoint after 10.");
  const label = await screen.findByText(texts.nextAttempt);
  expect(within(label.parentElement as HTMLElement).getByRole("definition").textContent).toContain("now");
  screen.getByText("1,000 or more deliveries");
  screen.getByText("180 ms");
  const table = screen.getByRole("table", { name: texts.strip, hidden: true });
  expect(within(table).getAllByRole("cell", { hidden: true })).toHaveLength(3);
});

it("sends what waits for a receiver that works again on request, and reads the endpoint again", async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const answers: Record<string, unknown> = {
    ...commonAnswers,
    "webhooks.get": { ...endpoint, active: true, consecutiveFailures: 4 },
    "webhooks.health": { ...health, nextAttemptAt: later },
    "webhooks.deliveryPage": { deliveries: [], nextCursor: null },
    "webhooks.retryNow": { count: 2 },
  };
  const { sent } = fakeApi(answers);
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const button = await screen.findByRole("button", { name: texts.tryNow });
  answers["webhooks.get"] = { ...endpoint, active: true, consecutiveFailures: 0 };
  answers["webhooks.health"] = { ...health, waiting: 0 };
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole("button", { name: texts.tryNow })).toBeNull());
  screen.getByText(texts.active);
  expect(sent.map(({ name, input }) => [name, input])).toEqual([["webhooks.retryNow", { id: endpoint.id }]]);
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
      count > 0 ? [texts.reactivateAndCatchUp, texts.reactivateOnly] : [texts.reactivate],
    );
  },
);

it("shortens a long URL in its title and in the dialog that deletes it", async () => {
  const url = `https://api.example.com/hook?token=${"a1".repeat(60)}`;
  fakeApi({ ...commonAnswers, "webhooks.get": { ...endpoint, url } });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByTitle(url);
  const title = screen.getByRole("heading", { level: 1 });
  expect(within(title).getByTitle(url).hasAttribute("data-clamped")).toBe(true);
  within(title).getByRole("button");
  fireEvent.click(await screen.findByRole("button", { name: messages.webhooks.more }));
  fireEvent.click(await screen.findByRole("menuitem", { name: messages.webhooks.delete }));
  const dialog = await screen.findByRole("dialog");
  expect((await within(dialog).findByTitle(url)).hasAttribute("data-clamped")).toBe(true);
});

it("shows the progress of a catch-up", async () => {
  fakeApi({ ...commonAnswers, "webhooks.get": endpoint, "webhooks.catchUp": catchUp });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const section = await screen.findByRole("region", { name: texts.catchUp });
  within(section).getByText("120 of 500 delivered");
  within(section).getByText("2 failed");
  within(section).getByText("378 waiting");
  expect(within(section).queryByText("0 skipped")).toBeNull();
});

it("sends one of the two ways to reactivate, and says that what was missed can be sent later", async () => {
  fakeApi({
    ...commonAnswers,
    "webhooks.get": pausedEndpoint,
    "webhooks.missed": [{ endpointId: pausedEndpoint.id, since: endpoint.createdAt, count: 17 }],
  });
  const answered = fetch;
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    if (init.method !== "POST") {
      return answered(address, init);
    }
    sent.push(init.body);
    return new Promise(() => {});
  });
  renderInPanel(<EndpointPage id={pausedEndpoint.id} />);
  await screen.findByText("Without catching up, the 17 missed events stay undelivered.", { exact: false });
  const both = screen.getByRole<HTMLButtonElement>("button", { name: texts.reactivateAndCatchUp });
  fireEvent.click(screen.getByRole("button", { name: texts.reactivateOnly }));
  await expect.poll(() => both.disabled).toBe(true);
  fireEvent.click(both);
  await expect.poll(() => sent).toHaveLength(1);
});

it("says when a catch-up isn't moving because its receiver is failing, and when it ends", async () => {
  fakeApi({
    ...commonAnswers,
    "webhooks.get": { ...endpoint, consecutiveFailures: 3 },
    "webhooks.health": { ...health, nextAttemptAt: endpoint.createdAt },
    "webhooks.catchUp": catchUp,
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const section = await screen.findByRole("region", { name: texts.catchUp });
  await expect
    .poll(() => section.textContent)
    .toContain(
      "Your receiver is failing. The next attempt is now. After 7 more failures in a row, we deactivate the endpoint and stop the catch-up.",
    );
  expect(section.textContent).not.toContain("Sending missed events.");
});

it("shows the result of a catch-up in one line, until it is closed in this browser", async () => {
  const done = { ...stoppedCatchUp, state: "done", skipped: 0, delivered: 19 };
  fakeApi({
    ...commonAnswers,
    "webhooks.catchUp": done,
    "webhooks.missedOf": { since: endpoint.createdAt, count: 1 },
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const line = await screen.findByRole("region", { name: texts.catchUp });
  expect(line.textContent).toMatch(/^Catch-up completed on .+\. 19 of 20 delivered, 1 failed\.$/);
  expect(within(line).queryByRole("progressbar")).toBeNull();
  fireEvent.click(within(line).getByRole("button", { name: texts.catchUpClose }));
  expect(screen.queryByRole("region", { name: texts.catchUp })).toBeNull();
  cleanup();
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByText("1 event hasn't been delivered.", { exact: false });
  expect(screen.queryByRole("region", { name: texts.catchUp })).toBeNull();
  localStorage.clear();
});

it("doesn't offer a catch-up in the menu while one is running, and says why", async () => {
  // Mantine prints a whole menu that has no size, as in the simulated browser.
  using _ = vi.spyOn(console, "warn").mockReturnValue();
  fakeApi({ ...commonAnswers, "webhooks.get": endpoint, "webhooks.catchUp": catchUp });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByRole("region", { name: texts.catchUp });
  fireEvent.click(screen.getByRole("button", { name: texts.more }));
  const item = await screen.findByRole("menuitem", { name: `${texts.catchUpMenu} ${texts.catchUpRunning}` });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(item);
  expect(screen.queryByRole("dialog", { name: texts.catchUpTitle })).toBeNull();
});

it("shows what a stopped catch-up didn't send, with a bar of what it delivered, and offers another one", async () => {
  fakeApi({
    ...commonAnswers,
    "webhooks.catchUp": stoppedCatchUp,
    "webhooks.missedOf": { since: endpoint.createdAt, count: 17 },
  });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const section = await screen.findByRole("region", { name: texts.catchUp });
  within(section).getByText("17 events weren't sent.", { exact: false });
  expect(within(section).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("10");
  expect(screen.queryByText("17 events haven't been delivered.", { exact: false })).toBeNull();
  fireEvent.click(within(section).getByRole("button", { name: texts.catchUpMenu }));
  await screen.findByRole("dialog", { name: texts.catchUpTitle });
});

it("shows what an active endpoint hasn't received while no catch-up is running, and offers one", async () => {
  const answers = { ...commonAnswers, "webhooks.missedOf": { since: endpoint.createdAt, count: 17 } };
  fakeApi({ ...answers, "webhooks.catchUp": catchUp });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByRole("region", { name: texts.catchUp });
  expect(screen.queryByText("17 events haven't been delivered.", { exact: false })).toBeNull();
  cleanup();
  fakeApi(answers);
  renderInPanel(<EndpointPage id={endpoint.id} />);
  const line = await screen.findByText("17 events haven't been delivered.", { exact: false });
  fireEvent.click(within(line).getByRole("button", { name: texts.catchUpMenu }));
  await screen.findByRole("dialog", { name: texts.catchUpTitle });
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
    return screen.findByRole("button", { name: texts.acceptsBoth });
  };
  expect((await buttonsFor(session)).hasAttribute("disabled")).toBe(false);
  for (const name of [texts.pause, texts.sendTest, texts.rotate, texts.edit]) {
    expect(screen.getByRole("button", { name })).toBeTruthy();
  }
  cleanup();
  const switching = await buttonsFor(ofMember);
  await expect.poll(() => switching.hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: texts.pause })).toBeNull();
  expect(screen.queryByRole("button", { name: texts.more })).toBeNull();
  for (const name of [texts.sendTest, texts.rotate, texts.edit]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

it("tells people who may not reactivate an endpoint whom to ask", async () => {
  const current = { ...session, session: { ...session.session, role: "member" } };
  fakeApi({
    ...commonAnswers,
    "session.current": { ...current, paymentsOn: true, sandbox: null },
    "webhooks.get": pausedEndpoint,
  });
  renderInPanel(<EndpointPage id={pausedEndpoint.id} />);
  await screen.findByText(texts.mayNotReactivate);
  expect(screen.queryByRole("button", { name: texts.reactivate })).toBeNull();
});

it("doesn't say that it isn't updated because it was in the background", async () => {
  vi.useFakeTimers({ now: new Date("2026-03-01T06:32:00Z"), shouldAdvanceTime: true });
  fakeApi(commonAnswers);
  renderInPanel(<EndpointPage id={endpoint.id} />);
  await screen.findByText(messages.webhooks.nextAttempt);
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  fireEvent(document, new Event("visibilitychange"));
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(screen.queryByText(/Not updating/)).toBeNull();
  state.mockRestore();
  fireEvent(document, new Event("visibilitychange"));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText(/Not updating/)).toBeNull();
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

it("has the endpoint's description as its heading, and the URL below", async () => {
  const described = { ...endpoint, description: "Billing" };
  fakeApi({ ...commonAnswers, "webhooks.get": described, "webhooks.list": [described, endpoint] });
  renderInPanel(<EndpointPage id={endpoint.id} />);
  expect((await screen.findByTitle(endpoint.url)).closest("h1")).toBeNull();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Billing");
  const crumbs = within(screen.getByRole("navigation", { name: messages.ui.breadcrumb }));
  expect(crumbs.getByText("Billing").getAttribute("aria-current")).toBe("page");
});

it("tells an endpoint from another one with the same URL by the end of its ID", async () => {
  const [one, other] = ["whe_aaaaaa111111", "whe_bbbbbb222222"].map((id) => ({
    ...endpoint,
    id,
    description: "",
  }));
  fakeApi({ ...commonAnswers, "webhooks.get": one, "webhooks.list": [one, other] });
  renderInPanel(<EndpointPage id="whe_aaaaaa111111" />);
  await screen.findByText(`${endpoint.url} …111111`);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(`${endpoint.url} …111111`);
});

it.each([
  ["another endpoint has its host", "https://hooks.example.com/other", "111111"],
  ["no other one has its host", "https://other.example.com/in", "hooks.example.com"],
])("asks to type what only the endpoint to delete has: %s", async (_case, url, typed) => {
  const described = { ...endpoint, id: "whe_aaaaaa111111", description: "Billing" };
  const other = { ...endpoint, id: "whe_bbbbbb222222", url };
  fakeApi({ ...commonAnswers, "webhooks.list": [described, other] });
  renderInPanel(<DeleteEndpointDialog endpoint={described} opened onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  const field = await dialog.findByLabelText(`Type ${typed} to confirm`);
  dialog.getByText("Billing");
  dialog.getByText("…111111");
  const submit = dialog.getByRole<HTMLButtonElement>("button", { name: texts.confirm.delete.submit });
  fireEvent.change(field, { target: { value: typed.slice(1) } });
  expect(submit.disabled).toBe(true);
  fireEvent.change(field, { target: { value: typed } });
  expect(submit.disabled).toBe(false);
});
