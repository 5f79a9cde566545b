import { type IdPrefix, idPrefixes } from "@zonepost/schema/panel";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId, publicId, rowId } from "../src/kernel/ids.ts";
import { allRows } from "./rights-rows/all-rows.ts";
import { paid } from "./rights-rows/orders.ts";
import { type Target, unknownId, type World } from "./rights-rows/row.ts";
import { type Person, startApi } from "./support/start-api.ts";

type Made = { id: string; within: string[] };
type Make = (world: World) => Promise<Made>;
type Path = NonNullable<Target["path"]>;

/** The target of an operation's row in the matrix of rights. */
async function targetOf(world: World, operation: string): Promise<Path> {
  const { path } = (await allRows.rest[operation]?.own?.(world, world.workspace.owner)) ?? {};
  if (!path) {
    throw new Error(`${operation} has no target`);
  }
  return path;
}

const ofTarget =
  (operation: string, within: (path: Path) => string[] = () => []): Make =>
  async (world) => {
    const path = await targetOf(world, operation);
    return { id: path.id ?? "", within: within(path) };
  };

/** A row that was inserted with its parent's ID. */
const inserted = async (prefix: IdPrefix, within: string[], insert: (id: string) => PromiseLike<unknown>) => {
  const id = newId();
  await insert(id);
  return { id: publicId(prefix, id), within };
};

const paidOrder = async (world: World) => {
  const { path } = await paid(world, world.workspace.owner);
  const [line] = await world.api.sql`
    select l.id, l.order_id from order_lines l join payments p on p.order_id = l.order_id
    where p.id = ${rowId("pay", path?.id ?? "") ?? ""}`;
  return { paymentId: path?.id ?? "", lineId: line?.id as string, orderId: line?.order_id as string };
};

const system = JSON.stringify({ kind: "system", id: null, name: "test" });

/** Of each kind that can be found, one record and what its page needs besides the ID. */
const kinds: Record<Exclude<IdPrefix, "cpg" | "ltx">, Make> = {
  aud: async ({ api, workspace }) => {
    const at = "2026-01-02T03:04:05.678Z";
    return inserted(
      "aud",
      [at],
      (
        id,
      ) => api.sql`insert into audit_entries (id, workspace_id, occurred_at, action, actor, target, details)
        values (${id}, ${workspace.id}, ${at}, 'workspace.updated', ${system}, 'test', '{}')`,
    );
  },
  con: ofTarget("getContact"),
  dba: ofTarget("getDomainBatch"),
  dhe: async ({ api, workspace }) => {
    const name = await workspace.addDomain();
    return inserted(
      "dhe",
      [name],
      (id) => api.sql`insert into domain_history (id, domain_id, kind, summary, details, actor, occurred_at)
        select ${id}, id, 'settings', 'Test', '{}', ${system}, now() from domains where name = ${name}`,
    );
  },
  dnf: async ({ api, workspace }) => {
    const name = await workspace.addDomain();
    return inserted(
      "dnf",
      [name],
      (id) => api.sql`
        insert into domain_notifications (id, workspace_id, domain_id, domain_name, kind, topic, details, actor, occurred_at)
        select ${id}, workspace_id, id, name, 'expires_soon', 'expiry', '{}', ${system}, now()
        from domains where name = ${name}`,
    );
  },
  dom: async ({ api, workspace }) => {
    const name = await workspace.addDomain();
    const [row] = await api.sql`select id from domains where name = ${name}`;
    return { id: publicId("dom", row?.id), within: [name] };
  },
  dop: ofTarget("getDomainOperation"),
  evt: async (world) => {
    const { id = "", deliveryId = "" } = await targetOf(world, "getWebhookDelivery");
    const [row] = await world.api.sql`
      select event_id from deliveries where id = ${rowId("whd", deliveryId) ?? ""}`;
    return { id: publicId("evt", row?.event_id), within: [id, deliveryId] };
  },
  inv: ofTarget("cancelInvitation"),
  key: ofTarget("getApiKey"),
  mac: ofTarget("getMailAccount", ({ domainName = "", id = "" }) => [domainName, id]),
  mal: ofTarget("getMailAlias", ({ domainName = "" }) => [domainName]),
  map: async (world) => {
    const { domainName = "", id = "", appPasswordId = "" } = await targetOf(world, "revokeMailAppPassword");
    return { id: appPasswordId, within: [domainName, id] };
  },
  mbr: ofTarget("removeMember"),
  mcn: async (world) => {
    const { domainName = "", id: account = "" } = await targetOf(world, "getMailAccount");
    const { sql } = world.api;
    await sql`insert into mail_hosts (name, started_at, last_seen_at) values ('mail.test', now(), now()) on conflict do nothing`;
    return inserted(
      "mcn",
      [domainName, account],
      (id) => sql`insert into mail_connections (id, host, process, account_id, protocol, ip_address, since)
        values (${id}, 'mail.test', '1', ${rowId("mac", account) ?? ""}, 'imap', '192.0.2.1', now())`,
    );
  },
  mms: async (world) => {
    const { domainName = "" } = await targetOf(world, "getMailAccount");
    const recipient = `box@${domainName}`;
    return inserted(
      "mms",
      [domainName, recipient],
      (id) => world.api.sql`
        insert into mail_events (id, workspace_id, mail_domain_id, host, queue_id, kind, sender, recipient, occurred_at)
        select ${id}, workspace_id, id, 'mail.test', '', 'refused', 'one@elsewhere.example', ${recipient}, now()
        from mail_domains where domain_name = ${domainName}`,
    );
  },
  ord: ofTarget("getOrder"),
  orl: async (world) => {
    const { lineId, orderId } = await paidOrder(world);
    return { id: publicId("orl", lineId), within: [publicId("ord", orderId)] };
  },
  pay: ofTarget("getPayment"),
  pmt: ofTarget("deletePaymentMethod"),
  rfd: async (world) => {
    const { paymentId } = await paidOrder(world);
    const { json } = await world.api.call({
      method: "POST",
      path: `/payments/${paymentId}/refunds`,
      cookie: world.workspace.owner.cookie,
      body: {},
    });
    return { id: json[0]?.id, within: [paymentId] };
  },
  ses: async ({ api, workspace }) => {
    const [row] = await api.sql`select id from sessions where user_id = ${workspace.owner.id} limit 1`;
    return { id: publicId("ses", row?.id), within: [] };
  },
  usr: async ({ workspace }) => ({ id: publicId("usr", workspace.owner.id), within: [] }),
  whd: async (world) => {
    const { id = "", deliveryId = "" } = await targetOf(world, "getWebhookDelivery");
    return { id: deliveryId, within: [id, deliveryId] };
  },
  whe: ofTarget("getWebhookEndpoint"),
  wsp: async ({ workspace }) => ({ id: publicId("wsp", workspace.id), within: [] }),
};
/** What a member sees who is limited to another domain: nothing that belongs to a domain or the whole workspace. */
const seenWithLimit: readonly string[] = ["wsp"];
/** What billing sees, which has no right over contacts, mail, webhooks, members, API keys and the log. */
const seenByBilling: readonly string[] = [
  ...["dba", "dhe", "dnf", "dom", "dop"],
  ...["ord", "orl", "pay", "pmt", "rfd", "wsp"],
];

let world: World;
let limited: Person;
let billing: Person;

beforeAll(async () => {
  const api = await startApi({ withCards: true });
  const [workspace, other] = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
  world = { api, workspace, other };
  limited = await workspace.join("member", { domainNames: [await workspace.addDomain()] });
  billing = await workspace.join("billing");
});
afterAll(() => world?.api[Symbol.asyncDispose]());

async function find({ cookie }: Person, id: string) {
  const input = encodeURIComponent(JSON.stringify({ id }));
  const { status, json } = await world.api.call({ path: `/trpc/finder.record?input=${input}`, cookie });
  return { status, data: json.result.data };
}
const notFound = { status: 200, data: null };

it.each(Object.entries(kinds))(
  "finds %s for those who see it, and for others as little as an unknown one",
  async (prefix, make) => {
    const { id, within } = await make(world);
    expect(id.startsWith(`${prefix}_`)).toBe(true);
    const found = { status: 200, data: { within } };
    expect(await find(world.workspace.owner, id)).toEqual(found);
    expect(await find(world.other.owner, id)).toEqual(notFound);
    expect(await find(billing, id)).toEqual(seenByBilling.includes(prefix) ? found : notFound);
    expect(await find(limited, id)).toEqual(seenWithLimit.includes(prefix) ? found : notFound);
    expect(await find(world.workspace.owner, unknownId(prefix as IdPrefix))).toEqual(notFound);
  },
);

it.each(["cpg", "ltx"] as const)("finds no %s, which has no page", async (prefix) => {
  expect(await find(world.workspace.owner, unknownId(prefix))).toEqual(notFound);
});

it("has a case for each prefix", () => {
  expect([...Object.keys(kinds), "cpg", "ltx"].sort()).toEqual([...idPrefixes]);
});

it.each(["", "dom_", "xyz_01k3v2m8q4f7x9b0c1d2e3f4g5", "dom_zzzzzzzzzzzzzzzzzzzzzzzzzz"])(
  "finds nothing for %j",
  async (id) => {
    expect(await find(world.workspace.owner, id)).toEqual(notFound);
  },
);

it("hides an event about a payment, and its delivery, from those who can't see payments", async () => {
  const { id, within } = await kinds.evt(world);
  const member = await world.workspace.join("member");
  await world.api.sql`update events set type = 'payment.received' where id = ${rowId("evt", id) ?? ""}`;
  await world.api.sql`
    update deliveries set event_type = 'payment.received' where event_id = ${rowId("evt", id) ?? ""}`;
  for (const each of [id, within[1] ?? ""]) {
    expect(await find(world.workspace.owner, each)).toEqual({ status: 200, data: { within } });
    expect(await find(member, each)).toEqual(notFound);
  }
});
