import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { OrderPageInput } from "@zonepost/schema/panel";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { order } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { OrderList } from "./order-list.tsx";

const words = messages.orders;
const rowOf = (index: number) => ({
  ...order,
  id: `ord_${index}`,
  firstName: `name-${index}.com`,
  nameCount: 3,
});

/** An API with 15 orders, in pages of 10. */
function renderList() {
  const asked: OrderPageInput[] = [];
  const rows = Array.from({ length: 15 }, (_, index) => rowOf(index));
  fakeApi({
    ...commonAnswers,
    "orders.list": (input: OrderPageInput) => {
      asked.push(input);
      return input.cursor === undefined
        ? { items: rows.slice(0, 10), nextCursor: "ten", total: 15 }
        : { items: rows.slice(10), nextCursor: null, total: null };
    },
  });
  renderInPanel(
    <NuqsTestingAdapter hasMemory>
      <OrderList />
    </NuqsTestingAdapter>,
  );
  return asked;
}

it("has a page of orders, and the next on request, in the order of the API", async () => {
  const asked = renderList();
  fireEvent.click(await screen.findByRole("button", { name: /^Show \d+ more$/ }));
  await screen.findByText("All 15 orders shown");
  const links = screen.getAllByRole("link", { name: /^name-/ }).map((link) => link.textContent);
  expect(links).toEqual(Array.from({ length: 15 }, (_, index) => `name-${index}.com and 2 more`));
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "ten"]);
});

it("is filtered by the API, and exports the same", async () => {
  const asked = renderList();
  const state = await screen.findByRole("combobox", { name: words.state });
  fireEvent.change(state, { target: { value: "completed" } });
  await expect.poll(() => asked.at(-1)).toMatchObject({ state: "completed" });
  const link = await screen.findByRole("link", { name: messages.payments.export });
  expect(link.getAttribute("href")).toMatch(/\/orders\/export\?state=completed$/);
});
