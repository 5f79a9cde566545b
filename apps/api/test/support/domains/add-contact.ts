import { contacts, type Db } from "@zonepost/db";
import { newId, publicId } from "../../../src/kernel/ids.ts";

export const dana = {
  name: "Dana Meier",
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

/** Returns the contact's public ID. */
export async function addContact(
  { db }: { db: Db },
  workspace: { id: string },
  more: { countryCode?: string; postalCode?: string } = {},
): Promise<string> {
  const id = newId();
  await db.insert(contacts).values({
    id,
    workspaceId: workspace.id,
    ...dana,
    createdAt: new Date(),
    updatedAt: new Date(),
    ...more,
  });
  return publicId("con", id);
}
