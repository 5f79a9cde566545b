import { z } from "zod";
import { emailAddress } from "../email-address.ts";
import { line, optionalLine } from "../lines.ts";
import { withoutPastedEdges } from "../pasted.ts";
import { phoneNumber } from "../phone-number.ts";
import { timestamp, typeId } from "../primitives.ts";
import type { contactRoles } from "../vocabulary.ts";

export { phoneNumber } from "../phone-number.ts";
export { contactRoles } from "../vocabulary.ts";

export const countryCode = z
  .string()
  .overwrite(withoutPastedEdges)
  .toUpperCase()
  .pipe(z.string().regex(/^[A-Z]{2}$/, "Enter a two-letter country code, such as DE."))
  .meta({ description: "Two-letter country code (ISO 3166-1 alpha-2)", examples: ["DE"] });

// RFC 5733 section 2.5 and the lengths of its schema: 255 characters a line, 16 of postal code, three lines of street.
const contactFields = {
  name: line(255, "Enter a name.").meta({ examples: ["Dana Meier"] }),
  organization: optionalLine(255),
  email: emailAddress,
  phone: phoneNumber,
  street: z
    .array(line(255))
    .min(1, "Enter at least one line.")
    .max(3, "Enter at most three lines.")
    .meta({ examples: [["Linienstraße 12"]] }),
  city: line(255, "Enter a city.").meta({ examples: ["Berlin"] }),
  stateOrProvince: optionalLine(255),
  postalCode: optionalLine(16),
  countryCode,
};

/** A person or an organization that a domain is registered to, or one that manages it. */
export const contactInput = z.strictObject(contactFields).meta({ id: "ContactInput" });
export type ContactInput = z.infer<typeof contactInput>;

export const contactPatch = z
  .strictObject(
    Object.fromEntries(
      Object.entries(contactFields).map(([key, field]) => [
        key,
        // Omitted fields stay unchanged, so no default may fill them.
        (field instanceof z.ZodDefault ? field.unwrap() : field).optional(),
      ]),
    ),
  )
  .meta({ id: "ContactPatch" }) as unknown as z.ZodType<Partial<ContactInput>, Partial<ContactInput>>;
export type ContactPatch = Partial<ContactInput>;

export const contact = z
  .object({
    id: typeId("con", "ID of the contact"),
    name: z.string(),
    organization: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    street: z.array(z.string()),
    city: z.string(),
    stateOrProvince: z.string().nullable(),
    postalCode: z.string().nullable(),
    countryCode: z.string(),
    domainCount: z.int().nonnegative().meta({ description: "The number of domains that use this contact" }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Contact" });
export type Contact = z.infer<typeof contact>;

export const contactParameters = z.strictObject({ id: typeId("con", "ID of the contact") });

export type ContactRole = (typeof contactRoles)[number];

/** A domain's contacts. Roles that are omitted use the registrant. */
export const domainContactsInput = z
  .strictObject({
    registrantId: typeId("con", "ID of the registrant contact, who owns the domain"),
    adminId: typeId("con", "ID of the administrative contact").optional(),
    techId: typeId("con", "ID of the technical contact").optional(),
  })
  .meta({ id: "DomainContactsInput" });
export type DomainContactsInput = z.infer<typeof domainContactsInput>;

export const contactReference = z
  .object({ id: typeId("con", "ID of the contact") })
  .meta({ id: "ContactReference", description: "A contact, for callers without `contacts:read`" });

const contactOfRole = z.union([contact, contactReference]).nullable();

export const domainContacts = z
  .object({ registrant: contactOfRole, admin: contactOfRole, tech: contactOfRole })
  .meta({
    id: "DomainContacts",
    description:
      "Each role's contact; only its ID for callers without `contacts:read`. Null if the registry holds a contact that is not in this workspace.",
  });
export type DomainContacts = z.infer<typeof domainContacts>;
