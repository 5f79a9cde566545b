import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { TestEvent } from "./test-event.tsx";

const words = messages.webhooks;
const pending = {
  id: "whd_01k3v2m8q4f7x9b0c1d2e3f4g5",
  eventType: "domain.expired",
  status: "pending",
  statusCode: null,
  durationMs: null,
  attempts: [],
};
const refused = {
  ...pending,
  status: "failed",
  statusCode: 401,
  durationMs: 12,
  attempts: [
    {
      response: { statusCode: 401, body: "wrong signature" },
      error: { stage: "http_401", message: "responded with 401", hint: "Look at your log." },
    },
  ],
};

it("sums up a test that was delivered", async () => {
  const delivered = { ...pending, status: "succeeded", statusCode: 200, durationMs: 41 };
  fakeApi({ ...commonAnswers, "webhooks.sendTest": pending, "webhooks.delivery": delivered });
  renderInPanel(<TestEvent endpoint={endpoint} />);
  fireEvent.click(await screen.findByRole("button", { name: words.sendTest }));
  await screen.findByText("Delivered · 200 in 41 ms");
});

it("shows the receiver's response as soon as it is recorded, and can be sent again", async () => {
  let reads = 0;
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  const api = fakeApi({
    ...commonAnswers,
    "webhooks.sendTest": pending,
    "webhooks.delivery": () => {
      reads += 1;
      return reads < 2 ? pending : refused;
    },
  });
  renderInPanel(<TestEvent endpoint={{ ...endpoint, events: ["domain.expired"] }} />);
  fireEvent.click(await screen.findByRole("button", { name: words.sendTest }));
  const response = await screen.findByText("wrong signature");
  expect(shown).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
  expect((shown.mock.contexts[0] as Element).contains(response)).toBe(true);
  expect(screen.getByText("Your receiver responded with 401.")).toBeTruthy();
  expect(screen.getByText("Look at your log.")).toBeTruthy();
  // In a new tab: the endpoint's secret, shown once, may be on this page.
  expect(screen.getByRole("link", { name: words.checkSignature }).getAttribute("target")).toBe("_blank");
  expect(screen.getByText("12 ms")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(words.testType), { target: { value: "payment.failed" } });
  fireEvent.click(screen.getByRole("button", { name: words.sendTest }));
  await expect
    .poll(() => api.sent.map(({ input }) => input))
    .toEqual([
      { id: endpoint.id, type: "domain.expired" },
      { id: endpoint.id, type: "payment.failed" },
    ]);
});
