import { z } from "zod";
import { countryCodes } from "../country-codes.ts";
import { countryCode } from "../domains/contacts.ts";
import { atMost, noStrangeCharacters, optionalLine, visibleCharacter } from "../lines.ts";
import { withoutPastedEdges, withoutPastedSpaces } from "../pasted.ts";

const address = z
  .string()
  .overwrite((text) => withoutPastedSpaces(text.replace(/\r\n?/g, "\n")))
  .min(1, "Enter a value.")
  .refine(atMost(500), "Use at most 500 characters.")
  .regex(/^[^\n]*(\n[^\n]*){0,7}$/, "Enter at most eight lines.")
  .regex(/^(?:\n|[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}])*$/u, "Remove the control characters.")
  .regex(noStrangeCharacters, "Remove the invisible formatting characters.")
  .regex(visibleCharacter, "Use at least one letter, digit or symbol.")
  .meta({ maxLength: 500 });

const country = countryCode.refine((code) => countryCodes.includes(code), "Choose a country.");

/** The forms differ too much between countries to check more. */
const vatId = z
  .string()
  .overwrite(withoutPastedEdges)
  .toUpperCase()
  .pipe(
    z
      .string()
      .max(32, "Use at most 32 characters.")
      .regex(/^[A-Z0-9][A-Z0-9 ./*+-]{3,}$/, "Enter the VAT ID as it is registered, such as DE123456789."),
  );

const orNone = <Field extends z.ZodType>(field: Field) =>
  z.union([z.literal("").transform(() => null), z.null(), field]).default(null);

const descriptions = {
  company: "Name on receipts. Null to use the workspace's name",
  address:
    "Postal address on receipts, without the country; lines are separated by `\\n`. Null if there is none",
  countryCode:
    "Country of the address (ISO 3166-1 alpha-2), which decides the tax rate. Null if there is none",
  vatId: "VAT identification number on receipts. It doesn't change the tax rate. Null if there is none",
};
const examples = {
  company: "Example GmbH",
  address: "Linienstraße 12\n10178 Berlin",
  countryCode: "DE",
  vatId: "DE123456789",
};
const described = <Field extends z.ZodType>(name: keyof typeof examples, field: Field) =>
  field.meta({ description: descriptions[name], examples: [examples[name]] });

/** A field that is left out is cleared, as by null. */
export const billingProfileInput = z
  .strictObject({
    company: described("company", optionalLine(255)),
    address: described("address", orNone(address)),
    countryCode: described("countryCode", orNone(country)),
    vatId: described("vatId", orNone(vatId)),
  })
  .meta({ id: "BillingProfileInput" });
export type BillingProfileInput = z.infer<typeof billingProfileInput>;

const text = z.string().nullable();

export const billingProfile = z
  .object({
    company: described("company", text),
    address: described("address", text),
    countryCode: described("countryCode", text),
    vatId: described("vatId", text),
  })
  .meta({ id: "BillingProfile" });
export type BillingProfile = z.infer<typeof billingProfile>;
