import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { TransferCheck } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { keptBasket } from "@/testing/basket.ts";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { router } from "@/testing/router.ts";
import { TransferList } from "./transfer-list.tsx";

const words = messages.transferIn;
const checkedOf = (domainName: string, problem?: string): TransferCheck[number] => ({
  dryRun: true,
  kind: "transfer_in",
  domainName,
  wouldSucceed: problem === undefined,
  years: 1,
  priceCents: 1188,
  currency: "EUR",
  expiresAt: null,
  problems: problem === undefined ? [] : [{ code: "transfer_locked", message: problem, pointer: null }],
  warnings: [],
});

function renderList() {
  const api = fakeApi({
    ...commonAnswers,
    "orders.checkTransfers": ({ lines }: { lines: { name: string }[] }) =>
      lines.map(({ name }) => checkedOf(name, name === "locked.com" ? "It is locked." : undefined)),
  });
  renderInPanel(<TransferList />);
  return { checks: () => api.sent.filter(({ name }) => name === "orders.checkTransfers") };
}
const paste = async (value: string) =>
  fireEvent.change(await screen.findByLabelText(words.list), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("checks a list, names what is in the way, and puts the rest into the basket without a code", async () => {
  renderList();
  await paste("free.com Secret-Code-1\nlocked.com,Secret-Code-2");
  await press("Check 2 domains");
  const results = await screen.findByRole("region", { name: "1 of 2 can be transferred" });
  within(results).getByText("It is locked.");
  await press("Add 1 domain to basket");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/domains/basket"));
  expect(keptBasket().items).toMatchObject([
    { kind: "transfer_in", name: "free.com", seen: { priceCents: 1188 } },
  ]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("Secret");
});

it("names each line that can't be read, and checks nothing until they are fixed", async () => {
  const { checks } = renderList();
  await paste("free.com Secret-Code-1\n\nother.com");
  await press("Check 1 domain");
  await screen.findByText(`Line 3: ${words.lineWithoutCode}`);
  expect(checks()).toEqual([]);
  await paste("free.com Secret-Code-1\n\nother.com Secret-Code-2");
  await press("Check 2 domains");
  await waitFor(() => expect(checks()).toHaveLength(1));
});

it("checks a long list in parts", async () => {
  const { checks } = renderList();
  await paste(Array.from({ length: 51 }, (_, index) => `${index}.com Secret-Code-1`).join("\n"));
  await press("Check 51 domains");
  await screen.findByRole("region", { name: "51 of 51 can be transferred" });
  expect(checks()).toHaveLength(2);
});
