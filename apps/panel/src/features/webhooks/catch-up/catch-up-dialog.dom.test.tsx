import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { catchUp, endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { CatchUpDialog } from "./catch-up-dialog.tsx";

const texts = messages.webhooks;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

it.each([
  { hours: 0.5, label: texts.catchUpSince_hour },
  { hours: 30, label: texts.catchUpSince_week },
  { hours: 800, label: texts.catchUpSince_month },
])(
  "begins with the shortest range that has all that was missed since $hours hours ago",
  async ({ hours, label }) => {
    const inputs: { since: string }[] = [];
    fakeApi({
      ...commonAnswers,
      "webhooks.missedOf": { since: hoursAgo(hours), count: 17 },
      "webhooks.catchUpCount": (input: { since: string }) => {
        inputs.push(input);
        return { count: 17 };
      },
    });
    renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
    await screen.findByText("17 deliveries will be sent.");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: label }).checked).toBe(true);
    expect(inputs).toHaveLength(1);
  },
);

it("says for which range nothing was missed", async () => {
  fakeApi({ ...commonAnswers, "webhooks.catchUpCount": { count: 0 } });
  renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
  await screen.findByText("No missed events in the last 24 hours.");
  fireEvent.click(screen.getByRole("radio", { name: texts.catchUpSince_week }));
  await screen.findByText("No missed events in the last 7 days.");
});

it("says what is still scheduled if nothing was missed, and when the next is sent", async () => {
  const nextAttemptAt = new Date(Date.now() + 3_600_000).toISOString();
  fakeApi({
    ...commonAnswers,
    "webhooks.catchUpCount": { count: 0 },
    "webhooks.health": { nextAttemptAt, waiting: 14, p95DurationMs: null, buckets: [] },
  });
  renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
  await screen.findByText("Nothing missed. 14 deliveries are still scheduled; the next is", { exact: false });
  expect(screen.queryByText("No missed events", { exact: false })).toBeNull();
});

it("says that it couldn't count, and counts again on request", async () => {
  let isRefused = true;
  fakeApi({
    ...commonAnswers,
    "webhooks.catchUpCount": () =>
      isRefused ? new Refusal({ status: 429, title: "Too many requests" }) : { count: 3 },
  });
  renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
  await screen.findByText(texts.catchUpNotCounted);
  expect(screen.queryByText(texts.catchUpCounting)).toBeNull();
  isRefused = false;
  fireEvent.click(screen.getByRole("button", { name: messages.ui.retry }));
  await screen.findByText("3 deliveries will be sent.");
});

it("doesn't start a catch-up while another one is running, and says so", async () => {
  const { sent } = fakeApi({
    ...commonAnswers,
    "webhooks.catchUp": catchUp,
    "webhooks.catchUpCount": { count: 3 },
  });
  renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
  await screen.findByText(texts.catchUpRunning);
  const submit = screen.getByRole("button", { name: texts.catchUpSubmit });
  expect(submit.hasAttribute("disabled")).toBe(true);
  fireEvent.submit(submit.closest("form") as HTMLFormElement);
  expect(sent).toEqual([]);
});

it.each(["0", "-3", "1000000"])(
  "keeps the rate %s as it was typed, says what is wrong, and starts nothing",
  async (typed) => {
    const { sent } = fakeApi({
      ...commonAnswers,
      "webhooks.catchUp": null,
      "webhooks.catchUpCount": { count: 3 },
      "webhooks.startCatchUp": catchUp,
    });
    renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
    await screen.findByText("3 deliveries will be sent.");
    const rate = screen.getByLabelText<HTMLInputElement>(texts.catchUpRateLabel);
    const form = rate.closest("form") as HTMLFormElement;
    fireEvent.change(rate, { target: { value: typed } });
    fireEvent.blur(rate);
    screen.getByText(texts.catchUpRateWrong);
    expect(rate.value).toBe(typed);
    fireEvent.submit(form);
    expect(document.activeElement).toBe(rate);
    expect(sent).toEqual([]);
    fireEvent.change(rate, { target: { value: "1000" } });
    expect(screen.queryByText(texts.catchUpRateWrong)).toBeNull();
    fireEvent.submit(form);
    await expect.poll(() => sent).toMatchObject([{ input: { ratePerSecond: 1_000 } }]);
  },
);
