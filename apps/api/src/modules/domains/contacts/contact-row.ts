import type { contacts } from "@zonepost/db";
import type { Contact } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";
import type { RegistrantDetails } from "../ports.ts";

export type ContactRow = typeof contacts.$inferSelect;

export const detailsOfContact = (row: ContactRow): RegistrantDetails => ({
  name: row.name,
  organization: row.organization,
  email: row.email,
  phone: row.phone,
  street: row.street,
  city: row.city,
  stateOrProvince: row.stateOrProvince,
  postalCode: row.postalCode,
  countryCode: row.countryCode,
});

export const contactOfRow = (row: ContactRow, domainCount: number): Contact => ({
  id: publicId("con", row.id),
  ...detailsOfContact(row),
  domainCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
