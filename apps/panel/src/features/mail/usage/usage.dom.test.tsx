import words from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import type { MailUsage } from "@zonepost/schema";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { Usage } from "./usage.tsx";

const texts = words.mailUsage;
const { domainName } = mail;
const megabyte = 1_048_576;
const days: MailUsage["days"] = [
  { day: "2099-01-01", usedBytes: 50 * megabyte, messagesIn: 4, messagesOut: 0 },
  { day: "2099-01-02", usedBytes: 100 * megabyte, messagesIn: 1, messagesOut: 1 },
];
const counts = (recipients: number, limit: number) => ({
  own: { recipients, limit },
  strangers: { recipients: 0, limit },
});
const sending: MailUsage["sending"] = { domain: counts(12, 1_000), workspace: counts(5_000, 5_000) };
const account = (id: string, used: number, messagesIn: number): MailUsage["accounts"][number] => ({
  accountId: id,
  fullAddress: `${id}@${domainName}`,
  usedBytes: used * megabyte,
  messagesIn,
  messagesOut: 0,
  lastLoginAt: null,
  days,
  sending: counts(12, 200),
});
const usage: MailUsage = { sending, days, accounts: [account("small", 20, 4), account("large", 80, 1)] };

function renderAt(search: string, answer: unknown) {
  const inputs: unknown[] = [];
  const addresses: string[] = [];
  fakeApi({
    ...commonAnswers,
    "mail.get": mail,
    "mail.usage": (input: unknown) => {
      inputs.push(input);
      return answer;
    },
  });
  renderInPanel(
    <NuqsTestingAdapter
      searchParams={search}
      hasMemory
      onUrlUpdate={({ queryString }) => addresses.push(queryString)}
    >
      <Usage domainName={domainName} />
    </NuqsTestingAdapter>,
  );
  return { inputs, addresses };
}

const heightsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map((bar) => [...bar.querySelectorAll<HTMLElement>("span")].map(({ style }) => style.height));

it("draws storage and messages per day, with totals, and reads them as text", async () => {
  renderAt("", usage);
  const storage = await screen.findByRole("list", { name: texts.storage });
  within(storage).getByRole("listitem", { name: "1 Jan: 50 MB" });
  expect(heightsOf(storage)).toEqual([["50%"], ["100%"]]);
  const messages = screen.getByRole("list", { name: texts.messages });
  within(messages).getByRole("listitem", { name: "2 Jan: 1 received, 1 sent" });
  expect(heightsOf(messages)).toEqual([
    ["0%", "100%"],
    ["25%", "25%"],
  ]);
  await screen.findByText("100 MB of 2 GB");
  screen.getByText("Most on one day: 100 MB");
  screen.getByText("Most on one day: 4 messages");
  screen.getByText("5 messages");
  screen.getByText("1 message");
  screen.getByText(`Sent from ${domainName}: 12 of 1,000`);
  screen.getByText(`${texts.sentByWorkspace}: 5,000 of 5,000`);
});

it("lists the accounts, those with most storage first, and keeps period and order in the URL", async () => {
  const { inputs, addresses } = renderAt("?days=7", usage);
  const names = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getByRole("link").getAttribute("href"));
  await screen.findByRole("table", { name: texts.accounts });
  const path = `/mail/${domainName}/accounts`;
  expect(names()).toEqual([`${path}/large`, `${path}/small`]);
  expect(inputs).toEqual([{ domainName, days: 7 }]);
  fireEvent.click(screen.getByRole("button", { name: texts.received }));
  await expect.poll(() => addresses.at(-1)).toContain("sort=received");
  fireEvent.change(screen.getByRole("combobox", { name: texts.period }), { target: { value: "90" } });
  await expect.poll(() => addresses.at(-1)).toContain("days=90");
  await expect.poll(() => inputs.at(-1)).toEqual({ domainName, days: 90 });
});

it("explains an unused domain, and reports an error", async () => {
  const unused = { usedBytes: 0, messagesIn: 0, messagesOut: 0 };
  renderAt("", { sending, days: [{ day: "2099-01-01", ...unused }], accounts: [] });
  await screen.findByText(texts.emptyTitle);
  await screen.findByText(words.mailPrograms.askAdministrator);
  expect(screen.queryByRole("table")).toBeNull();
  renderAt("", new Refusal({ status: 403, title: "Forbidden", detail: "Not now." }));
  await screen.findByText("Not now.");
});
