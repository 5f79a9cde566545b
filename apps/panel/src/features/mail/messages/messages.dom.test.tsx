import words from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { MailMessage } from "@zonepost/schema";
import { NuqsTestingAdapter, type UrlUpdateEvent } from "nuqs/adapters/testing";
import { expect, it, vi } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Messages } from "./messages.tsx";

const texts = words.mailMessages;
const { domainName } = mail;
const delivered: MailMessage = {
  id: "mms_1",
  messageId: "<a@out.test>",
  sender: "ada@out.test",
  recipient: `box@${domainName}`,
  originalRecipient: `info@${domainName}`,
  sizeBytes: 20_000,
  receivedAt: "2099-01-02T10:00:00.000Z",
  kind: "delivered",
  summary: `Delivered to box@${domainName}`,
  steps: [
    {
      kind: "received",
      occurredAt: "2099-01-02T10:00:00.000Z",
      summary: "Received",
      relay: null,
      detail: "",
      tls: null,
      retriesBy: null,
    },
    {
      kind: "delivered",
      occurredAt: "2099-01-02T10:00:02.000Z",
      summary: `Delivered to box@${domainName}`,
      relay: null,
      detail: "250 2.0.0 Saved",
      tls: null,
      retriesBy: null,
    },
  ],
};
const waiting: MailMessage = {
  ...delivered,
  id: "mms_2",
  sender: "",
  recipient: "bob@far.test",
  originalRecipient: null,
  kind: "deferred",
  summary: "Waiting: the server didn't answer",
  steps: [
    {
      kind: "deferred",
      occurredAt: "2099-01-02T09:00:00.000Z",
      summary: "Waiting: the server didn't answer",
      relay: null,
      detail: "connect to far.test: Connection timed out",
      tls: null,
      retriesBy: "2099-01-02T10:06:40.000Z",
    },
  ],
};

type Input = { address?: string; messageId?: string; status?: string; since: string; cursor?: string };

/** Renders the page at an address; returns its calls and its later addresses. */
function renderAt(search: string, answer: unknown, answers: object = {}) {
  const inputs: Input[] = [];
  const addresses: string[] = [];
  const changes: string[] = [];
  fakeApi({
    ...commonAnswers,
    "mail.messages": (input: Input) => {
      inputs.push(input);
      return typeof answer === "function" ? answer(input) : answer;
    },
    ...answers,
  });
  renderInPanel(
    <NuqsTestingAdapter
      searchParams={search}
      hasMemory
      onUrlUpdate={({ queryString, options }: UrlUpdateEvent) => {
        addresses.push(queryString);
        changes.push(options.history);
      }}
    >
      <Messages domainName={domainName} />
    </NuqsTestingAdapter>,
  );
  return { inputs, addresses, changes };
}

it("lists messages with their state, and opens one with its delivery path", async () => {
  const { addresses } = renderAt("", { messages: [delivered, waiting], nextCursor: null });
  const first = await screen.findByRole("row", { name: /ada/ });
  within(first).getByText(texts.kind_delivered);
  expect(first.textContent).toContain(`info@${domainName}`);
  const second = screen.getByRole("row", { name: /bob/ });
  expect(second.textContent).toContain(texts.noSender);
  within(second).getByText(texts.kind_deferred);
  within(second).getByText("the server didn't answer");
  screen.getByText("That's all 2 messages.");
  fireEvent.click(within(second).getByRole("button"));
  const [step] = within(await screen.findByRole("list", { name: texts.steps })).getAllByRole("listitem");
  expect(step?.textContent).toContain("Waiting: the server didn't answer");
  expect(step?.textContent).toContain("The next attempt is no later than 2 Jan 2099");
  expect(step?.querySelector("pre")?.textContent).toBe("connect to far.test: Connection timed out");
  expect(addresses).toEqual(["?message=mms_2"]);
});

it("lists a moved and a refused message with the reason alone, and opens them with the encryption and what is next", async () => {
  const moved: MailMessage = {
    ...delivered,
    kind: "filtered",
    summary: "Delivered to Junk: spam score 6.00 of 15.00",
  };
  const summary =
    "Refused: the message is too large (552 5.3.4). The sender's server or mail program reports it.";
  const refused: MailMessage = {
    ...delivered,
    id: "mms_3",
    sender: "eve@out.test",
    recipient: "",
    originalRecipient: null,
    kind: "refused",
    summary,
    steps: delivered.steps
      .slice(0, 1)
      .map((step) => ({ ...step, kind: "refused", summary, tls: "not encrypted" })),
  };
  renderAt("", { messages: [moved, refused], nextCursor: null });
  const first = await screen.findByRole("row", { name: /ada/ });
  within(first).getByText(texts.kind_filtered);
  within(first).getByText("spam score 6.00 of 15.00");
  const second = screen.getByRole("row", { name: /eve/ });
  within(second).getByText("the message is too large (552 5.3.4)");
  expect(second.textContent).toContain(texts.unknownRecipients);
  fireEvent.click(within(second).getByRole("button"));
  const [step] = within(await screen.findByRole("list", { name: texts.steps })).getAllByRole("listitem");
  expect(step?.textContent).toContain(summary);
  expect(step?.textContent).toContain("Connection: not encrypted.");
});

it("doesn't open a message again when going back after it was closed", async () => {
  const { changes } = renderAt("", { messages: [delivered], nextCursor: null });
  fireEvent.click(within(await screen.findByRole("row", { name: /ada/ })).getByRole("button"));
  const drawer = await screen.findByRole("dialog");
  fireEvent.click(within(drawer).getByRole("button", { name: words.ui.close }));
  await expect.poll(() => changes).toEqual(["push", "replace"]);
});

it("opens the message of the URL, with each step in order", async () => {
  renderAt("?message=mms_1", { messages: [delivered], nextCursor: null });
  const list = await screen.findByRole("list", { name: texts.steps });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((step) => step.querySelector("pre")?.textContent),
  ).toEqual([undefined, "250 2.0.0 Saved"]);
  screen.getByText("20 kB");
  screen.getByText(texts.redirected);
});

it("keeps the search in the URL", async () => {
  const found = { messages: [delivered], nextCursor: null };
  const { inputs, addresses } = renderAt("?address=info&status=filtered&range=week", found);
  await screen.findByRole("row", { name: /ada/ });
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: texts.address });
  expect(field.value).toBe("info");
  expect(inputs[0]).toMatchObject({
    domainName,
    address: `info@${domainName}`,
    status: "filtered",
    limit: 50,
  });
  const days = (Date.now() - Date.parse(inputs[0]?.since ?? "")) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  fireEvent.change(screen.getByRole("combobox", { name: texts.range }), { target: { value: "hour" } });
  await expect.poll(() => addresses.at(-1)).toBe("?address=info&status=filtered&range=hour");
  const status = screen.getByRole("combobox", { name: texts.state });
  fireEvent.change(status, { target: { value: "discarded" } });
  await vi.waitFor(() => expect(inputs.at(-1)?.status).toBe("discarded"));
  fireEvent.change(status, { target: { value: "" } });
  await expect.poll(() => addresses.at(-1)).toBe("?address=info&range=hour");
  fireEvent.change(field, { target: { value: "bob@far.test" } });
  await vi.waitFor(() =>
    expect(inputs.at(-1)).toMatchObject({ address: "bob@far.test", messageId: "bob@far.test" }),
  );
  expect(inputs.at(-1)?.status).toBeUndefined();
  await expect.poll(() => addresses.at(-1)).toBe("?address=bob@far.test&range=hour");
});

it("loads more messages with the cursor", async () => {
  const { inputs } = renderAt("", ({ cursor }: Input) =>
    cursor === undefined
      ? { messages: [delivered], nextCursor: "next" }
      : { messages: [waiting], nextCursor: null },
  );
  fireEvent.click(await screen.findByRole("button", { name: texts.more }));
  await screen.findByRole("row", { name: /bob/ });
  expect(screen.getAllByRole("row")).toHaveLength(3);
  expect(inputs.map(({ cursor }) => cursor)).toEqual([undefined, "next"]);
});

const none = { messages: [], nextCursor: null };
const settings = { servers: [] };

it("offers a longer time if nothing is found", async () => {
  const { addresses } = renderAt("?address=bob@far.test", none, { "mail.settings": settings });
  await screen.findByText(texts.noMatch);
  fireEvent.click(screen.getByRole("button", { name: texts.searchMonth }));
  await expect.poll(() => addresses.at(-1)).toBe("?address=bob@far.test&range=month");
  await expect.poll(() => screen.queryByRole("button", { name: texts.searchMonth })).toBeNull();
});

it("says that no message has the status", async () => {
  renderAt("?status=expired&range=month", none, { "mail.settings": settings });
  await screen.findByText(texts.noneOfStatus);
});

it("explains an empty log, with missing mail servers and without", async () => {
  renderAt("?range=month", none, { "mail.settings": settings });
  await screen.findByText(texts.empty);
  renderAt("", none);
  await screen.findByText(words.mailPrograms.askAdministrator);
});

it("reports an error", async () => {
  renderAt("", new Refusal({ status: 403, title: "Forbidden", detail: "Not now." }));
  await screen.findByText("Not now.");
});
