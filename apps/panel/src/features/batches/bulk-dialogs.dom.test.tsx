import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { DomainBatchPreviewItem } from "@zonepost/schema";
import { describe, expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { batch, contact, session } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";
import { BulkChangeDialog } from "./bulk-change-dialog.tsx";
import { BulkChangeMenu } from "./bulk-change-menu.tsx";
import { BulkDeleteDialog } from "./bulk-delete-dialog.tsx";

const words = messages.bulk;
const rows = ["one.com", "two.com", "three.com"].map((name) => ({ name, unicodeName: name }));

const item = (domainName: string, more: Partial<DomainBatchPreviewItem>): DomainBatchPreviewItem => ({
  domainName,
  wouldSucceed: true,
  before: null,
  after: null,
  problems: [],
  warnings: [],
  ...more,
});
const failing = {
  wouldSucceed: false,
  problems: [{ code: "update_prohibited", message: "The domain is locked at the registry." }],
};
const previewOf = (...items: DomainBatchPreviewItem[]) => ({
  dryRun: true,
  total: items.length,
  wouldSucceedCount: items.filter(({ wouldSucceed }) => wouldSucceed).length,
  wouldFailCount: items.filter(({ wouldSucceed }) => !wouldSucceed).length,
  items,
});

function render(
  dialog: (props: { opened: boolean; onClose: () => void }) => React.ReactNode,
  answers: Answers,
) {
  const api = fakeApi({ ...commonAnswers, "domains.batches.create": batch, ...answers });
  renderInPanel(<Opened>{dialog}</Opened>);
  return { created: () => api.sent.filter(({ name }) => name === "domains.batches.create") };
}

describe("the deletion of many domains", () => {
  const restorable = { code: "restorable", message: "You can restore it for 30 days, for a fee." };
  const refunded = { code: "refunded", message: "€13.92 is refunded." };
  const active = { before: { status: "active" as const }, after: { status: "redemption" as const } };
  const preview = previewOf(
    item("one.com", { ...active, warnings: [restorable] }),
    item("two.com", failing),
    item("three.com", { ...active, warnings: [refunded] }),
  );

  it("shows what becomes of each, and after the typed number deletes those that can be deleted", async () => {
    const onStarted = vi.fn();
    const { created } = render((props) => <BulkDeleteDialog {...props} rows={rows} onStarted={onStarted} />, {
      "domains.batches.preview": preview,
    });
    await screen.findByText("2 domains will be deleted, 1 can't be deleted");
    for (const { message } of [restorable, refunded, ...failing.problems]) {
      expect(screen.getByText(message)).toBeTruthy();
    }
    const button = screen.getByRole("button", { name: "Delete 2 domains" });
    expect(button).toHaveProperty("disabled", true);
    const field = screen.getByLabelText("Type “delete 2 domains” to confirm");
    fireEvent.change(field, { target: { value: "delete 3 domains" } });
    expect(button).toHaveProperty("disabled", true);
    fireEvent.change(field, { target: { value: "Delete 2 domains" } });
    fireEvent.click(button);
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(created().map(({ input }) => input)).toEqual([
      { names: ["one.com", "three.com"], change: { deleted: true, confirmCount: 2 } },
    ]);
  });

  it("can't be started if none can be deleted", async () => {
    render((props) => <BulkDeleteDialog {...props} rows={rows.slice(1, 2)} onStarted={() => undefined} />, {
      "domains.batches.preview": previewOf(item("two.com", failing)),
    });
    await screen.findByText("0 domains will be deleted, 1 can't be deleted");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("button", { name: "Delete 0 domains" })).toHaveProperty("disabled", true);
  });
});

describe("the change of many domains' contacts", () => {
  const dialog = (props: { opened: boolean; onClose: () => void }) => (
    <BulkChangeDialog {...props} change="contacts" rows={rows} onStarted={() => undefined} />
  );
  const kept = { registrantId: contact.id, adminId: contact.id, techId: null };
  const preview = previewOf(
    item("one.com", { before: { contacts: kept }, after: { contacts: { ...kept, techId: contact.id } } }),
    item("two.com", failing),
    item("three.com", { before: { contacts: kept }, after: { contacts: kept } }),
  );

  it("names the contact before and after of each role that changes, and sends only the chosen roles", async () => {
    const { created } = render(dialog, { "domains.batches.preview": preview });
    const label = messages.domainContacts.role_tech;
    fireEvent.change(await screen.findByLabelText(label), { target: { value: contact.id } });
    await screen.findByText("1 domain changes, 1 is already set, 1 can't be changed");
    expect(
      screen.getByText(new RegExp(`^${label}: ${words.otherContact} → .*${contact.email}`)),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Change 3 domains" }));
    await waitFor(() =>
      expect(created().map(({ input }) => input)).toMatchObject([
        { names: rows.map(({ name }) => name), change: { contacts: { techId: contact.id } } },
      ]),
    );
  });

  it("asks for a contact first", async () => {
    const { created } = render(dialog, {});
    await screen.findByLabelText(messages.domainContacts.role_tech);
    fireEvent.click(screen.getByRole("button", { name: "Change 3 domains" }));
    await screen.findByText(words.contactsMissing);
    expect(created()).toEqual([]);
  });

  it("can go on if the preview fails", async () => {
    render(dialog, { "domains.batches.preview": new Refusal({ status: 503, code: "unavailable" }) });
    fireEvent.change(await screen.findByLabelText(messages.domainContacts.role_tech), {
      target: { value: contact.id },
    });
    await screen.findByText(words.noPreview);
    expect(screen.getByRole("button", { name: "Change 3 domains" })).toHaveProperty("disabled", false);
  });
});

describe("the menu for a member who is limited to some domains", () => {
  it("renews, and names the limit or the role for what can't be done", async () => {
    const limited = { ...session, session: { ...session.session, role: "member", domainNames: ["one.com"] } };
    fakeApi({
      ...commonAnswers,
      "session.current": { ...limited, isOperator: false, paymentsOn: true, sandbox: null },
    });
    const listed = { ...rows[0], status: "active", expiresAt: "2027-03-01T00:00:00.000Z" };
    renderInPanel(<BulkChangeMenu rows={[listed as never]} onStarted={() => undefined} />);
    fireEvent.click(await screen.findByRole("button", { name: words.change }));
    const renew = await screen.findByRole("menuitem", { name: words.renew });
    await waitFor(() => expect(renew.getAttribute("aria-disabled")).toBeNull());
    const textOf = async (name: string) =>
      (await screen.findByRole("menuitem", { name: new RegExp(`^${name}`), hidden: true })).textContent;
    expect(await textOf(words.do_contacts)).toContain("You have access to 1 domain only");
    expect(await textOf(words.do_deletion)).toContain(messages.access.notAllowed);
  });
});
