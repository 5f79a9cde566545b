import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { MailAccount } from "@zonepost/schema";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { appPassword, mailAccount } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AccountPage } from "./account-page.tsx";
import { AccountStatus } from "./account-status.tsx";

const words = messages.mailAccount;
const deleted = { deletedAt: "2026-03-01T00:00:00.000Z", erasesAt: "2099-03-31T00:00:00.000Z" };

function render(own: Partial<MailAccount> = {}) {
  const account = { ...mailAccount, ...own };
  const api = fakeApi({
    ...commonAnswers,
    "mail.account": account,
    "mail.appPasswords": [appPassword],
    "mail.connections": [],
    "mail.updateAccount": account,
  });
  renderInPanel(<AccountPage domainName="example.com" id={account.id} />);
  return api;
}

it.each<[Exclude<keyof typeof words, "confirm">, Partial<MailAccount>]>([
  ["status_active", {}],
  ["status_suspended", { active: false, full: true }],
  ["status_limited", { sendingLimitedUntil: "2026-03-01T11:00:00.000Z", full: true }],
  ["status_receiveOnly", { sendingLimitedUntil: "2026-03-01T11:00:00.000Z", maySend: false }],
  ["status_full", { full: true }],
  ["status_sendOnly", { mayReceive: false, full: true }],
  ["status_receiveOnly", { maySend: false }],
  ["status_closed", { maySend: false, mayReceive: false }],
  ["status_deleted", { ...deleted, active: false }],
])("shows %s", (key, own) => {
  renderInPanel(<AccountStatus account={{ ...mailAccount, ...own }} />);
  expect(screen.getByText(words[key])).toBeTruthy();
});

it("shows the use, the forwarding with its state, and the app passwords", async () => {
  render({
    forwardTo: { address: "ada@elsewhere.example", external: true, state: "waiting_for_confirmation" },
    keepCopy: false,
  });
  expect(await screen.findByText("100 MB of 500 MB")).toBeTruthy();
  expect(screen.getByText("ada@elsewhere.example")).toBeTruthy();
  expect(screen.getByText(words.forward_waiting_for_confirmation)).toBeTruthy();
  expect(screen.getByText(words.withoutCopy)).toBeTruthy();
  expect(within(await screen.findByRole("table")).getByText("Phone")).toBeTruthy();
});

it("only offers to restore a deleted account", async () => {
  render(deleted);
  fireEvent.click(await screen.findByRole("button", { name: words.restore }));
  expect(await screen.findByText(words.confirm.restore.words)).toBeTruthy();
  expect(screen.queryByRole("button", { name: words.edit })).toBeNull();
  expect(screen.queryByText(words.appPasswords)).toBeNull();
});

it("says what happens to the mail before an account is suspended or deleted", async () => {
  render();
  fireEvent.click(await screen.findByRole("button", { name: words.suspend }));
  expect(await screen.findByText(words.confirm.suspend.words)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: messages.ui.cancel }));
  fireEvent.click(screen.getByRole("button", { name: words.delete }));
  expect(await screen.findByText(words.confirm.delete.words)).toBeTruthy();
});

it("turns off the quota and the forwarding with empty fields", async () => {
  const { sent } = render({ forwardTo: { address: "a@b.example", external: true, state: "active" } });
  fireEvent.click(await screen.findByRole("button", { name: words.edit }));
  for (const label of [words.quotaMegabytes, words.forwardTo]) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value: "" } });
  }
  fireEvent.click(screen.getByRole("button", { name: words.save }));
  await waitFor(() => expect(sent).toHaveLength(1));
  // Nothing else: another person may have changed it meanwhile.
  expect(sent[0]?.input).toEqual({
    domainName: "example.com",
    id: mailAccount.id,
    quotaMegabytes: null,
    forwardTo: null,
  });
});
