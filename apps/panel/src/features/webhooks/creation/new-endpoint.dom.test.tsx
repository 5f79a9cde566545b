import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers, type FormCase, forms } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";

const words = messages.webhooks;
const copied = vi.fn<(text: string) => Promise<void>>();

const reload = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? "asks" : "leaves";
};

beforeEach(async () => {
  copied.mockResolvedValue();
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText: copied } } }));
  document.title = `${words.add} · Zonepost`;
  const form = forms["add a webhook endpoint"] as FormCase;
  fakeApi({ ...commonAnswers, ...form.answers });
  renderInPanel(form.element);
  await form.prepare?.();
  fireEvent.click(screen.getByRole("button", { name: form.button }));
  await screen.findByRole("heading", { level: 1, name: words.createdTitle });
});

it("asks before the secret is lost, also before a reload, and has a title of its own", async () => {
  expect(document.title).toBe(`${words.createdTitle} · Zonepost`);
  expect(reload()).toBe("asks");
  fireEvent.click(screen.getByRole("link", { name: words.title }));
  const question = await vi.waitFor(() => screen.getByRole("dialog", { name: words.leaveTitle }), 20_000);
  within(question).getByText(words.leaveWords);
  fireEvent.click(within(question).getByRole("button", { name: words.leaveStay }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.push).not.toHaveBeenCalled();
  screen.getByRole("region", { name: words.secret });
});

it.each([words.secret, words.receiver])("doesn't ask once the secret was copied: %s", async (label) => {
  fireEvent.click(screen.getByRole("button", { name: `Copy ${label}` }));
  await waitFor(() => expect(reload()).toBe("leaves"));
  expect(copied.mock.lastCall?.[0]).toContain("whsec_1");
});

it("doesn't ask once the secret was selected and copied, nor on the page's own way out", async () => {
  expect(screen.getByRole("link", { name: words.secretCopied }).hasAttribute("data-discards")).toBe(true);
  fireEvent.copy(screen.getByText("whsec_1"));
  await waitFor(() => expect(reload()).toBe("leaves"));
});

it("still asks if the browser didn't let it copy", async () => {
  copied.mockRejectedValue(new DOMException("", "NotAllowedError"));
  fireEvent.click(screen.getByRole("button", { name: `Copy ${words.secret}` }));
  await waitFor(() => expect(copied).toHaveBeenCalled());
  expect(reload()).toBe("asks");
});

it("has the test event before the receiver, which is long", () => {
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([words.test, words.receiver]);
});
