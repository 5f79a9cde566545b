import { setTimeout as wait } from "node:timers/promises";
import messages from "@messages/en.json";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { MailDomain } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, mail, orderPreview, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";
import { ActivateMail } from "../activate-mail.tsx";
import { MailStateNotice } from "../life/mail-state-notice.tsx";
import { ActivateMailButton } from "./activate-mail-button.tsx";
import { MailPlan } from "./mail-plan.tsx";

const words = messages.mail;

function render(own: Partial<MailDomain> = {}, answers: object = {}) {
  fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(
    <>
      <MailStateNotice mail={{ ...mail, ...own }} />
      <MailPlan mail={{ ...mail, ...own }} />
      <ActivateMailButton />
    </>,
  );
}

it("shows the plan, its term and the plan that follows", async () => {
  render({ planSlug: "pro", nextPlanSlug: "starter" });
  expect(screen.getByText("Pro, then Starter from the next renewal")).toBeTruthy();
  expect((await screen.findByRole("switch")).getAttribute("aria-describedby")).toBeTruthy();
  expect(screen.getByText(/^Renews for a year on /)).toBeTruthy();
});

it("offers to pay for a plan that is suspended, and shows the price first", async () => {
  render({ status: "suspended", autoRenew: false, renewsAt: null, expiresAt: "2020-01-01T00:00:00.000Z" });
  expect(screen.queryByRole("button", { name: words.renewPlan })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: words.payForPlan }));
  expect(await screen.findByRole("button", { name: "Pay €10.00" })).toBeTruthy();
});

describe("activating mail", () => {
  const renderActivation = (answers: object = {}, name: string = domain.name) => {
    fakeApi({ ...commonAnswers, ...answers });
    renderInPanel(<ActivateMail domain={name} />);
  };

  it("shows the price and the card before a domain is chosen", async () => {
    renderActivation({}, "");
    await screen.findByRole("button", { name: "Activate mail for €11.78" });
    await screen.findByRole("button", { name: messages.payments.changeCard });
    fireEvent.click(screen.getByRole("radio", { name: /^Pro/ }));
    await screen.findByRole("button", { name: "Activate mail for €47.48" });
  });

  it("shows the price before it is charged", async () => {
    renderActivation();
    expect(await screen.findByRole("button", { name: "Activate mail for €10.00" })).toBeTruthy();
    expect(screen.getByText(words.planPrice)).toBeTruthy();
  });

  it("leads to the first account", async () => {
    renderActivation({ "orders.activateMail": { ...mail, orderId: "ord_1" } });
    const button = await screen.findByRole("button", { name: "Activate mail for €10.00" });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    fireEvent.click(button);
    await waitFor(() => expect(router.push).toHaveBeenLastCalledWith(`/mail/${domain.name}?act=account`));
  });

  it("can't be ordered while the price is unknown or the order would be refused", async () => {
    const problems = [{ ...orderPreview, code: "domain_not_active", message: "Not active.", pointer: null }];
    renderActivation({ "orders.preview": { ...orderPreview, problems } });
    expect(await screen.findByText(/Not active\./)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: words.activate }).disabled).toBe(true);
  });

  it("shows what a year of each plan costs before one is chosen", async () => {
    renderActivation();
    for (const [plan, price] of [
      ["Starter", "€11.78"],
      ["Pro", "€47.48"],
      ["Business", "€118.88"],
    ]) {
      await screen.findByRole("radio", { name: new RegExp(`^${plan}.*${price} a year, with tax$`) });
    }
  });

  it("shows no price while payments are off", async () => {
    renderActivation({ "session.current": { ...session, paymentsOn: false } });
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: words.activate });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(screen.queryByText(words.planPrice)).toBeNull();
    expect(screen.queryByText(/a year, with tax/)).toBeNull();
  });
});

describe("mail that doesn't work", () => {
  const life = messages.mailLife;
  const past = "2020-01-01T00:00:00.000Z";
  const deactivated = { status: "deactivated", erasesAt: "2098-01-01T00:00:00.000Z" } as const;
  it.each([
    ["was suspended", { status: "suspended", suspensionReason: "by_user" }, life.title_by_user, life.resume],
    [
      "isn't paid for",
      { status: "suspended", suspensionReason: "unpaid", expiresAt: past },
      life.title_unpaid,
      words.payForPlan,
    ],
    ["was deactivated", deactivated, life.title_deactivated, life.reactivate],
    [
      "was deactivated, and its term has ended",
      { ...deactivated, expiresAt: past },
      life.title_deactivated,
      words.payForPlan,
    ],
  ] as const)("because it %s has one action that fixes it", async (_case, own, title, action) => {
    render(own);
    expect(await screen.findByText(title)).toBeTruthy();
    const fixes = [life.resume, life.reactivate, words.payForPlan].filter((name) =>
      screen.queryByRole("button", { name }),
    );
    expect(fixes).toEqual([action]);
  });
});

it("shows why a plan can't be ordered, and offers no payment", async () => {
  const message = "The starter plan includes 5 accounts, but this domain has 6. Nothing was changed.";
  const problems = [{ code: "plan_limit_reached", message, pointer: null }];
  render({ planSlug: "pro" }, { "orders.preview": { ...orderPreview, totalCents: 0, problems } });
  fireEvent.click(screen.getByRole("button", { name: words.changePlan }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(await screen.findByRole("radio", { name: /^Starter/ }));
  expect(await screen.findByText(message)).toBeTruthy();
  const submit = [...dialog.querySelectorAll("button")].find(({ type }) => type === "submit");
  expect(submit?.disabled).toBe(true);
});

it.each([
  ["refuses", true],
  ["allows, while payments are off,", false],
])("%s activation and changes by people without the right to spend", async (_case, paymentsOn) => {
  const member = { ...session.session, role: "member", domainNames: [mail.domainName] };
  render({}, { "session.current": { ...session, session: member, paymentsOn, sandbox: null } });
  const isRefused = () => screen.getByRole<HTMLButtonElement>("button", { name: words.changePlan }).disabled;
  // Nothing is refused until the session has loaded.
  await act(() => wait(50));
  await waitFor(() => expect(isRefused()).toBe(paymentsOn));
  const excuse = "You have access to 1 domain only, so you can't do this.";
  expect(screen.queryAllByText(excuse)).toHaveLength(paymentsOn ? 1 : 0);
  expect(screen.queryAllByRole("link", { name: words.activate })).toHaveLength(paymentsOn ? 0 : 1);
});

it("leads to the order of mail that isn't paid yet, instead of ordering it again", async () => {
  const unpaid = {
    orderId: "ord_1",
    domainName: domain.name,
    planSlug: "pro",
    totalCents: 4748,
    currency: "EUR",
  };
  fakeApi({ ...commonAnswers, "orders.unpaidMail": [unpaid] });
  renderInPanel(<ActivateMailButton domainName={domain.name} />);
  const link = await screen.findByRole("link", { name: "Pay €47.48 to activate mail" });
  expect(link.getAttribute("href")).toBe("/payments/orders/ord_1");
  expect(screen.queryByRole("link", { name: words.activate })).toBeNull();
});
