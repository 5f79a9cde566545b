import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { AttentionItem, AttentionKind } from "@zonepost/schema";
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
  const all = ["overview", "domains", "mail", "zones", "webhooks", "renewals", "payments", "orders"] as const;
  const others = ["contacts", "activity", "settings"] as const;
  expect(places()).toEqual([...all, ...others].map((place) => messages.shell[place]));
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

const ofBilling = ["overview", "domains", "renewals", "payments", "orders", "activity", "settings"] as const;
const ofReader = [
  "overview",
  "domains",
  "mail",
  "zones",
  "webhooks",
  "renewals",
  "orders",
  "contacts",
  "activity",
] as const;

it.each([
  ["shown to a person who may see them", "billing", true, ofBilling],
  ["hidden while payments are off", "billing", false, ofBilling.filter((place) => place !== "payments")],
  ["hidden from people who buy without them", "member", true, [...ofReader, "settings"]],
  ["hidden from other roles", "read_only", true, [...ofReader, "settings"]],
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

const item = (kind: AttentionKind, id: string, snoozedUntil: string | null = null): AttentionItem => ({
  id: `${kind}~${id}`,
  kind,
  severity: "critical",
  subject: { type: "domain", id, name: id },
  since: now,
  until: null,
  action: { code: "open_domain", href: `/domains/${id}` },
  explanation: { code: kind, message: `${id} needs someone.` },
  count: 1,
  snoozedUntil,
});

it("counts what needs attention in the navigation and at the bell, from one request, without what is snoozed", async () => {
  let requestCount = 0;
  const items = [
    item("domain_in_redemption", "one.example"),
    item("dnssec_broken", "two.example"),
    item("renewal_failed", "three.example"),
    item("mail_dns_wrong", "four.example", "2099-01-01T00:00:00.000Z"),
  ];
  const list = ({ muted }: { muted?: string }) => {
    requestCount += muted ? 0 : 1;
    return muted ? [] : items;
  };
  fakeApi({ ...commonAnswers, "session.current": { ...session, sandbox: null }, "attention.list": list });
  renderInPanel(<Shell now={now}>The page</Shell>);
  await screen.findByRole("button", { name: "3 things need attention" });
  const descriptionOf = (name: string) =>
    within(navigation()).getByRole("link", { name }).getAttribute("aria-describedby");
  const wordsOf = (name: string) => document.getElementById(descriptionOf(name) ?? "")?.textContent;
  expect(wordsOf(messages.shell.domains)).toBe("2 need attention");
  expect(wordsOf(messages.shell.renewals)).toBe("1 needs attention");
  expect(descriptionOf(messages.shell.mail)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "3 things need attention" }));
  const drawer = within(await screen.findByRole("dialog"));
  const shown = within(drawer.getByRole("list", { name: messages.attention.title }));
  const rows = shown.getAllByRole("listitem");
  expect(rows).toHaveLength(3);
  const button = within(rows[0] as HTMLElement).getByRole("link", { name: "Open domain: one.example" });
  expect(button.getAttribute("href")).toBe("/domains/one.example");
  expect(requestCount).toBe(1);
});

it("offers a phone four places, and the others behind More", async () => {
  fakeApi({ ...commonAnswers, "session.current": { ...session, sandbox: null } });
  renderInPanel(<Shell now={now}>The page</Shell>);
  const bar = screen.getAllByRole("navigation", { name: messages.shell.places })[1] as HTMLElement;
  const { overview, domains, mail, renewals, webhooks, contacts, activity, settings } = messages.shell;
  await waitFor(() =>
    expect(
      within(bar)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual([overview, domains, mail, renewals]),
  );
  fireEvent.click(within(bar).getByRole("button", { name: messages.shell.more }));
  const others = within(await screen.findByRole("navigation", { name: messages.shell.more }));
  for (const name of [webhooks, contacts, activity, settings]) {
    others.getByRole("link", { name });
  }
  expect(others.queryByRole("link", { name: domains })).toBeNull();
});
