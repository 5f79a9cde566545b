import { expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { differencesEmail } from "./differences-email.ts";

it("lists each difference in the email to the operator, in both languages", () => {
  const paymentId = newId();
  const payment = { paymentId, currency: "EUR" };
  const { en, de } = differencesEmail([
    { ...payment, account: "processor", at: "processor", ownCents: 1290, foundCents: 790 },
    { ...payment, account: "tax", at: "ledger", ownCents: -206, foundCents: 0 },
  ]).variants;
  expect(en.text).toContain(`${publicId("pay", paymentId)}: €12.90 recorded, €7.90 at the processor`);
  expect(en.text).toContain("-€2.06 recorded, €0.00 in the ledger (tax)");
  expect(de.text).toMatch(/12,90\s€ gespeichert, 7,90\s€ beim Zahlungsdienstleister/);
  expect(en.subject).toBe("A payment doesn't match the processor or the ledger");
});
