import type { Contact } from "@zonepost/schema";
import { asDemoOwner, send } from "./people.ts";

export const berlin = {
  name: "Berta Linden",
  organization: "Linden & Töchter",
  email: "berta@linden.example.com",
  phone: "+49 30 123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

export const austin = {
  name: "Joe Rivera",
  email: "joe@rivera.example.com",
  phone: "+1 512 555 0100",
  street: ["100 Congress Ave"],
  city: "Austin",
  stateOrProvince: "TX",
  postalCode: "78701",
  countryCode: "US",
};

/** Creates a contact, or finds the one with the same name. */
export async function makeContact(details: typeof berlin | typeof austin): Promise<Contact> {
  const owner = await asDemoOwner();
  const contacts = (await (await owner.get("/contacts")).json()) as Contact[];
  const contact =
    contacts.find(({ name }) => name === details.name) ?? (await send<Contact>(owner, "/contacts", details));
  await owner.dispose();
  return contact;
}
