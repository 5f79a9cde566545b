import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ContactPageInput } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { describe, expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { contact } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ContactList } from "./contact-list.tsx";

const words = messages.contacts;
const pageSize = 10;

/** An API with this many contacts, and pages of 10. */
function render(count: number) {
  const names = Array.from({ length: count }, (_, index) => `Person ${String(index).padStart(2, "0")}`);
  const asked: ContactPageInput[] = [];
  fakeApi({
    ...commonAnswers,
    "contacts.page": (input: ContactPageInput) => {
      asked.push(input);
      const from = Number(input.cursor ?? 0);
      const shown = names.filter((name) => name.includes(input.q ?? ""));
      return {
        items: shown
          .slice(from, from + pageSize)
          .map((name) => ({ ...contact, id: name, name, organization: null })),
        nextCursor: from + pageSize < shown.length ? String(from + pageSize) : null,
        total: count,
      };
    },
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <ContactList />
    </NuqsTestingAdapter>,
  );
  return asked;
}

const rowCount = () => screen.getAllByRole("row").length - 1;

describe("the list of contacts", () => {
  it("has a page of rows, the oldest first, and the next on request, each once", async () => {
    const asked = render(15);
    fireEvent.click(await screen.findByRole("button", { name: /^Show \d+ more$/ }));
    expect(await screen.findByText("All 15 contacts shown")).toBeTruthy();
    const names = screen.getAllByText(/^Person \d+$/).map((name) => name.textContent);
    expect([names.length, new Set(names).size]).toEqual([15, 15]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "10"]);
    expect(asked.every(({ sort }) => sort === undefined)).toBe(true);
  });

  it("is filtered and sorted by the API, and keeps its count", async () => {
    const asked = render(15);
    fireEvent.change(await screen.findByLabelText(words.filter), { target: { value: "Person 1" } });
    await waitFor(() => expect(rowCount()).toBe(5));
    fireEvent.click(screen.getByRole("button", { name: words.domains }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: "Person 1", sort: "domainCount" }));
    fireEvent.change(screen.getByLabelText(words.filter), { target: { value: "none" } });
    expect(await screen.findByText(words.noMatchTitle)).toBeTruthy();
    expect(screen.getByText("15")).toBeTruthy();
  });

  it("says what a contact is for while there is none", async () => {
    render(0);
    expect(await screen.findByText(words.emptyTitle)).toBeTruthy();
  });
});
