import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { recordSet, session, zone, zoneChange } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { RecordsPage } from "./records-page.tsx";

const words = messages.zoneRecords;

function render(answers: Answers = {}) {
  const api = fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <RecordsPage zoneName={zone.name} />
    </NuqsTestingAdapter>,
  );
  return api;
}

const grid = () => screen.findByRole("grid", { name: words.records });
const press = async (key: string) => fireEvent.keyDown(await grid(), { key });
const activeRow = (table: HTMLElement) =>
  document.getElementById(table.getAttribute("aria-activedescendant") ?? "")?.textContent;
const click = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input, textarea" }), {
    target: { value },
  });

async function addRecord(name: string, recordType: string, values: string) {
  await click(words.add);
  await type(words.name, name);
  await type(words.type, recordType);
  await type(words.values, values);
  await click(words.save);
  await waitFor(() => expect(screen.queryByRole("button", { name: words.save })).toBeNull());
}

describe("the records of a zone", () => {
  it("are moved through with the arrow keys, and opened with Enter", async () => {
    render();
    const table = await grid();
    fireEvent.focus(table);
    await press("ArrowDown");
    expect(activeRow(table)).toContain("@");
    await press("End");
    expect(activeRow(table)).toContain("192.0.2.1");
    await press("ArrowDown");
    await press("ArrowUp");
    expect(activeRow(table)).toContain("ns1.dns.example.");
    await press("End");
    await press("Enter");
    const drawer = await screen.findByRole("dialog", { name: "www A" });
    expect((await within(drawer).findByLabelText(words.values)) as HTMLTextAreaElement).toHaveProperty(
      "value",
      "192.0.2.1",
    );
  });

  it("are drawn as far as the window shows them, and searched in whole", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      recordSet(`host${index}`, "A", [`192.0.2.${index % 250}`]),
    );
    render({ "zones.content": { version: 3, records: many } });
    const table = await grid();
    expect(table.getAttribute("aria-rowcount")).toBe("10001");
    expect(within(table).getAllByRole("row").length).toBeLessThan(150);
    await type(words.search, "host9999");
    await waitFor(() => expect(table.getAttribute("aria-rowcount")).toBe("2"));
    within(table).getByText("host9999");
  });

  it("of the service say who manages them, and can't be edited", async () => {
    render();
    fireEvent.click(await screen.findByText("ns1.dns.example."));
    await screen.findByText(words.managedWords_system);
    expect(screen.queryByRole("button", { name: words.save })).toBeNull();
  });

  it("of a zone that ends can only be read", async () => {
    render({ "zones.get": { ...zone, state: "ending" } });
    await grid();
    await waitFor(() => expect(screen.queryByRole("button", { name: words.add })).toBeNull());
    fireEvent.click(await screen.findByText("192.0.2.1"));
    within(await screen.findByRole("dialog", { name: "www A" })).getByText("The shop");
    expect(screen.queryByRole("button", { name: words.save })).toBeNull();
  });
});

describe("a draft of changes", () => {
  it("collects records, survives a reload, and is published as the version that was previewed", async () => {
    const { sent } = render({
      "zones.previewChange": zoneChange,
      "zones.change": { ...zoneChange, version: 4 },
    });
    await grid();
    await addRecord("mx", "MX", "10 mail.example.net");
    await screen.findByText("1 unpublished change");
    const [stored] = Object.entries(sessionStorage);
    expect(stored?.[0]).toBe(`zonepost.zone.${session.session.workspaceId}.${session.user.id}.${zone.name}`);
    expect(stored?.[1]).toContain("10 mail.example.net.");
    await click(words.review);
    const review = await screen.findByRole("dialog", { name: words.reviewTitle });
    await within(review).findByText("192.0.2.1");
    fireEvent.change(within(review).getByLabelText(words.message), { target: { value: "New mail server" } });
    await click(words.publish);
    await waitFor(() => expect(screen.queryByText("1 unpublished change")).toBeNull());
    expect(sessionStorage).toHaveLength(0);
    const change = sent.find(({ name }) => name === "zones.change");
    expect(change?.input).toMatchObject({
      message: "New mail server",
      changes: [{ action: "set", name: "mx", type: "MX", values: ["10 mail.example.net."] }],
    });
    expect(change?.ifMatch).toBe('"v3"');
  });

  it("is kept when someone else has changed the zone meanwhile, and says so", async () => {
    const refusal = new Refusal({ status: 412, code: "zone_changed", detail: "It is at version 4 now." });
    render({ "zones.previewChange": zoneChange, "zones.change": refusal });
    await grid();
    await addRecord("new", "A", "192.0.2.7");
    await click(words.review);
    await waitFor(async () =>
      expect(await screen.findByRole("button", { name: words.publish })).toHaveProperty("disabled", false),
    );
    await click(words.publish);
    await screen.findByText(words.overtakenTitle);
    screen.getByText("1 unpublished change");
  });

  it("leads from the server's mistake back to the record", async () => {
    render({
      "zones.previewChange": new Refusal({
        status: 422,
        code: "invalid",
        errors: [
          { pointer: "/changes/0", message: "alias CNAME: A name with a CNAME has no other records." },
        ],
      }),
    });
    await grid();
    await addRecord("alias", "CNAME", "shop.example.net");
    await click(words.review);
    await screen.findByText(/A name with a CNAME has no other records/);
    fireEvent.click(screen.getByRole("button", { name: "Edit alias CNAME" }));
    await screen.findByRole("dialog", { name: "alias CNAME" });
  });

  it("deletes records with the Delete key, and takes that back with the same key", async () => {
    render();
    fireEvent.focus(await grid());
    await press("End");
    await press("Delete");
    await screen.findByText("1 unpublished change");
    screen.getByText(words.state_deleted);
    await press("Delete");
    await waitFor(() => expect(screen.queryByText("1 unpublished change")).toBeNull());
  });

  it("is discarded after a question", async () => {
    render();
    await grid();
    await addRecord("new", "A", "192.0.2.7");
    await click(words.discard);
    await screen.findByText("Discard 1 change?");
    await click(words.discard);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it("adds values to records that are there already", async () => {
    render();
    await grid();
    await click(words.add);
    await type(words.name, "www.example.com");
    await type(words.values, "192.0.2.2");
    await screen.findByText("www A has 1 value already. Yours are added to it.");
    await click(words.save);
    await waitFor(() => expect(Object.values(sessionStorage).join()).toContain('["192.0.2.1","192.0.2.2"]'));
  });
});

describe("the fields of a record", () => {
  it("refuse a wrong value where it is, and show the names in full", async () => {
    render();
    await grid();
    await click(words.add);
    await type(words.name, "www");
    await type(words.values, "192.0.2.1\n192.0.2.256");
    await click(words.save);
    await screen.findByText(/^Line 2: /);
    await type(words.type, "MX");
    await type(words.values, "10 mail.example.net");
    await screen.findByText("10 mail.example.net.");
    expect(screen.getByText("www.example.com").tagName).toBe("CODE");
  });
});

it("opens the import with lines that are pasted into the page", async () => {
  render({
    "zones.previewImport": { ...zoneChange, skipped: [{ line: 1, reason: "@ SOA: written by the service" }] },
  });
  await grid();
  const pasted = "www 3600 IN A 192.0.2.1\napi 3600 IN A 192.0.2.2";
  fireEvent.paste(document.body, { clipboardData: { getData: () => pasted } });
  expect(await screen.findByLabelText(words.zoneFile)).toHaveProperty("value", pasted);
  await screen.findByText("Line 1: @ SOA: written by the service");
});

it("marks the lines of a zone file that the API refuses", async () => {
  render({
    "zones.previewImport": new Refusal({
      status: 422,
      code: "invalid",
      errors: [{ pointer: "/zoneFile", message: "Line 2, column 11: The address isn't valid." }],
    }),
  });
  await grid();
  await click(words.import);
  await type(words.zoneFile, "www 60 IN A 192.0.2.1\napi 60 IN A bad");
  fireEvent.click(await screen.findByRole("button", { name: "Line 2, column 11" }));
  const field = screen.getByLabelText(words.zoneFile) as HTMLTextAreaElement;
  expect(field.value.slice(field.selectionStart)).toMatch(/^A bad/);
});
