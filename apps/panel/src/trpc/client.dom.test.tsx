import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { OneContactDrawer } from "@/features/contacts/one-contact-drawer.tsx";
import { AdvanceClockDialog } from "@/features/sandbox/advance-clock-dialog.tsx";
import { SwitchSecretDialog } from "@/features/webhooks/confirmations.tsx";
import { contact, rotatingEndpoint } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";
import { useTRPCClient } from "./client.tsx";

const words = messages.failure;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An API that takes calls and doesn't answer. */
function silentApi() {
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
  const fetched: { path: string; key: string | null }[] = [];
  vi.stubGlobal("fetch", (address: string | URL, { signal, headers }: RequestInit) => {
    fetched.push({ path: new URL(address).pathname, key: new Headers(headers).get("idempotency-key") });
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  return {
    fetched,
    limitMs: () => timeout.mock.lastCall?.[0],
    passDeadline: () => act(async () => deadline.abort(new DOMException("", "TimeoutError"))),
  };
}

it("shows a failure with a retry if the API doesn't answer a query, instead of loading without an end", async () => {
  const { fetched, passDeadline } = silentApi();
  renderInPanel(<Opened>{(props) => <OneContactDrawer {...props} id={contact.id} />}</Opened>);
  await waitFor(() => expect(fetched.map(({ path }) => path).join()).toContain("contacts.get"));
  expect(screen.queryByRole("alert")).toBeNull();
  const before = fetched.length;
  await passDeadline();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(words.unreachable);
  await screen.findByRole("button", { name: messages.ui.retry });
  expect(fetched).toHaveLength(before);
});

it("ends an act without an answer, and sends its repeat with the same idempotency key", async () => {
  const { fetched, limitMs, passDeadline } = silentApi();
  renderInPanel(<Opened>{(props) => <SwitchSecretDialog {...props} endpoint={rotatingEndpoint} />}</Opened>);
  const button = await screen.findByRole("button", { name: messages.webhooks.confirm.switchSecret.submit });
  fireEvent.click(button);
  await waitFor(() => expect(fetched).toHaveLength(1));
  expect(limitMs()).toBe(30_000);
  await passDeadline();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(words.unansweredTitle);
  expect(alert.textContent).toContain(words.unansweredRepeat);
  fireEvent.click(button);
  await waitFor(() => expect(fetched.filter(({ path }) => path.endsWith("switchSecret"))).toHaveLength(2));
  const [first, second] = fetched.filter(({ path }) => path.endsWith("switchSecret"));
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(second?.key).toBe(first?.key);
});

it("asks to reload after an act without an idempotency key, and says earlier that it still waits", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { fetched, limitMs, passDeadline } = silentApi();
  renderInPanel(<Opened>{(props) => <AdvanceClockDialog {...props} />}</Opened>);
  fireEvent.click(await screen.findByRole("button", { name: messages.sandbox.advance }));
  await waitFor(() => expect(fetched).toEqual([{ path: "/sandbox/clock/advance", key: null }]));
  expect(limitMs()).toBe(90_000);
  expect(screen.queryByText(messages.ui.stillWaiting)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(messages.ui.stillWaiting)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(screen.getByText(words.unansweredRepeat)).toBeDefined();
  await passDeadline();
  expect((await screen.findByRole("alert")).textContent).toContain(words.unansweredReload);
  expect(screen.queryByText(words.unansweredRepeat)).toBeNull();
});

it("waits longer for acts at registries and at the payment processor", async () => {
  const { limitMs } = silentApi();
  let client: ReturnType<typeof useTRPCClient> | undefined;
  function Client() {
    client = useTRPCClient();
    return null;
  }
  renderInPanel(<Client />);
  client?.domains.delete.mutate({ name: "example.com", confirmName: "example.com" }).catch(() => undefined);
  await waitFor(() => expect(limitMs()).toBe(90_000));
});
