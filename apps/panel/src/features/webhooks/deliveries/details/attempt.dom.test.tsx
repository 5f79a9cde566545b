import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { WebhookAttempt } from "@zonepost/schema";
import { expect, it, vi } from "vitest";
import { delivery } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Attempts } from "./attempt.tsx";

const texts = messages.webhooks;
const [failed] = delivery.attempts as [WebhookAttempt];

it("shows the response before the request: status, body, headers", () => {
  renderInPanel(<Attempts attempts={[failed]} />);
  const [response, request] = screen.getAllByRole("region");
  expect(response).toBe(screen.getByRole("region", { name: texts.answer }));
  expect(request).toBe(screen.getByRole("region", { name: texts.request }));
  expect(response?.textContent).toMatch(/500.*kaputt.*content-type: text\/plain/);
  within(request as HTMLElement).getByRole("button", { name: texts.copyCurl });
});

it.each([
  ["http_400", true],
  ["http_401", true],
  ["http_404", false],
  ["connect", false],
])("links the signature doctor after the stage %s: %s", (stage, isLinked) => {
  const error = { stage, message: "", hint: "" };
  renderInPanel(<Attempts attempts={[{ ...failed, error }]} />);
  expect(screen.queryByRole("link", { name: texts.checkSignature }) !== null).toBe(isLinked);
});

it("sums up an attempt that got no response with its reason", () => {
  const error = { stage: "connect", message: "connection refused", hint: "" };
  renderInPanel(<Attempts attempts={[{ ...failed, response: null, error }]} />);
  screen.getByText("Attempt 1 · Connection refused");
});

it("limits the height of a long text, which the keyboard can scroll and show completely", () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #measure: () => void;
      constructor(measure: () => void) {
        this.#measure = measure;
      }
      observe(element: Element) {
        Object.defineProperty(element, "scrollHeight", {
          value: element.textContent?.includes("kaputt") ? 900 : 90,
        });
        this.#measure();
      }
      disconnect() {}
    },
  );
  renderInPanel(<Attempts attempts={[failed]} />);
  const label = `${texts.answer}: ${texts.body}`;
  const block = screen.getByRole("group", { name: label });
  expect(block.tabIndex).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: `${texts.showAll}: ${label}` }));
  expect(screen.queryByRole("group", { name: label })).toBeNull();
  expect(block.dataset.whole).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: `${texts.showLess}: ${label}` }));
  screen.getByRole("group", { name: label });
  expect(
    screen.queryByRole("button", { name: new RegExp(`^${texts.showAll}: ${texts.request}`) }),
  ).toBeNull();
});
