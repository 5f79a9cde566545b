import { type APIRequestContext, expect } from "@playwright/test";
import type { Contact, ContactInput, DomainDetails, DomainOperation } from "@zonepost/schema";
import { send } from "./people.ts";

/** A unique name, which sorts after the initial domains in the list. */
export const newName = (word: string, tld = "com") => `zz-${word}-${crypto.randomUUID().slice(0, 8)}.${tld}`;

const someone: ContactInput = {
  name: "Dana Meier",
  organization: "Meier & Daughters",
  email: "dana@meier.test",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  stateOrProvince: null,
  postalCode: "10178",
  countryCode: "DE",
};

export const makeContact = (api: APIRequestContext, input: Partial<ContactInput> = {}) =>
  send<Contact>(api, "/contacts", { ...someone, ...input });

export const readDomain = async (api: APIRequestContext, name: string) =>
  (await (await api.get(`/domains/${name}`)).json()) as DomainDetails;

/** Registers a name for a year, with its own contact. On a busy machine, the registry answers later than the API. */
export async function register(api: APIRequestContext, name: string, more: Record<string, unknown> = {}) {
  const { id } = await makeContact(api);
  const operation = await send<DomainOperation & { orderId: string }>(api, "/domains", {
    name,
    contacts: { registrantId: id },
    ...more,
  });
  await expect.poll(async () => (await readDomain(api, name)).status).toBe("active");
  return operation;
}
