import { domainOperations } from "@zonepost/db";
import { otherRegistrar } from "@zonepost/registry";
import { and, eq } from "drizzle-orm";
import { publicId } from "../../../src/kernel/ids.ts";
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

const authCode = "the-Auth-Code-of-it-1";

const registrarOf = ({ api }: World) => {
  const registrar = api.wired.registrars.byCode("primary");
  if (!registrar) {
    throw new Error("no registrar is configured");
  }
  return registrar;
};

/** A domain of the other registrar, with a known auth code. */
async function elsewhere(world: World, tld: string): Promise<string> {
  const name = `moving-${chance()}.${tld}`;
  await world.workspace.addDomain({ name });
  await registrarOf(world).changeAuthCode(name, authCode);
  await world.api.sql`delete from domains where name = ${name}`;
  await world.api.sql`update registry.domains set sponsor = ${otherRegistrar} where name = ${name}`;
  return name;
}

const transferIn = (tld: string): MakeTarget =>
  paid(async (world, person) => ({
    body: {
      name: await elsewhere(world, tld),
      authCode,
      contacts: { registrantId: await addContact(world.api, workspaceOf(world, person)) },
    },
  }));

/** A transfer that waits for the other registrar. */
const waiting: MakeTarget = async (world) => {
  const { body } = await transferIn("com")(world, world.workspace.owner);
  const { cookie } = world.workspace.owner;
  const answer = await world.api.call({ method: "POST", path: "/domains/transfers", cookie, body });
  return { path: { id: answer.json.id } };
};

/** A transfer that another registrar has requested. */
const withTransferRequest: MakeTarget = async (world) => {
  const { api, workspace } = world;
  const name = await workspace.addDomain();
  await registrarOf(world).changeAuthCode(name, authCode);
  await api.registry.otherRegistrarRequestsTransfer(name, authCode);
  const sync = api.wired.createSweeps().find((sweep) => sweep.name === "registry sync");
  await sync?.run(new AbortController().signal);
  const [operation] = await api.db
    .select()
    .from(domainOperations)
    .where(and(eq(domainOperations.domainName, name), eq(domainOperations.kind, "transfer_out")));
  return { path: { id: publicId("dop", operation?.id ?? "") } };
};

const missing = { path: { id: unknownId("dop") } };
/** A caller limited to one domain only sees its operations. */
const ofOtherDomains = { member_of_this_domain: 404, member_of_another_domain: 404 };
const keysOfOtherDomains = { key_of_this_domain: 404, key_of_another_domain: 404 };
const code: Omit<Row, "success"> = {
  own: async ({ workspace }) => ({ path: { name: await workspace.addDomain() } }),
  missing: { path: { name: unknownName } },
};
const overTrpc = (right: TrpcRow["right"], row: Omit<Row, "success">): TrpcRow => ({
  ...row,
  right,
  success: 200,
});

export const domainMoveRows: Rows = {
  rest: {
    // The other workspace's key gets one of that workspace's contacts.
    transferDomainIn: { success: 201, own: transferIn("de"), except: { key_of_other_workspace: 422 } },
    cancelDomainOperation: { success: 200, own: waiting, missing },
    approveTransferOut: { success: 200, own: withTransferRequest, missing },
    rejectTransferOut: {
      success: 200,
      own: withTransferRequest,
      missing,
      except: { ...ofOtherDomains, ...keysOfOtherDomains },
    },
    createAuthCode: { success: 201, ...code },
  },
  trpc: {
    "domains.previewTransferIn": {
      ...overTrpc("domains:buy", { own: transferIn("de") }),
      changesNothing: true,
    },
    "orders.transferDomainIn": overTrpc("domains:buy", { own: transferIn("de") }),
    "domains.operations.cancel": overTrpc("domains:buy", { own: waiting, missing }),
    "domains.operations.approve": overTrpc("domains:release", { own: withTransferRequest, missing }),
    "domains.operations.reject": overTrpc("domains:write", {
      own: withTransferRequest,
      missing,
      except: ofOtherDomains,
    }),
    "domains.createAuthCode": overTrpc("domains:release", code),
  },
};
