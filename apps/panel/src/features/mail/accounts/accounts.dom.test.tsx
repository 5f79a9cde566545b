import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { MailAccountPageInput } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { mail, mailAccount } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AccountCreated } from "./account-created.tsx";
import { Accounts } from "./accounts.tsx";

const words = messages.mailAccount;
const pageSize = 10;
const { domainName } = mail;

/** An API with this many accounts, one deleted account, and pages of 10. */
function render(count: number, answers: Answers = {}) {
  const locals = Array.from({ length: count }, (_, index) => `box-${String(index).padStart(2, "0")}`);
  const asked: MailAccountPageInput[] = [];
  const rowOf = (local: string) => ({ ...mailAccount, id: local, fullAddress: `${local}@${domainName}` });
  const api = fakeApi({
    ...commonAnswers,
    "mail.get": mail,
    "mail.settings": null,
    "mail.createAccount": ({ localPart }: { localPart: string }) => ({
      ...rowOf(localPart),
      passwordOnce: `once-${localPart}`,
    }),
    "mail.accountPage": (input: MailAccountPageInput) => {
      if (input.state === "deleted") {
        return { items: [rowOf("gone")], nextCursor: null, total: 1 };
      }
      asked.push(input);
      const from = Number(input.cursor ?? 0);
      const shown = locals.filter((local) => local.includes(input.q ?? ""));
      return {
        items: shown.slice(from, from + pageSize).map(rowOf),
        nextCursor: from + pageSize < shown.length ? String(from + pageSize) : null,
        total: count,
      };
    },
    ...answers,
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <Accounts domainName={domainName} />
    </NuqsTestingAdapter>,
  );
  return { asked, api };
}

const passwordsIn = (dialog: Pick<typeof screen, "queryAllByText">) =>
  dialog.queryAllByText(/^once-/).map(({ textContent }) => textContent);

const addressesIn = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

describe("the list of mail accounts", () => {
  it("has a page of rows, and the next on request, each once, and the deleted ones below", async () => {
    render(15);
    fireEvent.click(await screen.findByRole("button", { name: /^Show \d+ more$/ }));
    expect(await screen.findByText("All 15 accounts shown")).toBeTruthy();
    const addresses = addressesIn(messages.mail.accounts);
    expect([addresses.length, new Set(addresses).size]).toEqual([15, 15]);
    await screen.findByText(words.deletedAccounts);
    expect(addressesIn(words.deletedAccounts)).toEqual([`gone@${domainName}`]);
  });

  it("is filtered and sorted by the API, and stays when nothing matches", async () => {
    const { asked } = render(15);
    fireEvent.change(await screen.findByLabelText(words.filter), { target: { value: "box-1" } });
    await waitFor(() => expect(addressesIn(messages.mail.accounts)).toHaveLength(5));
    fireEvent.click(screen.getByRole("button", { name: words.lastLogin }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: "box-1", sort: "lastLoginAt" }));
    fireEvent.change(screen.getByLabelText(words.filter), { target: { value: "none" } });
    expect(await screen.findByText(words.noMatchTitle)).toBeTruthy();
    expect(screen.getByRole("button", { name: messages.mail.addAccount })).toBeTruthy();
  });

  it("adds one account after another without closing the dialog, each with its own password", async () => {
    const { sent } = render(0).api;
    fireEvent.click(await screen.findByRole("button", { name: messages.mail.addAccount }));
    const dialog = within(await screen.findByRole("dialog"));
    for (const local of ["info", "shop"]) {
      fireEvent.change(await dialog.findByLabelText(messages.mail.localPart), { target: { value: local } });
      fireEvent.change(dialog.getByLabelText(messages.mail.displayName), { target: { value: local } });
      fireEvent.click(dialog.getByRole("button", { name: messages.mail.createAccount }));
      await dialog.findByRole("button", { name: messages.mail.addAnother });
      // Those of the accounts before, too.
      expect(passwordsIn(dialog)).toEqual(local === "info" ? ["once-info"] : ["once-info", "once-shop"]);
      fireEvent.click(dialog.getByRole("button", { name: messages.mail.addAnother }));
    }
    const field = await dialog.findByLabelText<HTMLInputElement>(messages.mail.localPart);
    expect([field.value, document.activeElement]).toEqual(["", field]);
    expect(sent.map(({ name, input }) => [name, (input as { localPart: string }).localPart])).toEqual([
      ["mail.createAccount", "info"],
      ["mail.createAccount", "shop"],
    ]);
  });

  it("adds an account and goes on to the next in one step, with the passwords on show until the end", async () => {
    const { sent } = render(0).api;
    fireEvent.click(await screen.findByRole("button", { name: messages.mail.addAccount }));
    const opened = await screen.findByRole("dialog");
    const dialog = within(opened);
    const enter = async (local: string, button: string) => {
      const field = await dialog.findByLabelText<HTMLInputElement>(messages.mail.localPart);
      await waitFor(() => expect(field.value).toBe(""));
      fireEvent.change(field, { target: { value: local } });
      fireEvent.change(dialog.getByLabelText(messages.mail.displayName), { target: { value: local } });
      fireEvent.click(dialog.getByRole("button", { name: button }));
    };
    await enter("anna", messages.mail.saveAndAddAnother);
    await dialog.findByText("once-anna");
    expect(document.activeElement).toBe(dialog.getByLabelText(messages.mail.localPart));
    // A click beside the dialog or Escape would lose the password.
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(dialog.queryByRole("button", { name: messages.ui.close })).toBeNull();
    await enter("ben", messages.mail.saveAndAddAnother);
    await dialog.findByText("once-ben");
    await enter("carla", messages.mail.createAccount);
    await dialog.findByText("once-carla");
    expect(passwordsIn(dialog)).toEqual(["once-anna", "once-ben", "once-carla"]);
    expect(sent.map(({ input }) => (input as { localPart: string }).localPart)).toEqual([
      "anna",
      "ben",
      "carla",
    ]);
    fireEvent.click(dialog.getByRole("button", { name: messages.mail.done }));
    await waitFor(() => expect(opened.isConnected).toBe(false));
    fireEvent.click(screen.getByRole("button", { name: messages.mail.addAccount }));
    const again = within(await screen.findByRole("dialog"));
    await again.findByLabelText(messages.mail.localPart);
    expect(passwordsIn(again)).toEqual([]);
  });

  it("keeps what was typed, and the passwords before, if the next account is refused", async () => {
    let isTaken = false;
    render(0, {
      "mail.createAccount": ({ localPart }: { localPart: string }) =>
        isTaken
          ? new Refusal({
              status: 409,
              code: "address_taken",
              title: "Taken",
              errors: [{ pointer: "/localPart", message: "That address is taken." }],
            })
          : { ...mailAccount, fullAddress: `${localPart}@${domainName}`, passwordOnce: `once-${localPart}` },
    });
    fireEvent.click(await screen.findByRole("button", { name: messages.mail.addAccount }));
    const dialog = within(await screen.findByRole("dialog"));
    const field = await dialog.findByLabelText<HTMLInputElement>(messages.mail.localPart);
    for (const local of ["anna", "ben"]) {
      await waitFor(() => expect(field.value).toBe(""));
      fireEvent.change(field, { target: { value: local } });
      fireEvent.change(dialog.getByLabelText(messages.mail.displayName), { target: { value: local } });
      fireEvent.click(dialog.getByRole("button", { name: messages.mail.saveAndAddAnother }));
      await dialog.findByText("once-anna");
      isTaken = true;
    }
    await dialog.findByText("That address is taken.");
    expect([field.value, passwordsIn(dialog)]).toEqual(["ben", ["once-anna"]]);
  });

  it("says what an account is while there is none", async () => {
    render(0);
    expect(await screen.findByText(messages.mail.noAccountsTitle)).toBeTruthy();
    expect(screen.queryByLabelText(words.filter)).toBeNull();
  });
});

it("shows a new password with the address that it is for", () => {
  fakeApi(commonAnswers);
  const account = { fullAddress: "info@example.com", passwordOnce: "shown-once" };
  renderInPanel(<AccountCreated account={account} onClose={() => undefined} />);
  within(screen.getByRole("region", { name: "Password for info@example.com" })).getByText("shown-once");
});
