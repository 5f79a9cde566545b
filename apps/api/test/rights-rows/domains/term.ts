import { newId, publicId } from "../../../src/kernel/ids.ts";
import { addContact } from "../../support/domains/add-contact.ts";
import {
  chance,
  type MakeTarget,
  paid,
  type Row,
  type Rows,
  type TrpcRow,
  unknownId,
  unknownName,
  type World,
  workspaceOf,
} from "../row.ts";

export const registration: MakeTarget = paid(async (world, person) => {
  const contacts = { registrantId: await addContact(world.api, workspaceOf(world, person)) };
  return { body: { name: `rights-${chance()}.com`, contacts } };
});
/** The other workspace's key gets one of that workspace's contacts. */
const registered = { success: 201, own: registration, except: { key_of_other_workspace: 422 } };
const expiryOf = async ({ api }: World, name: string): Promise<string> => {
  const [row] = await api.sql<{ paidUntil: string }[]>`
    select paid_until as "paidUntil" from domains where name = ${name}`;
  return new Date(row?.paidUntil ?? 0).toISOString();
};
const domainThat: MakeTarget = async ({ workspace }) => ({ path: { name: await workspace.addDomain() } });
const renewed: MakeTarget = paid(async (world) => {
  const name = await world.workspace.addDomain();
  return { path: { name }, body: { currentExpiresAt: await expiryOf(world, name) } };
});
const restored: MakeTarget = paid(async ({ api, workspace }) => {
  const name = await workspace.addDomain({ status: "redemption" });
  await api.sql`
    update registry.domains set phase = 'redemption', phase_ends_at = now() + interval '9 days',
      redemption_ends_at = now() + interval '9 days'
    where name = ${name}`;
  return { path: { name }, body: {} };
});
const deleted: MakeTarget = async ({ workspace }) => {
  const name = await workspace.addDomain();
  return { path: { name }, body: { confirmName: name } };
};
const missing = (body?: object) => ({ path: { name: unknownName }, ...(body ? { body } : {}) });
const operationThat: MakeTarget = async ({ api, workspace }) => {
  const [domainName, id, at] = [await workspace.addDomain(), newId(), new Date().toISOString()];
  await api.sql`
    insert into domain_operations (id, workspace_id, domain_name, kind, state, actor, created_at, updated_at, finished_at)
    values (${id}, ${workspace.id}, ${domainName}, 'renewal', 'succeeded',
      '{"kind":"system","id":null,"name":"test"}', ${at}, ${at}, ${at})`;
  return { path: { id: publicId("dop", id) } };
};
/** A caller limited to one domain only sees its operations. */
const ofOtherDomains = {
  member_of_this_domain: 404,
  member_of_another_domain: 404,
  key_of_this_domain: 404,
  key_of_another_domain: 404,
};
const seen = { own: operationThat, missing: { path: { id: unknownId("dop") } } };

const renewal = {
  success: 201,
  own: renewed,
  missing: missing({ currentExpiresAt: "2030-01-01T00:00:00.000Z" }),
};
const restore = { success: 201, own: restored, missing: missing({}) };
const deletion = { success: 201, own: deleted, missing: missing({ confirmName: unknownName }) };
const asPreview = (right: TrpcRow["right"], row: Row): TrpcRow => ({
  ...overTrpc(right, row),
  changesNothing: true,
});
const orRight = "domains:renew";
const overTrpc = (right: TrpcRow["right"], row: Row): TrpcRow => ({ ...row, right, success: 200 });

export const domainTermRows: Rows = {
  rest: {
    registerDomain: registered,
    listDomainOperations: { success: 200 },
    getDomainOperation: { ...seen, success: 200, except: ofOtherDomains },
    getDomain: { success: 200, own: domainThat, missing: missing() },
    renewDomain: renewal,
    restoreDomain: restore,
    deleteDomain: deletion,
  },
  trpc: {
    "orders.registerDomain": { right: "domains:buy", success: 200, own: registration },
    "orders.renewDomain": { ...overTrpc("domains:buy", renewal), orRight },
    "orders.restoreDomain": { ...overTrpc("domains:buy", restore), orRight },
    "domains.delete": overTrpc("domains:release", deletion),
    "domains.previewRegistration": asPreview("domains:buy", { success: 200, own: registration }),
    "domains.previewRenewal": { ...asPreview("domains:buy", renewal), orRight },
    "domains.previewRestore": { ...asPreview("domains:buy", restore), orRight },
    "domains.previewDeletion": asPreview("domains:release", deletion),
    "domains.operations.list": { right: "domains:read", success: 200 },
    "domains.operations.get": {
      ...seen,
      right: "domains:read",
      success: 200,
      except: { member_of_this_domain: 404, member_of_another_domain: 404 },
    },
  },
};
