import messages from "@messages/en.json";
import { useQueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { AttentionItem } from "@zonepost/schema";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail, session } from "@/testing/records.ts";
import { InPanel, renderInPanel } from "@/testing/render-in-panel.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { OverviewPage } from "./overview-page.tsx";

const words = messages.overview;
const unavailable = new Refusal({ status: 503, code: "unavailable", title: "Unavailable" });

const item: AttentionItem = {
  id: "renewal_failed~example.com",
  kind: "renewal_failed",
  severity: "critical",
  subject: { type: "domain", id: "example.com", name: "example.com" },
  since: "2099-01-01T00:00:00.000Z",
  until: "2099-01-14T00:00:00.000Z",
  action: { code: "change_card", href: "/payments#cards" },
  explanation: {
    code: "renewal_failed",
    message: "The card was declined. The next attempt is on 7 January.",
  },
  count: 1,
  snoozedUntil: null,
};
const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2099-${String(index + 1).padStart(2, "0")}`,
  count: index === 0 ? 4 : 0,
  taxCents: 0,
  totalCents: index === 0 ? 5120 : 0,
  expiringCount: 0,
  expiringTotalCents: 0,
}));
const full: Answers = {
  "attention.list": [item],
  "orders.renewalForecast": {
    currencies: [{ currency: "EUR", count: 4, taxCents: 0, totalCents: 5120, months }],
    next: { chargesAt: "2099-01-13T00:00:00.000Z", count: 4, taxCents: 0, totalCents: 5120, currency: "EUR" },
    unpricedCount: 0,
    failedCount: 0,
    expiringCount: 0,
  },
  "domains.portfolio": {
    domainCount: 180,
    autoRenewCount: 153,
    lockedCount: 20,
    dnssec: { validCount: 1, brokenCount: 2, uncheckedCount: 3 },
    nameservers: { answeringCount: 172, uncheckedCount: 0 },
  },
  "webhooks.activity": {
    buckets: [{ startsAt: "2099-01-01T00:00:00.000Z", delivered: 412, failedAttempts: 14, skipped: 86 }],
  },
  "mail.storage": { domainCount: 1, fullest: [{ ...mail, usedBytes: 1_073_741_824 }], otherCount: 0 },
  "audit.list": {
    entries: [
      {
        id: "aud_1",
        occurredAt: "2026-01-01T00:00:00.000Z",
        action: "session.signed_in",
        actor: { kind: "user", id: null, name: "Kim" },
        target: "usr_1",
        details: {},
        bought: [],
      },
      {
        id: "aud_2",
        occurredAt: "2026-01-01T00:00:00.000Z",
        action: "payment.received",
        actor: { kind: "user", id: null, name: "Kim" },
        target: "pay_1",
        details: {},
        bought: ["example.com"],
      },
    ],
    nextCursor: null,
  },
};
const empty: Answers = {
  "attention.list": [],
  "orders.renewalForecast": { ...(full["orders.renewalForecast"] as object), currencies: [], next: null },
  "domains.portfolio": { ...(full["domains.portfolio"] as object), domainCount: 0 },
  "webhooks.activity": { buckets: [] },
  "mail.storage": { domainCount: 1, fullest: [], otherCount: 0 },
  "audit.list": { entries: [], nextCursor: null },
};

function renderOverview(answers: Answers, role: "owner" | "billing" | "member" = "owner") {
  const current = { ...session, session: { ...session.session, role }, paymentsOn: true, sandbox: null };
  const api = fakeApi({ ...commonAnswers, "session.current": current, ...answers });
  renderInPanel(<OverviewPage />);
  return api;
}
const card = (name: string | RegExp) => screen.findByRole("region", { name });
/** A card has its name before it has its content. */
const cardShows = (name: string, text: string | RegExp) =>
  waitFor(() => within(screen.getByRole("region", { name })).getByText(text));

it("shows each card with what it is about", async () => {
  renderOverview(full);
  const attention = within(await card("Needs attention · 1"));
  attention.getByText(messages.attention.kind_renewal_failed);
  attention.getByText("example.com");
  attention.getByText(/^The card was declined\./);
  const act = attention.getByRole("link", { name: "Change card: example.com" });
  expect(act.getAttribute("href")).toBe("/payments#cards");
  const paid = await screen.findByRole("link", { name: "The payment for example.com was received" });
  expect(paid.getAttribute("href")).toBe("/payments/pay_1");
  const renewals = within(await card("Renewals through December 2099 · €51.20"));
  expect(await renewals.findAllByRole("link", { name: /^January 2099/ })).toHaveLength(1);
  for (const text of ["153 of 180", "20 of 180", "1 of 180", "172 of 180", "2 broken", /3 not checked/]) {
    await cardShows(words.portfolio, text);
  }
  await cardShows(words.deliveries, "412 delivered · 14 failed attempts · 86 skipped");
  await cardShows(words.storage, "1 GB of 2 GB");
  await cardShows(words.activity, /Kim/);
  await screen.findByText("180 domains · 1 mail domain");
});

it("has no share of domains of which none is checked", async () => {
  const unchecked = {
    domainCount: 14,
    autoRenewCount: 13,
    lockedCount: 12,
    dnssec: { validCount: 0, brokenCount: 0, uncheckedCount: 2 },
    nameservers: { answeringCount: 0, uncheckedCount: 14 },
  };
  renderOverview({ ...full, "domains.portfolio": unchecked });
  await cardShows(words.portfolio, words.noneChecked);
  await cardShows(words.portfolio, "0 of 14");
  await cardShows(words.portfolio, "2 not checked");
  expect(screen.queryByText("14 not checked")).toBeNull();
});

it("says what comes next when nothing needs anyone", async () => {
  renderOverview({ ...full, "attention.list": [{ ...item, snoozedUntil: "2099-02-01T00:00:00.000Z" }] });
  const attention = within(await card(messages.attention.title));
  await attention.findByText(/Nothing needs you\. Next: 4 renewals on 13 Jan 2099, €51\.20\./);
});

it("leaves out cards without content, and begins with the first steps of an empty workspace", async () => {
  renderOverview({ ...empty, "domains.operations.list": [], "members.list": [], "invitations.list": [] });
  await screen.findByText(/Nothing needs you\./);
  await waitFor(() =>
    expect(screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"))).toEqual([
      messages.firstSteps.title,
      messages.attention.title,
    ]),
  );
});

it.each([
  ["attention.list", messages.attention.title],
  ["orders.renewalForecast", words.renewalsTitle],
  ["domains.portfolio", words.portfolio],
  ["webhooks.activity", words.deliveries],
  ["mail.storage", words.storage],
  ["audit.list", words.activity],
])("a card whose %s fails says so alone", async (name, title) => {
  renderOverview({ ...full, [name]: unavailable });
  await within(await card(title)).findByRole("alert");
  await waitFor(() => expect(screen.getAllByRole("region")).toHaveLength(6));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

it("doesn't ask for what the role may not see", async () => {
  renderOverview(full, "billing");
  await card("Needs attention · 1");
  await card(words.portfolio);
  for (const title of [words.deliveries, words.storage, words.activity]) {
    expect(screen.queryByRole("region", { name: title })).toBeNull();
  }
});

it.each([
  ["snoozes a row for seven days", messages.attention.snooze, "attention.snooze", 7],
  ["mutes a row", messages.attention.mute, "attention.mute", undefined],
] as const)("%s, for this person", async (_case, label, name, days) => {
  const { sent } = renderOverview({ ...full, [name]: {} });
  fireEvent.click(await screen.findByRole("button", { name: "Snooze or mute example.com" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: label }));
  await waitFor(() => expect(sent).toMatchObject([{ name, input: { id: item.id } }]));
  const { until } = (sent[0]?.input ?? {}) as { until?: string };
  expect(until && Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(days);
});

it.each([
  ["nothing yet", undefined, ["Needs attention"]],
  ["one thing", [item], ["Needs attention · 1"]],
])(
  "draws first what the server has read (%s), whatever the frame has read since",
  (_case, readByServer, headings) => {
    const drawn = document.createElement("div");
    drawn.innerHTML = renderToString(
      <InPanel>
        <ReadByFrame items={[item, { ...item, id: "another" }]}>
          <AttentionCard readByServer={readByServer} />
        </ReadByFrame>
      </InPanel>,
    );
    expect([...drawn.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual(headings);
  },
);

function ReadByFrame({ items, children }: { items: AttentionItem[]; children: ReactNode }) {
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  queryClient.setQueryData(trpc.attention.list.queryKey({}), items);
  return children;
}
