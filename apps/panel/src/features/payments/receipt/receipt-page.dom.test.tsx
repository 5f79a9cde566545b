import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { receipt } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { ReceiptPage } from "./receipt-page.tsx";

const words = messages.receipt;

it("shows number, date, both parties, the items, tax and refunds, and prints itself", async () => {
  fakeApi({ ...commonAnswers, "orders.receipt": receipt });
  renderInPanel(<ReceiptPage paymentId={receipt.paymentId} />);
  const sheet = within(await screen.findByRole("article", { name: "Receipt 1042" }));
  sheet.getByText("Issued on 1 Jan 2026");
  expect(sheet.getByRole("region", { name: words.seller }).textContent).toContain("Zonepost Ltd");
  const buyer = sheet.getByRole("region", { name: words.buyer }).textContent;
  expect(buyer).toContain("Acme GmbH\nLinienstraße 12\n10178 Berlin\nGermany");
  expect(buyer).toContain("DE123456789");
  const rows = sheet.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "ItemPrice",
    "Registration of bücher.example, 1 year€11.88",
    "Subtotal€11.88",
    "Tax (19%)€2.26",
    "Total€14.14",
    "Refunded on 3 Jan 2026-€4.00",
    "Total after refunds€10.14",
  ]);
  const print = vi.fn();
  vi.stubGlobal("print", print);
  fireEvent.click(screen.getByRole("button", { name: words.print }));
  expect(print).toHaveBeenCalledOnce();
});

it("shows what a bank has taken back instead of a total after refunds", async () => {
  fakeApi({ ...commonAnswers, "orders.receipt": { ...receipt, refunds: [], takenBackCents: 1414 } });
  renderInPanel(<ReceiptPage paymentId={receipt.paymentId} />);
  const sheet = within(await screen.findByRole("article", { name: "Receipt 1042" }));
  const rows = sheet.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows.slice(-2)).toEqual(["Total€14.14", `${words.takenBack}-€14.14`]);
});

it("has its number once", async () => {
  fakeApi({ ...commonAnswers, "orders.receipt": receipt });
  renderInPanel(<ReceiptPage paymentId={receipt.paymentId} />);
  await screen.findByRole("article", { name: "Receipt 1042" });
  expect(screen.getAllByText(/1042/)).toHaveLength(1);
});
