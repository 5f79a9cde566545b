import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import PlaceError from "@/app/(signed-in)/error.tsx";
import UnknownPathNotFound from "@/app/[...unknown]/not-found.tsx";
import PageError from "@/app/error.tsx";
import { Shell } from "@/features/shell/shell.tsx";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";

const now = "2026-01-01T00:00:00.000Z";
const unavailable = new Refusal({ status: 503, code: "unavailable", title: "Unavailable" });
const navigation = () => screen.getAllByRole("navigation", { name: messages.shell.places })[0] as HTMLElement;
const places = () =>
  within(navigation())
    .getAllByRole("link")
    .map((link) => link.textContent);

afterEach(() => {
  vi.useRealTimers();
});

it("keeps the navigation, and requests the page again once the API answers", async () => {
  vi.useFakeTimers();
  let isAway = true;
  fakeApi({
    "session.current": unavailable,
    "me.workspaces": unavailable,
    "/health/live": () => (isAway ? Promise.reject(new TypeError("Failed to fetch")) : {}),
  });
  renderInPanel(
    <Shell now={now} failure={{ requestId: "req_7" }}>
      The page
    </Shell>,
  );
  const { domains, mail, webhooks, payments, settings } = messages.shell;
  expect(places()).toEqual([domains, mail, webhooks, payments, settings]);
  expect(screen.queryByText("The page")).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("req_7");
  const retry = async () => fireEvent.click(screen.getByRole("button", { name: messages.ui.retry }));
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  await act(retry);
  expect(router.refresh).not.toHaveBeenCalled();
  isAway = false;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(router.refresh).toHaveBeenCalledTimes(2);
  await act(retry);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(router.refresh).toHaveBeenCalledTimes(3);
});

it.each([
  ["shown to a person who may see them", "billing", true, ["domains", "payments", "settings"]],
  ["hidden while payments are off", "billing", false, ["domains", "settings"]],
  [
    "orders for a person who buys without them",
    "member",
    true,
    ["domains", "mail", "webhooks", "orders", "settings"],
  ],
  ["hidden from other roles", "read_only", true, ["domains", "mail", "webhooks", "settings"]],
] as const)(
  "payments are %s, in the navigation and the finder",
  async (_case, role, paymentsOn, expected) => {
    const own = { ...session, session: { ...session.session, role }, paymentsOn, sandbox: null };
    fakeApi({ ...commonAnswers, "session.current": own });
    renderInPanel(<Shell now={now}>The page</Shell>);
    await waitFor(() => expect(places()).toEqual(expected.map((place) => messages.shell[place])));
    fireEvent.click(screen.getAllByRole("button", { name: messages.shell.search })[0] as HTMLElement);
    const finder = within(await screen.findByRole("dialog"));
    await finder.findByText(messages.finder.goProfile);
    const isShown = (expected as readonly string[]).includes("payments");
    expect(finder.queryAllByText(messages.finder.goPayments)).toHaveLength(isShown ? 1 : 0);
  },
);

it("doesn't present Next's digest of an error as a request ID", () => {
  const failure = { error: Object.assign(new Error("failed"), { digest: "839205969" }), reset: vi.fn() };
  renderInPanel([<PlaceError key="place" {...failure} />, <PageError key="page" {...failure} />]);
  expect(screen.getAllByRole("alert")).toHaveLength(2);
  expect(document.body.textContent).not.toContain(failure.error.digest);
});

it("keeps the navigation at an unknown path, with a link to the domains", () => {
  fakeApi({ "session.current": unavailable, "me.workspaces": unavailable });
  renderInPanel(
    <Shell now={now}>
      <UnknownPathNotFound />
    </Shell>,
  );
  const link = within(screen.getByRole("main")).getByRole("link", { name: messages.notFound.home });
  expect(link.getAttribute("href")).toBe("/domains");
  expect(navigation()).toBeDefined();
});
