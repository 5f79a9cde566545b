import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshProof, type MutationId } from "../src/kernel/fresh-proof.ts";
import { rowId } from "../src/kernel/ids.ts";
import { allRows } from "./rights-rows/all-rows.ts";
import { chance, type MakeTarget, restCall, type Target, type World } from "./rights-rows/row.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import type { Answer } from "./support/answer.ts";
import { describedOperations } from "./support/conformance.ts";
import { addContact } from "./support/domains/add-contact.ts";
import { procedures } from "./support/procedures.ts";
import { type Person, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// Every mutation, called with a session that was confirmed an hour ago: refused or not, as the table says. What is
// refused has changed nothing.

let world: World;
let operator: Person;
const places = new Map(describedOperations.map(({ operation, ...place }) => [operation.operationId, place]));

beforeAll(async () => {
  const api = await startApi({ withCards: true });
  const [workspace, other] = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
  world = { api, workspace, other };
  operator = await api.createOperator();
  await watchTables();
});
afterAll(() => world?.api[Symbol.asyncDispose]());

const confirmAll = (minutesAgo: number) =>
  world.api.sql`update sessions set confirmed_at = now() - ${minutesAgo} * interval '1 minute'`;
beforeEach(() => confirmAll(0));

/** Targets of conditional operations: those that the condition is about, and others. */
const conditional: Record<string, { asked: MakeTarget[]; free: MakeTarget[] }> = {
  changePassword: {
    asked: [
      async ({ api, workspace }) => {
        const { id, cookie } = await workspace.join("member");
        await api.sql`delete from credentials where user_id = ${id}`;
        return { cookie, body: { newPassword: "quiet harbor lantern" } };
      },
    ],
    free: [async () => ({ body: { newPassword: "quiet harbor lantern", currentPassword: "wrong" } })],
  },
  createInvitation: {
    asked: [invitation("admin"), invitation("owner"), invitation("member")],
    free: [invitation("read_only")],
  },
  resendInvitation: {
    asked: [openInvitation("admin"), openInvitation("member")],
    free: [openInvitation("read_only")],
  },
  updateMember: {
    asked: [seatChange({ role: "admin" }), seatChange({ role: "billing" }), widerLimit],
    free: [seatChange({ role: "read_only" }), seatChange({ role: "member", domainNames: null })],
  },
  updateApiKey: {
    asked: [keyPatch({ ipRanges: null }), keyPatch({ ipRanges: ["192.0.2.0/24", "198.51.100.0/24"] })],
    free: [keyPatch({ name: "Renamed" }), keyPatch({ ipRanges: ["192.0.2.0/25"] })],
  },
  updateDomain: {
    asked: [domainPatch({ locked: false })],
    free: [domainPatch({ locked: true }), domainPatch({ autoRenew: false })],
  },
  changeManyDomains: {
    asked: [
      batch({ locked: false }),
      batch({ nameservers: [{ host: "ns1.example.org" }, { host: "ns2.example.org" }] }),
      batch({ deleted: true, confirmCount: 1 }),
      batchOfContacts("thief@example.com"),
    ],
    free: [batch({ locked: true }), batch({ whoisPrivacy: true }), batchOfContacts("dana@example.com")],
  },
  updateContact: {
    asked: [contactPatch({ email: "thief@example.com" })],
    free: [contactPatch({ city: "Potsdam" }), contactPatch({ email: "dana@example.com", city: "Potsdam" })],
  },
  changeDomainContacts: {
    asked: [newContacts("thief@example.com")],
    free: [newContacts("dana@example.com")],
  },
  updateMailDomain: {
    asked: [mailPatch({ suspended: true }), mailPatch({ suspended: true, autoRenew: false })],
    free: [mailPatch({ suspended: false }), mailPatch({ autoRenew: true })],
  },
  updateMailAccount: {
    asked: [ofAccount({ forwardTo: "thief@elsewhere.example" })],
    free: [
      ofAccount({ displayName: "New" }),
      ofAccount({ forwardTo: null }),
      // As before.
      async (world, person) => {
        const target = await ofAccount({ forwardTo: "own@elsewhere.example" })(world, person);
        await sendRest("updateMailAccount", target);
        return target;
      },
    ],
  },
  createMailAlias: {
    asked: [
      newAlias((domainName) => ({
        fromAddress: `a-${chance()}@${domainName}`,
        toAddresses: [`in@${domainName}`, "thief@elsewhere.example"],
      })),
      newAlias((domainName) => ({ fromAddress: `*@${domainName}`, toAddress: `in@${domainName}` })),
    ],
    free: [
      newAlias((domainName) => ({
        fromAddress: `a-${chance()}@${domainName}`,
        toAddress: `in@${domainName}`,
      })),
    ],
  },
  updateMailAlias: {
    asked: [
      aliasPatch((domainName) => [`in@${domainName}`, "thief@elsewhere.example"]),
      aliasPatch(() => ["thief@elsewhere.example"]),
    ],
    free: [aliasPatch((domainName) => [`in@${domainName}`, `more@${domainName}`])],
  },
  updateWebhookEndpoint: {
    asked: [endpointPatch({ url: "https://thief.example.com/hook" })],
    free: [endpointPatch({ description: "new" }), endpointPatch({ url: "https://hooks.example.com/" })],
  },
};

function invitation(role: string): MakeTarget {
  return async () => ({ body: { email: `invited-${chance()}@people.test`, role } });
}
function openInvitation(role: "admin" | "member" | "read_only"): MakeTarget {
  return async ({ workspace }) => ({ path: { id: (await workspace.invite({ role })).id } });
}
function seatChange(body: object): MakeTarget {
  return async ({ workspace }) => ({ path: { id: (await workspace.seat("member")).memberId }, body });
}
async function widerLimit({ workspace }: World): Promise<Target> {
  const { memberId } = await workspace.join("member", { domainNames: [await workspace.addDomain()] });
  return { path: { id: memberId }, body: { domainNames: null } };
}
function keyPatch(body: object): MakeTarget {
  return async ({ api, workspace }) => {
    const { id } = await newApiKey(api, workspace, { scopes: ["domains:read"], ipRanges: ["192.0.2.0/24"] });
    return { path: { id }, body };
  };
}
function domainPatch(body: object): MakeTarget {
  return async ({ workspace }) => ({ path: { name: await workspace.addDomain() }, body });
}
function batch(change: object): MakeTarget {
  return async ({ workspace }) => ({ body: { names: [await workspace.addDomain()], change } });
}
function contactPatch(body: object): MakeTarget {
  return async (world) => ({ path: { id: await addContact(world.api, world.workspace) }, body });
}
function newContacts(email: string): MakeTarget {
  return async (world) => {
    const name = await world.workspace.addDomain();
    const [before, after] = [
      await addContact(world.api, world.workspace),
      await addContact(world.api, world.workspace),
    ];
    await world.api.sql`update contacts set email = ${email} where id = ${rowId("con", after) ?? ""}`;
    await world.api.db
      .update(domains)
      .set({ registrantContactId: rowId("con", before) ?? "" })
      .where(eq(domains.name, name));
    return { path: { name }, body: { registrantId: after } };
  };
}
function batchOfContacts(email: string): MakeTarget {
  return async (world, person) => {
    const { path, body } = await newContacts(email)(world, person);
    return { body: { names: [path?.name], change: { contacts: body } } };
  };
}

let mailDomain: Promise<string> | undefined;
const ownMailDomain = (): Promise<string> => {
  mailDomain ??= allRows.rest.getMailDomain
    ?.own?.(world, world.workspace.owner)
    .then(({ path }) => path?.domainName ?? "");
  return mailDomain ?? Promise.reject(new Error("there is no row of a mail domain"));
};
function mailPatch(body: object): MakeTarget {
  return async () => ({ path: { domainName: await ownMailDomain() }, body });
}
function ofAccount(body: object): MakeTarget {
  return async (world, person) => ({ ...(await allRows.rest.deleteMailAccount?.own?.(world, person)), body });
}
function newAlias(bodyOf: (domainName: string) => object): MakeTarget {
  return async () => {
    const domainName = await ownMailDomain();
    return { path: { domainName }, body: bodyOf(domainName) };
  };
}
function aliasPatch(targetsOf: (domainName: string) => string[]): MakeTarget {
  return async ({ api, workspace }) => {
    const domainName = await ownMailDomain();
    const { json } = await api.call({
      method: "POST",
      path: `/me/mail/${domainName}/aliases`,
      cookie: workspace.owner.cookie,
      body: { fromAddress: `a-${chance()}@${domainName}`, toAddress: `in@${domainName}` },
    });
    return { path: { domainName, id: json.id }, body: { toAddresses: targetsOf(domainName) } };
  };
}
function endpointPatch(body: object): MakeTarget {
  return async ({ api, workspace }) => {
    const { json } = await api.call({
      method: "POST",
      path: "/webhooks/outbound",
      cookie: workspace.owner.cookie,
      body: { url: "https://hooks.example.com/", events: ["domain.expired"] },
    });
    return { path: { id: json.id }, body };
  };
}

const rulesOf = (proof: string) =>
  Object.entries(freshProof)
    .filter(([, rule]) => rule.proof === proof)
    .map(([id]) => id);

function targetOf(id: string): MakeTarget {
  const row = allRows.rest[id];
  if (row) {
    return row.own ?? (async () => ({}));
  }
  const target = allRows.open[id]?.target;
  return typeof target === "function" ? target : async () => target ?? {};
}

const callerOf = (place: string): Person =>
  /^\/?operator[./]/.test(place) ? operator : world.workspace.owner;

async function sendRest(id: string, target: Target): Promise<Answer> {
  const place = places.get(id);
  if (!place) {
    throw new Error(`${id} is not published`);
  }
  return world.api.call({ ...restCall(place, target), cookie: target.cookie ?? callerOf(place.path).cookie });
}

async function sendTrpc(procedure: string, { path, query, body, cookie }: Target): Promise<Answer> {
  return world.api.call({
    method: "POST",
    path: `/trpc/${procedure}`,
    cookie: cookie ?? callerOf(procedure).cookie,
    body: { ...path, ...query, ...body },
  });
}

/** Notes each table that a committed transaction writes a row of, except for what each request changes. */
async function watchTables(): Promise<void> {
  const { sql } = world.api;
  await sql.unsafe(`
    create table public.written_tables (name text not null);
    create function public.note_written_table() returns trigger language plpgsql as $$
      begin
        insert into public.written_tables values (tg_argv[0]);
        return null;
      end $$;
    do $$
      declare watched regclass;
      begin
        for watched in
          select oid from pg_class
          where relkind in ('r', 'p') and not relispartition
            and relnamespace::regnamespace::text !~ '^pg_|^(information_schema|graphile_worker|cards)$'
            and relname not in ('sessions', 'rate_limit_windows', 'written_tables')
        loop
          execute format('create trigger note_written_table after insert or update or delete on %s
            for each row execute function public.note_written_table(%L)', watched, watched);
        end loop;
      end $$`);
}
/** A target may be a payment or dispute, about which the processor sends notices. */
const untilNotified = () =>
  until("the processor has sent its notices", async () => {
    const waiting = await world.api.sql`select from cards.notices where due_at <= now()`;
    return waiting.length === 0;
  });
const forgetWrittenTables = () => world.api.sql`delete from written_tables`;
async function writtenTables(): Promise<string[]> {
  const rows = await world.api.sql<
    { name: string }[]
  >`select distinct name from written_tables order by name`;
  return rows.map(({ name }) => name);
}

/** Sends with all sessions confirmed an hour ago. */
async function sendStale(send: () => Promise<Answer>): Promise<Answer> {
  await confirmAll(60);
  const answer = await send();
  await confirmAll(0);
  return answer;
}

const codeOf = ({ json }: Answer): unknown => json?.error?.data?.problem?.code ?? json?.code;

const mutations = Object.entries(procedures).filter(([, { _def }]) => _def.type === "mutation");
const proceduresOf = (id: string) =>
  mutations.filter(([, { _def }]) => _def.meta?.operationId === id).map(([name]) => name);

async function expectRefused(id: string, makeTarget: MakeTarget): Promise<void> {
  const target = await makeTarget(world, world.workspace.owner);
  const sends = [
    ["REST", () => sendRest(id, target)] as const,
    ...proceduresOf(id).map((name) => [name, () => sendTrpc(name, target)] as const),
  ];
  await untilNotified();
  await forgetWrittenTables();
  for (const [how, send] of sends) {
    const answer = await sendStale(send);
    expect([how, answer.status, codeOf(answer)]).toEqual([how, 403, "step_up_required"]);
  }
  expect(await writtenTables()).toEqual([]);
}

it("a written row is noticed", async () => {
  await forgetWrittenTables();
  await world.api.sql`update workspaces set name = name where id = ${world.workspace.id}`;
  expect(await writtenTables()).toEqual(["workspaces"]);
});

describe("an operation that requires fresh proof", () => {
  it.each(rulesOf("required"))("%s is refused to a session confirmed an hour ago", async (id) => {
    await expectRefused(id, targetOf(id));
  });
});

describe("an operation that requires it under a condition", () => {
  it("has targets for its condition", () => {
    expect(Object.keys(conditional).sort()).toEqual(rulesOf("conditional").sort());
  });

  const cases = (kind: "asked" | "free") =>
    Object.entries(conditional).flatMap(([id, targets]) =>
      targets[kind].map((target, index) => [id, index + 1, target] as const),
    );
  it.each(cases("asked"))(
    "%s (%i) is refused to a session confirmed an hour ago",
    async (id, _index, target) => {
      await expectRefused(id, target);
    },
  );

  it.each(cases("free"))(
    "%s (%i) is carried out if its condition isn't met",
    async (id, _index, makeTarget) => {
      const target = await makeTarget(world, world.workspace.owner);
      const answer = await sendStale(() => sendRest(id, target));
      expect([answer.status, codeOf(answer)]).toEqual(
        id === "changePassword" ? [422, "wrong_password"] : [allRows.rest[id]?.success, undefined],
      );
    },
  );
});

describe("an operation that doesn't require it", () => {
  const unpublished = ["payOrder", "placeBasket", "previewBasket", "checkTransfers", "deleteTransferCodes"];
  // Signing out is last, because it ends the session.
  const ids = rulesOf("not_required").filter((id) => !unpublished.includes(id) && id !== "signOut");

  it.each([...ids, "signOut"] as MutationId[])("%s is answered as with a fresh session", async (id) => {
    const target = await targetOf(id)(world, world.workspace.owner);
    await confirmAll(60);
    const answer = await sendRest(id, target);
    const row = allRows.rest[id];
    const expected = row ? (row.except?.owner ?? row.success) : allRows.open[id]?.answers("owner");
    expect([answer.status, codeOf(answer) === "step_up_required"]).toEqual([expected, false]);
  });
});
