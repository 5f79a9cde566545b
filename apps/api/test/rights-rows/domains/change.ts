import { addContact } from "../../support/domains/add-contact.ts";
import {
  type MakeTarget,
  type Row,
  type Rows,
  type Target,
  type TrpcRow,
  unknownId,
  unknownName,
  type World,
} from "../row.ts";

const ownDomain = async ({ workspace }: World): Promise<Target> => ({
  path: { name: await workspace.addDomain() },
});
const missingDomain = { path: { name: unknownName } };
/** A domain of the workspace and a body for each call, and the same call with an unregistered name. */
const about = (makeBody: (world: World) => Promise<object>, missingBody: object) => ({
  own: (async (world) => ({ ...(await ownDomain(world)), body: await makeBody(world) })) as MakeTarget,
  missing: { ...missingDomain, body: missingBody },
});

const nameservers = ["ns1.example.org", "ns2.example.org"].map((host) => ({ host, addresses: [] }));
const contactsOf = async (world: World) => ({ registrantId: await addContact(world.api, world.workspace) });
const unknownContacts = { registrantId: unknownId("con") };

const details = {
  name: "Noor",
  email: "noor@example.com",
  phone: "+4930123457",
  street: ["Torstraße 1"],
  city: "Berlin",
  postalCode: "10119",
  countryCode: "DE",
};
const missingContact = { path: { id: unknownId("con") } };
const ownContact = async (world: World): Promise<Target> => ({
  path: { id: await addContact(world.api, world.workspace) },
});
const seenContact = { own: ownContact, missing: missingContact };
const withPatch = (patch: object) => ({
  own: (async (world) => ({ ...(await ownContact(world)), body: patch })) as MakeTarget,
  missing: { ...missingContact, body: patch },
});
const overTrpc = (right: TrpcRow["right"], row: Omit<Row, "success">): TrpcRow => ({
  ...row,
  right,
  success: 200,
});

export const domainChangeRows: Rows = {
  rest: {
    updateDomain: { success: 200, ...about(async () => ({ autoRenew: false }), { autoRenew: false }) },
    changeNameservers: { success: 200, ...about(async () => ({ nameservers }), { nameservers }) },
    checkNameservers: {
      success: 200,
      changesNothing: true,
      ...about(async () => ({ nameservers }), { nameservers }),
    },
    getDnsStatus: { success: 200, own: ownDomain, missing: missingDomain },
    getDomainContacts: { success: 200, own: ownDomain, missing: missingDomain },
    changeDomainContacts: { success: 200, ...about(contactsOf, unknownContacts) },
    listContacts: { success: 200 },
    createContact: { success: 201, own: async () => ({ body: details }) },
    getContact: { success: 200, ...seenContact },
    updateContact: { success: 200, ...withPatch({ city: "Potsdam" }) },
    deleteContact: { success: 204, ...seenContact },
  },
  trpc: {
    "domains.update": overTrpc(
      "domains:write",
      about(async () => ({ autoRenew: false }), { autoRenew: false }),
    ),
    "domains.changeNameservers": overTrpc(
      "domains:write",
      about(async () => ({ nameservers }), { nameservers }),
    ),
    "domains.dnsStatus": overTrpc("domains:read", { own: ownDomain, missing: missingDomain }),
    "domains.contacts": overTrpc("domains:read", { own: ownDomain, missing: missingDomain }),
    "domains.changeContacts": overTrpc("domains:write", about(contactsOf, unknownContacts)),
    "contacts.list": { right: "contacts:read", success: 200 },
    "contacts.page": { right: "contacts:read", success: 200 },
    "contacts.get": overTrpc("contacts:read", seenContact),
    "contacts.domains": overTrpc("contacts:read", seenContact),
    "contacts.create": overTrpc("contacts:write", { own: async () => ({ body: details }) }),
    "contacts.update": overTrpc("contacts:write", withPatch({ city: "Potsdam" })),
    "contacts.delete": overTrpc("contacts:write", seenContact),
  },
};
