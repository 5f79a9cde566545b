import messages from "@messages/en.json";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { OneContactDrawer } from "@/features/contacts/one-contact-drawer.tsx";
import { contact } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

it("shows a failure with a retry if the API doesn't answer a query, instead of loading without an end", async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
  const fetched: string[] = [];
  vi.stubGlobal("fetch", (address: string | URL, { signal }: RequestInit) => {
    fetched.push(new URL(address).pathname);
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  renderInPanel(<Opened>{(props) => <OneContactDrawer {...props} id={contact.id} />}</Opened>);
  await waitFor(() => expect(fetched.join()).toContain("contacts.get"));
  expect(screen.queryByRole("alert")).toBeNull();
  const before = fetched.length;
  await act(async () => deadline.abort(new DOMException("", "TimeoutError")));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(messages.failure.unreachable);
  await screen.findByRole("button", { name: messages.ui.retry });
  expect(fetched).toHaveLength(before);
});
