import messages from "@messages/en.json";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { paymentDetails, refundPreview, session, suspectedPayment } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { PaymentPage } from "./payment-page.tsx";

const words = messages.payment;
const [renewal, registration] = paymentDetails.order.lines as [never, never];

function renderPayment(payment: Partial<PaymentDetails> = {}, answers: Answers = {}) {
  const api = fakeApi({
    ...commonAnswers,
    "orders.payment": { ...paymentDetails, ...payment },
    "orders.previewRefund": refundPreview,
    ...answers,
  });
  renderInPanel(<PaymentPage id={paymentDetails.id} />);
  return api;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const region = async (name: string) => within(await screen.findByRole("region", { name }));
const refundButton = () => screen.findByRole("button", { name: words.refund });

describe("the page of a payment", () => {
  it("shows the timeline, the order's lines with their state, the refunds and the countdown", async () => {
    renderPayment({
      attempts: [
        {
          ...(paymentDetails.attempts[0] as PaymentDetails["attempts"][number]),
          state: "failed",
          failure: { code: "card_declined", message: "Your card was declined." },
        },
        ...paymentDetails.attempts,
      ],
      order: {
        ...paymentDetails.order,
        state: "partly_completed",
        lines: [
          renewal,
          {
            ...(registration as object),
            state: "failed",
            failure: { code: "refused", message: "Taken by someone else." },
          } as never,
        ],
      },
      refunds: [
        {
          id: "rfd_1",
          state: "pending",
          reason: "line_failed",
          amountCents: 1414,
          currency: "EUR",
          lines: [],
          failure: null,
          requestedBy: { kind: "system", name: "orders" },
          createdAt: "2026-01-01T00:00:05.000Z",
          finishedAt: null,
        } as unknown as PaymentDetails["refunds"][number],
      ],
    });
    const timeline = await region(words.timeline);
    expect(timeline.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ordered.*Ada$/),
      expect.stringMatching(/^DeclinedYour card was declined\..*Ada$/),
      expect.stringMatching(/^€28\.28 received from Visa ending in 4242/),
      expect.stringMatching(/^Refund of €14\.14 in progress/),
      expect.stringMatching(/^Expected confirmation1 Jan 2099/),
    ]);
    const order = await region(words.order);
    expect(order.getByRole("link", { name: words.openOrder }).getAttribute("href")).toBe(
      `/payments/orders/${paymentDetails.order.id}`,
    );
    within(order.getByRole("row", { name: /Renewal of example\.com/ })).getByText(words.line_completed);
    const failed = within(order.getByRole("row", { name: /Registration of new-name\.com/ }));
    failed.getByText(words.line_failed);
    failed.getByText("Taken by someone else.");
    (await region(words.refunds)).getByText(words.reason_line_failed);
    (await region(words.cooldown)).getByText(words.why_running);
    expect(screen.getByRole("link", { name: words.receipt }).getAttribute("href")).toBe(
      `/payments/${paymentDetails.id}/receipt`,
    );
  });

  it("has no receipt and no refund before the money arrives", async () => {
    renderPayment({
      status: "failed",
      receivedAt: null,
      cooldown: null,
      confirmsAt: null,
      card: null,
      refundableCents: 0,
      refundableLineIds: [],
      attempts: [],
      order: { ...paymentDetails.order, state: "awaiting_payment" },
    });
    await screen.findByText(words.noCard);
    expect(screen.queryByRole("link", { name: words.receipt })).toBeNull();
    expect(screen.queryByRole("button", { name: words.refund })).toBeNull();
    expect(screen.queryByRole("region", { name: words.cooldown })).toBeNull();
  });

  it("shows what a bank has taken back in a lost dispute, and the way to settle it", async () => {
    renderPayment({
      status: "disputed",
      confirmsAt: null,
      cooldown: { state: "ended" },
      takenBackCents: paymentDetails.amountCents,
      order: {
        ...paymentDetails.order,
        unsettled: { amountCents: paymentDetails.amountCents, suspendsAt: "2099-01-01T00:00:00.000Z" },
      },
    });
    (await region(words.cooldown)).getByText(words.why_dispute_lost);
    const facts = await region(words.details);
    facts.getByText(words.takenBack);
    expect(facts.queryByText(words.left)).toBeNull();
    const pay = await screen.findByRole("link", { name: /^Pay / });
    expect(pay.getAttribute("href")).toBe(`/payments/orders/${paymentDetails.order.id}`);
    screen.getByText(/On 1 Jan 2099, the domains it paid for are suspended/);
  });

  const dispute = {
    kind: "dispute",
    state: "open",
    isInquiry: false,
    amountCents: paymentDetails.amountCents,
    evidenceDueAt: "2099-01-10T00:00:00.000Z",
    openedAt: "2026-01-03T00:00:00.000Z",
    closedAt: null,
  } as const;
  const disputed: Partial<PaymentDetails> = {
    status: "disputed",
    confirmsAt: null,
    cooldown: { state: "paused", reason: "dispute" },
    refundableLineIds: [],
    mayRequestRefund: false,
  };
  const contested = messages.contested;
  const named = { name: /disputed|asked about|Fraud warning/ };
  const notice = async () => within(await screen.findByRole("status", named));
  const operatorLink = () => screen.queryByRole("link", { name: contested.openAsOperator });

  it("says of a dispute what happened, who answers by when, and what it means for what was paid, with links", async () => {
    renderPayment({ ...disputed, disputes: [dispute] });
    const words = await notice();
    words.getByText("€28.28 is disputed");
    words.getByText(/On 3 Jan 2026, the cardholder disputed.*The operator answers the bank by 10 Jan 2099\./);
    words.getByText(
      /nothing .* is suspended\. new-name\.com can't be transferred away until then\. .*its domains seven days after an email/,
    );
    expect(words.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/domains/example.com",
      "/domains/new-name.com",
    ]);
    expect(operatorLink()).toBeNull();
  });

  it("links the mail that was paid, and the order for what is beyond five items", async () => {
    const [line] = paymentDetails.order.lines as [PaymentDetails["order"]["lines"][number]];
    const lines = [
      { ...line, id: "orl_mail", kind: "mail_plan" as const },
      ...[1, 2, 3, 4, 5, 6].map((number) => ({ ...line, id: `orl_${number}`, domainName: `d${number}.com` })),
      { ...line, id: "orl_failed", domainName: "failed.com", state: "failed" as const },
    ];
    renderPayment({ ...disputed, disputes: [dispute], order: { ...paymentDetails.order, lines } });
    const words = await notice();
    await words.findByRole("link", { name: "2 more items" });
    expect(words.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/mail/example.com",
      ...[1, 2, 3, 4].map((number) => `/domains/d${number}.com`),
      `/payments/orders/${paymentDetails.order.id}`,
    ]);
  });

  it.each([
    [
      "an inquiry withdraws nothing",
      { isInquiry: true },
      /asked about this charge of €28\.28\. No money was withdrawn/,
    ],
    [
      "a deadline that has passed leaves it to the bank",
      { evidenceDueAt: "2026-01-04T00:00:00.000Z" },
      /was 4 Jan 2026\. The bank decides next\./,
    ],
    ["a bank can set no deadline", { evidenceDueAt: null }, /The operator answers the bank\.$/],
  ])("tells disputes apart: %s", async (_name, over, text) => {
    renderPayment({ ...disputed, disputes: [{ ...dispute, ...over }] });
    (await notice()).getByText(text);
  });

  it("has its notices below its title", async () => {
    renderPayment({
      ...disputed,
      disputes: [dispute],
      order: {
        ...paymentDetails.order,
        unsettled: { amountCents: 2828, suspendsAt: "2099-01-01T00:00:00.000Z" },
      },
    });
    const title = await screen.findByRole("heading", { level: 1 });
    const notices = await screen.findAllByRole("status", { name: /disputed|taken back/ });
    expect(notices).toHaveLength(2);
    for (const each of notices) {
      expect(title.compareDocumentPosition(each)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it("says nothing of a suspension where the operator doesn't suspend", async () => {
    renderPayment({ ...disputed, disputes: [dispute], suspendsIfLost: false });
    (await notice()).getByText(/the bank keeps the money, and the order is unpaid again\.$/);
    expect(screen.queryByText(/seven days/)).toBeNull();
  });

  it("has no notice once the dispute is won, or the payment that was warned of is refunded", async () => {
    renderPayment({ disputes: [{ ...dispute, state: "won", closedAt: "2026-01-05T00:00:00.000Z" }] });
    await region(words.timeline);
    expect(screen.queryByRole("status", named)).toBeNull();
    cleanup();
    renderPayment({ ...suspectedPayment, status: "refunded", cooldown: { state: "ended" } });
    await region(words.timeline);
    expect(screen.queryByRole("status", named)).toBeNull();
  });

  it("leads a person who is the operator to the payment among those of all workspaces", async () => {
    renderPayment(suspectedPayment, {
      "session.current": { ...session, isOperator: true, paymentsOn: true, sandbox: null },
    });
    await waitFor(() =>
      expect(operatorLink()?.getAttribute("href")).toBe(`/operator/payments?payment=${paymentDetails.id}`),
    );
    (await notice()).getByText(/No money was withdrawn.*refund or release the payment by 2 Feb 2099/);
  });

  it("leaves a dispute, a fraud warning and its release to the operator", async () => {
    renderPayment({
      ...suspectedPayment,
      refundableLineIds: [],
    });
    await screen.findByText(/Without a release, the countdown continues on 2 Feb 2099\./);
    screen.getByText(messages.paymentWords.status_paused);
    expect(screen.queryByRole("button", { name: /release/i })).toBeNull();
    expect(screen.queryByRole("button", { name: words.refund })).toBeNull();
  });

  it("offers no changes to a person who may only see it", async () => {
    const reader = { ...session, session: { ...session.session, role: "read_only" as const } };
    renderPayment(
      {},
      { "session.current": { ...reader, isOperator: false, paymentsOn: true, sandbox: null } },
    );
    const button = await refundButton();
    await waitFor(() =>
      expect([button.hasAttribute("disabled"), button.title]).toEqual([true, messages.access.notAllowed]),
    );
  });
});

describe("the refund dialog", () => {
  const open = async () => {
    await waitFor(async () => expect(await refundButton()).toHaveProperty("disabled", false));
    fireEvent.click(await refundButton());
    return within(await screen.findByRole("dialog"));
  };
  const submit = (amount: string) =>
    screen.findByRole("button", { name: words.refundFor.replace("{amount}", amount) });

  it("shows which domains it deletes, and requires their name", async () => {
    const api = renderPayment({}, { "orders.refund": [] });
    const dialog = await open();
    await dialog.findByText("This deletes a domain");
    dialog.getByText(words.onlyThese);
    expect(dialog.queryByText(/Renewal of example\.com/)).toBeNull();
    const button = await submit("€14.14");
    expect(button).toHaveProperty("disabled", true);
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "new-name.com" } });
    expect(button).toHaveProperty("disabled", false);
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const input = { id: paymentDetails.id, lineIds: paymentDetails.refundableLineIds };
    expect(api.sent).toEqual([
      expect.objectContaining({ name: "orders.previewRefund", input }),
      expect.objectContaining({ name: "orders.refund", input }),
    ]);
  });

  it("says that mail ends with a deleted domain, and that its plan from the same order isn't refunded", async () => {
    const planOf = (id: string, domainName: string, state = "completed") =>
      ({ ...(registration as object), id, kind: "mail_plan", planSlug: "pro", domainName, state }) as never;
    const lines = [
      ...paymentDetails.order.lines,
      planOf("orl_plan", "new-name.com"),
      planOf("orl_failed", "new-name.com", "failed"),
      planOf("orl_other", "example.com"),
    ];
    renderPayment({ refundableCents: 9000, order: { ...paymentDetails.order, lines } });
    const dialog = await open();
    await dialog.findByText(/^Mail of the domain stops working and is erased 30 days later\./);
    expect(dialog.getAllByText(/^Pro plan for/).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Pro plan for new-name\.com.*, €14\.14$/),
    ]);
    dialog.getByText(words.requestAfterward);
  });

  it("refunds selected lines after a confirmation of identity", async () => {
    const answers = [new Refusal({ status: 403, code: "step_up_required", title: "Forbidden" }), []];
    const allLines = paymentDetails.order.lines.map(({ id }) => id);
    const api = renderPayment(
      { refundableLineIds: allLines },
      {
        "orders.previewRefund": {
          ...refundPreview,
          lines: refundPreview.lines.map((line) => ({ ...line, effect: "not_carried_out" as const })),
        },
        "orders.refund": () => answers.shift(),
        "/auth/step-up": {},
      },
    );
    const dialog = await open();
    fireEvent.click(dialog.getByRole("checkbox", { name: "Renewal of example.com, 1 year" }));
    await dialog.findByText(words.effectNotCarriedOut);
    fireEvent.click(await submit("€14.14"));
    fireEvent.change(await screen.findByLabelText(messages.stepUp.password), {
      target: { value: "password" },
    });
    await press(messages.stepUp.confirm);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const lineIds = allLines.slice(1);
    const sent = api.sent.filter(({ name }) => name === "orders.refund");
    expect(sent.map(({ input }) => input)).toEqual([
      { id: paymentDetails.id, lineIds },
      { id: paymentDetails.id, lineIds },
    ]);
  });

  it.each([
    ["payment_disputed", words.refused_payment_disputed],
    ["refund_too_large", words.refused_refund_too_large.replace("{amount}", "€3.00")],
    ["nothing_to_refund", words.refused_nothing_to_refund],
    ["order_in_progress", words.refused_order_in_progress],
    ["operator_decides", words.refused_operator_decides],
  ])("explains the conflict %s, with what is left now", async (code, text) => {
    let refundableCents = paymentDetails.refundableCents;
    renderPayment(
      {},
      {
        "orders.payment": () => ({ ...paymentDetails, refundableCents }),
        "orders.previewRefund": { ...refundPreview, lines: [] },
        "orders.refund": () => {
          refundableCents = 300;
          return new Refusal({ status: 409, code, title: "Conflict", detail: "Raw." });
        },
      },
    );
    await open();
    fireEvent.click(await submit("€14.14"));
    await screen.findByText(text);
    expect(screen.queryByText("Raw.")).toBeNull();
  });

  it("reports why nothing can be refunded before anything is sent", async () => {
    const refusal = new Refusal({ status: 409, code: "order_in_progress", title: "Conflict" });
    const api = renderPayment({}, { "orders.previewRefund": refusal });
    const dialog = await open();
    await dialog.findByText(words.refused_order_in_progress);
    expect(dialog.getByRole("button", { name: words.refund })).toHaveProperty("disabled", true);
    expect(api.sent.map(({ name }) => name)).toEqual(["orders.previewRefund"]);
  });
});

describe("a payment that only the operator can refund", () => {
  const requested: PaymentDetails["refunds"][number] = {
    id: "rfd_1",
    paymentId: paymentDetails.id,
    orderId: paymentDetails.orderId,
    state: "waiting",
    reason: "requested",
    amountCents: 2828,
    taxCents: 452,
    currency: "EUR",
    lines: [],
    failure: null,
    isOwed: false,
    isOutside: false,
    createdAt: "2026-01-05T00:00:00.000Z",
    finishedAt: null,
    requestedBy: { kind: "user", name: "Ada" },
  };

  it("offers to request a refund, and shows it as requested", async () => {
    let sent = false;
    const api = renderPayment(
      {},
      {
        "orders.payment": () => ({
          ...paymentDetails,
          refundableLineIds: [],
          mayRequestRefund: !sent,
          refunds: sent ? [requested] : [],
        }),
        "orders.requestRefund": () => {
          sent = true;
          return requested;
        },
      },
    );
    fireEvent.click(await screen.findByRole("button", { name: words.request }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/€28\.28 can be refunded/);
    fireEvent.change(dialog.getByLabelText(words.requestReason), { target: { value: " Bought twice " } });
    fireEvent.click(dialog.getByRole("button", { name: words.request }));
    await screen.findByText(words.refund_waiting);
    expect(screen.queryByRole("button", { name: words.request })).toBeNull();
    expect(api.sent.map(({ name, input }) => [name, input])).toEqual([
      ["orders.requestRefund", { id: paymentDetails.id, reason: "Bought twice" }],
    ]);
  });

  it("shows a request that was declined as that, not as a failure", async () => {
    const declined: typeof requested = {
      ...requested,
      state: "failed",
      failure: { code: "declined", message: "The operator declined the request." },
      finishedAt: "2026-01-06T00:00:00.000Z",
    };
    renderPayment({ refundableLineIds: [], mayRequestRefund: false, refunds: [declined] });
    await screen.findByText(words.declined);
    screen.getByText(words.step_refund_declined.replace("{amount}", "€28.28"));
    expect(screen.queryByText(words.refund_failed)).toBeNull();
  });
});

it("says that auto-renew has ordered what the service renewed", async () => {
  const requestedBy = { kind: "system" as const, id: null, name: "renewals" };
  renderPayment({ order: { ...paymentDetails.order, requestedBy } });
  const label = await screen.findByText(words.orderedBy);
  expect(within(label.parentElement as HTMLElement).getByRole("definition").textContent).toBe(
    messages.ui.actor_renewals,
  );
});
