import messages from "@messages/en.json";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { DomainRenewal } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { Domain } from "@/features/domains/domain.ts";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, session, succeeded } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { DomainHeader } from "./domain-header.tsx";
import { DomainOverview } from "./domain-overview.tsx";

const words = messages.domainStatusWords;
const declined: DomainRenewal = {
  state: "failed",
  chargesAt: "2098-12-25T12:00:00.000Z",
  failure: { code: "insufficient_funds", message: "Your card has insufficient funds." },
  failedAt: "2098-12-18T12:00:00.000Z",
  orderId: "ord_1",
  orderState: "awaiting_payment",
};

const signedIn = { ...session, isOperator: false, paymentsOn: true, sandbox: null };

function renderHeader(changes: Partial<Domain>, current: unknown = signedIn) {
  fakeApi({
    ...commonAnswers,
    "session.current": current,
    "domains.get": {
      ...domain,
      explanation: { code: "renewal_failed", nextActor: "you", until: domain.expiresAt },
      renewal: declined,
      ...changes,
    },
  });
  renderInPanel(<DomainHeader name={domain.name} />);
}

describe("the header of a domain whose renewal was declined", () => {
  it("is red, with the bank's reason, the next attempt, the deadline and the card to change", async () => {
    renderHeader({});
    const badge = await screen.findByText(messages.domainStatus.renewal_failed);
    expect(badge.parentElement?.dataset.tone).toBe("bad");
    const text = await screen.findByText(/Your card has insufficient funds\./);
    expect(text.textContent).toMatch(/Next attempt on 25 Dec 2098\. Renew by .*2099/);
    expect(screen.queryByText(/Renews automatically/)).toBeNull();
    const link = await screen.findByRole("link", { name: words.change_card });
    expect(link.getAttribute("href")).toBe("/payments#cards");
  });

  it("says after the last attempt that there is no other", async () => {
    renderHeader({ renewal: { ...declined, chargesAt: null } });
    await screen.findByText(new RegExp(words.no_next_attempt));
  });

  it("offers no other card for a failure of the registry", async () => {
    renderHeader({ renewal: { ...declined, orderState: "failed" } });
    await screen.findByText(/Your card has insufficient funds/);
    await waitFor(() => expect(screen.queryByRole("link", { name: words.change_card })).toBeNull());
  });

  it("offers no other card to people who can't pay", async () => {
    renderHeader({}, { ...signedIn, session: { ...session.session, role: "read_only" } });
    await screen.findByText(/Your card has insufficient funds/);
    await waitFor(() => expect(screen.queryByRole("link", { name: words.change_card })).toBeNull());
  });

  it.each([
    [
      "until when the registry keeps it in its zone",
      {},
      /registry keeps the name in its zone until 1 Mar 2020\./,
    ],
    [
      "that it is on hold",
      { registryStatuses: ["clientHold"] },
      /isn't in the registry's zone at the moment/,
    ],
    ["that it has no nameservers", { nameservers: [] }, /has no nameservers/],
  ])("says of a domain that has expired only what is known: %s", async (_name, over, text) => {
    const expired = { status: "expired", expiresAt: "2020-01-01T12:00:00.000Z" } as const;
    const nameservers = [{ host: "ns1.example.net", addresses: [] }];
    renderHeader({ ...expired, deletesAt: "2020-03-01T12:00:00.000Z", nameservers, ...over });
    await screen.findByText(/Expired on 1 Jan 2020\./);
    screen.getByText(text);
    expect(screen.queryByText(/keep working/)).toBeNull();
    expect(screen.getByText(messages.domainStatus.expired)).toBeDefined();
  });
});

describe("the header's action, on every tab of a domain", () => {
  const acts = messages.domainActs;
  const button = (name: string) => screen.findByRole("button", { name });

  it.each(["active", "expired"] as const)("renews a domain that is %s", async (status) => {
    renderHeader({ status });
    fireEvent.click(await button(acts.renew));
    await screen.findByRole("dialog");
  });

  it("restores a domain in redemption, and offers nothing for one that is pending", async () => {
    renderHeader({ status: "redemption" });
    await button(acts.restore);
    expect(screen.queryByRole("button", { name: acts.renew })).toBeNull();
    cleanup();
    renderHeader({ status: "pending" });
    await screen.findByText(messages.domainStatus.pending);
    expect(screen.queryByRole("button", { name: new RegExp(`${acts.renew}|${acts.restore}`) })).toBeNull();
  });

  it("says why not to people who may not renew, and while a change is in progress", async () => {
    renderHeader({}, { ...signedIn, session: { ...session.session, role: "read_only" } });
    await waitFor(async () => expect((await button(acts.renew)).title).toBe(messages.access.notAllowed));
    cleanup();
    renderHeader({ operation: succeeded });
    await waitFor(async () => expect((await button(acts.renew)).title).toBe(acts.waitForOperation));
  });

  it("is there once on the overview", async () => {
    renderHeader({ renewal: null });
    renderInPanel(<DomainOverview name={domain.name} />);
    await screen.findByRole("region", { name: messages.domain.paidUntil });
    expect(await screen.findAllByRole("button", { name: acts.renew })).toHaveLength(1);
  });
});
