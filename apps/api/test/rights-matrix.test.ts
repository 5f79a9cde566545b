import { auditEntries } from "@zonepost/db";
import {
  apiKeyScopes,
  type Right,
  rightsOfRole,
  rightsOverDomains,
  type WorkspaceRole,
} from "@zonepost/schema";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../src/kernel/ids.ts";
import { allRows as rows } from "./rights-rows/all-rows.ts";
import {
  activeKeys,
  type Caller,
  callers,
  inactiveKeys,
  isPerson,
  type Row,
  restCall,
  type Target,
  type World,
} from "./rights-rows/row.ts";
import { newApiKey, type TestKey } from "./support/accounts/api-key.ts";
import type { Answer } from "./support/answer.ts";
import type { Described, Description } from "./support/conformance.ts";
import { createChoice, inTurn } from "./support/in-turn.ts";
import { procedures } from "./support/procedures.ts";
import { type Person, startApi } from "./support/start-api.ts";

// Every operation and procedure, called by one caller that it accepts, one that it refuses, a person of another workspace
// and the exceptions of its row; the callers take turns. With `RIGHTS_MATRIX=whole`, by every kind of caller. The expected
// response follows from the right that the operation declares. An operation without a row fails here, and so does a row
// without an operation.

/** The declared input of an operation or procedure. */
type Declared = {
  right: Right | null;
  orRight?: Right | readonly Right[] | undefined;
  isForOperators: boolean;
  isSessionOnly: boolean;
  isTrpc: boolean;
  isRead: boolean;
};

const roleOf: Partial<Record<Caller, WorkspaceRole>> = {
  owner: "owner",
  admin: "admin",
  member: "member",
  billing: "billing",
  read_only: "read_only",
  member_of_this_domain: "member",
  member_of_another_domain: "member",
};
const isKey = (caller: Caller) => ([...activeKeys, ...inactiveKeys] as readonly Caller[]).includes(caller);
/** No procedure accepts a key, so one key is enough for each of them; a test of their own covers the other keys. */
const trpcCallers = callers.filter((caller) => !isKey(caller) || caller === "key_with_the_scope");
/**
 * A procedure runs the operation that REST has, with the same right (both are checked), so two of the callers that it
 * accepts are enough. Each of them would need a target of its own, such as a new domain.
 */
const acceptedOverTrpc: readonly Caller[] = ["owner", "member_of_this_domain"];
const includesCaller = (list: readonly Caller[], caller: Caller) => list.includes(caller);

/** The one domain that a target concerns, if any. What needs attention has it in its ID. */
function domainOf({ path, body }: Target): string | undefined {
  const named =
    path?.name ??
    path?.domainName ??
    path?.zoneName ??
    path?.id?.split("~")[1] ??
    (body as { domainName?: unknown })?.domainName ??
    nameOfZone(body);
  return typeof named === "string" ? named : undefined;
}

/** A zone that is created has its name in the body, as other things that aren't domains have theirs. */
const nameOfZone = (body: object | undefined): unknown =>
  body && "name" in body && /^[a-z0-9-]+\.com$/.test(String(body.name)) ? body.name : undefined;

function expected(row: Row, declared: Declared, caller: Caller, target: Target): number {
  // An operator is a person without a workspace, except in the operations for operators.
  const exception = row.except?.[caller] ?? (caller === "operator" ? row.except?.no_workspace : undefined);
  if (exception !== undefined) {
    return exception;
  }
  const { right } = declared;
  if (declared.isForOperators) {
    return caller === "operator" ? row.success : 404;
  }
  const isIn = (rights: ReadonlySet<Right>) => rightsOf(declared).some((each) => rights.has(each));
  if (caller === "signed_out" || caller === "half_signed_in") {
    return 401;
  }
  if (includesCaller(inactiveKeys, caller)) {
    return 401;
  }
  if (isKey(caller) && declared.isTrpc) {
    return 401;
  }
  if (isKey(caller) && (declared.isSessionOnly || right === null)) {
    return 403;
  }
  if (right === null) {
    return row.success;
  }
  if (caller === "no_workspace" || caller === "operator" || caller === "key_without_the_scope") {
    return 403;
  }
  const role = roleOf[caller];
  if (role && !isIn(rightsOfRole[role])) {
    return 403;
  }
  if (caller === "other_workspace" || caller === "key_of_other_workspace") {
    return row.missing ? 404 : row.success;
  }
  if (caller.endsWith("_domain") && !isIn(rightsOverDomains)) {
    return 403;
  }
  if (caller.endsWith("_of_another_domain") && domainOf(target) !== undefined) {
    return 404;
  }
  return row.success;
}

/** Each is enough. */
const rightsOf = ({ right, orRight }: Pick<Declared, "right" | "orRight">): Right[] =>
  [right ?? [], orRight ?? []].flat();

let world: World;
let description: Description;
const peopleOf: Partial<Record<Caller, Person>> = {};
const keys: Partial<Record<Caller, TestKey>> = {};
let anotherDomain: string;

beforeAll(async () => {
  const api = await startApi({ withCards: true });
  const [workspace, other] = await Promise.all([api.createWorkspace(), api.createWorkspace()]);
  world = { api, workspace, other };
  anotherDomain = await workspace.addDomain();
  peopleOf.owner = workspace.owner;
  peopleOf.other_workspace = other.owner;
  const joining = (["admin", "member", "billing", "read_only"] as const).map(async (role) => {
    peopleOf[role] = await workspace.join(role);
  });
  const limited = (["member_of_this_domain", "member_of_another_domain"] as const).map(async (caller) => {
    const person = await workspace.join("member");
    await api.sql`update members set domain_names = ${[anotherDomain]} where user_id = ${person.id}`;
    peopleOf[caller] = person;
  });
  const half = workspace.join("owner").then(async (person) => {
    await api.sql`update sessions set second_factor_at = null where user_id = ${person.id}`;
    await api.sql`update users set two_factor_enabled = true where id = ${person.id}`;
    peopleOf.half_signed_in = person;
  });
  const outside = api.createPersonWithoutWorkspace().then((person) => {
    peopleOf.no_workspace = person;
  });
  const operator = api.createOperator().then((person) => {
    peopleOf.operator = person;
  });
  await Promise.all([...joining, ...limited, half, outside, operator]);
  const past = new Date(Date.now() - 60_000);
  keys.key_without_the_scope = await newApiKey(api, workspace);
  keys.key_with_the_scope = await newApiKey(api, workspace);
  keys.key_of_other_workspace = await newApiKey(api, other);
  for (const caller of ["key_of_this_domain", "key_of_another_domain"] as const) {
    keys[caller] = await newApiKey(api, workspace, { domainNames: [anotherDomain] });
  }
  keys.expired_key = await newApiKey(api, workspace, {}, { expiresAt: past });
  keys.revoked_key = await newApiKey(api, workspace, {}, { revokedAt: past });
  const malformed = `${keys.key_with_the_scope.key.slice(0, -1)}!`;
  const headers = { authorization: `Bearer ${malformed}` };
  keys.malformed_key = { ...keys.key_with_the_scope, rowId: newId(), key: malformed, headers };
  description = (await api.call({ path: "/openapi.json" })).json;
});
afterAll(() => world?.api[Symbol.asyncDispose]());

const credentialsOf = (caller: Caller, target: Target) => {
  const cookie = peopleOf[caller]?.cookie;
  return {
    cookie: isPerson(caller) ? (target.cookie ?? cookie) : cookie,
    headers: keys[caller]?.headers ?? {},
  };
};

/** Gives the keys exactly the required right, or all others. With several rights, each is enough. */
async function setScopes(declared: Pick<Declared, "right" | "orRight">): Promise<void> {
  const { sql } = world.api;
  const { right } = declared;
  const enough = rightsOf(declared);
  const others = apiKeyScopes.filter((scope) => !enough.includes(scope));
  await sql`update api_keys set scopes = ${others} where id = ${keys.key_without_the_scope?.rowId ?? null}`;
  const scopes = right === null ? [...apiKeyScopes] : [right];
  // A key that is limited to domains has a right that its limit leaves, if one of them is.
  const overDomain = enough.find((each) => rightsOverDomains.has(each));
  const idsOf = (...callers: Caller[]) => callers.flatMap((caller) => keys[caller]?.rowId ?? []);
  await sql`update api_keys set scopes = ${scopes}
    where id = any (${idsOf("key_with_the_scope", "key_of_other_workspace")})`;
  await sql`update api_keys set scopes = ${overDomain ? [overDomain] : scopes}
    where id = any (${idsOf("key_of_this_domain", "key_of_another_domain")})`;
}

/** Limits the restricted callers to the target's domain. */
async function limitTo(target: Target): Promise<void> {
  const domainNames = [domainOf(target) ?? anotherDomain];
  const { sql } = world.api;
  await sql`update members set domain_names = ${domainNames}
    where user_id = ${peopleOf.member_of_this_domain?.id ?? null}`;
  await sql`update api_keys set domain_names = ${domainNames} where id = ${keys.key_of_this_domain?.rowId ?? null}`;
}

type Send = (target: Target, caller: Caller) => Promise<Answer>;

const sendRest =
  (method: string, path: string): Send =>
  (target, caller) =>
    world.api.call({ ...credentialsOf(caller, target), ...restCall({ method, path }, target) });

function sendTrpc(kind: string, procedure: string): Send {
  return (target, caller) => {
    const input = { ...target.path, ...target.query, ...target.body };
    const hasInput = Object.keys(input).length > 0;
    const call = credentialsOf(caller, target);
    if (kind === "mutation") {
      return world.api.call({
        ...call,
        method: "POST",
        path: `/trpc/${procedure}`,
        body: hasInput ? input : "",
      });
    }
    const query = hasInput ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    return world.api.call({ ...call, path: `/trpc/${procedure}${query}` });
  };
}

const choose = createChoice<Caller>();
const refusedOverRest = new Set<Caller>();

/** Asked for each row that refuses them: only the operation itself can find that its object is of another workspace. */
const stranger: Caller = "other_workspace";

/** The callers of a row: of those that it accepts and of those that it refuses, the next one; and all exceptions. */
function chooseCallers(
  row: Row,
  { isTrpc, isRead, right }: Declared,
  possible: readonly Caller[],
  isRefused: (caller: Caller) => boolean,
): Caller[] {
  const group = `${isTrpc ? "procedure" : "operation"} ${isRead ? "read" : "write"} ${right === null ? "own" : ""}`;
  const chosen = new Set([
    ...choose(
      `${group} accepted`,
      possible.filter((caller) => !isRefused(caller)),
    ),
    ...possible.filter((caller) => caller === stranger && isRefused(caller)),
    ...choose(
      `${group} refused`,
      possible.filter((caller) => caller !== stranger && isRefused(caller)),
    ),
    ...(Object.keys(row.except ?? {}) as Caller[]),
  ]);
  return possible.filter((caller) => chosen.has(caller));
}

const withoutRequestId = ({ text }: Answer) => text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>");
const ownerOf = (caller: Caller) => (isPerson(caller) && peopleOf[caller]) || world.workspace.owner;

/** A confirmed sign-in counts as such for ten minutes, and this file can take longer on a busy machine. */
const renewConfirmations = () => world.api.sql`update sessions set confirmed_at = now()`;

/** Checks the callers' responses to a row, and that a stranger's reveals nothing. */
async function checkRow(row: Row, declared: Declared, send: Send): Promise<void> {
  await setScopes(declared);
  await renewConfirmations();
  const targetFor = async (caller: Caller): Promise<Target> =>
    (await row.own?.(world, ownerOf(caller))) ?? {};
  const shared = await targetFor("signed_out");
  await limitTo(shared);

  const answers: Partial<Record<Caller, Answer>> = {};
  const expectedOf = (caller: Caller) => expected(row, declared, caller, shared);
  const isRefused = (caller: Caller) => expectedOf(caller) >= 400;
  const isNeeded = (caller: Caller) =>
    declared.isRead || isRefused(caller) || includesCaller(acceptedOverTrpc, caller);
  const asked = chooseCallers(
    row,
    declared,
    declared.isTrpc ? trpcCallers.filter(isNeeded) : callers,
    isRefused,
  );
  for (const caller of declared.isTrpc ? [] : asked.filter(isRefused)) {
    refusedOverRest.add(caller);
  }
  // Operations that change nothing can share one target and run in parallel.
  const changesNothing = (caller: Caller) =>
    isRefused(caller) || (declared.isRead && declared.right !== null);
  await Promise.all(
    asked.filter(changesNothing).map(async (caller) => {
      answers[caller] = await send(shared, caller);
    }),
  );
  let unchanged: Target | undefined = shared;
  for (const caller of asked.filter((caller) => !changesNothing(caller))) {
    const target: Target =
      unchanged && ownerOf(caller) === world.workspace.owner ? unchanged : await targetFor(caller);
    if (target === unchanged) {
      unchanged = undefined;
    }
    await limitTo(target);
    answers[caller] = await send(target, caller);
  }
  const statuses = Object.fromEntries(asked.map((caller) => [caller, answers[caller]?.status]));
  expect(statuses).toEqual(Object.fromEntries(asked.map((caller) => [caller, expectedOf(caller)])));

  const isAudited = declared.right !== null || declared.isForOperators;
  if (!declared.isRead && !row.changesNothing && isAudited) {
    await checkAudited(
      asked.filter((caller) => !isRefused(caller)),
      answers,
    );
  }

  for (const caller of asked) {
    const answer = answers[caller];
    if (!answer || declared.right === null) {
      continue;
    }
    if (expectedOf(caller) === 404 && row.missing) {
      expect(withoutRequestId(answer)).toBe(withoutRequestId(await send(row.missing, caller)));
    }
    if (caller.includes("other_workspace")) {
      expect(answer.text).not.toContain(world.workspace.id);
    }
  }
  if (declared.right === null && row.missing) {
    // An object of another person is a 404.
    const answer = await send(await targetFor("member"), "admin");
    const missing = await send(row.missing, "admin");
    expect([answer.status, withoutRequestId(answer)]).toEqual([404, withoutRequestId(missing)]);
  }
}

/** Each change is in the audit log, with its request and its actor. */
async function checkAudited(whoWrote: readonly Caller[], answers: Partial<Record<Caller, Answer>>) {
  const requestIdOf = (caller: Caller) => String(answers[caller]?.headers["x-request-id"]);
  const entries = await world.api.db
    .select({ actor: auditEntries.actor, requestId: auditEntries.requestId })
    .from(auditEntries)
    .where(inArray(auditEntries.requestId, whoWrote.map(requestIdOf)));
  const actorsOf = (caller: Caller) =>
    entries.filter(({ requestId }) => requestId === requestIdOf(caller)).map(({ actor }) => actor.id);
  for (const caller of whoWrote) {
    expect({ caller, actors: actorsOf(caller) }).toEqual({
      caller,
      actors: expect.arrayContaining([keys[caller]?.rowId ?? peopleOf[caller]?.id]),
    });
  }
}

type Published = Described & { security: Record<string, string[]>[]; "x-required-right"?: Right };

function findPublished(id: string): { path: string; method: string; operation: Published } {
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === id) {
        return { path, method, operation: operation as Published };
      }
    }
  }
  throw new Error(`${id} is not published`);
}

function declaredBy({ method, operation }: ReturnType<typeof findPublished>): Declared {
  const [scope, ...orRight] = operation.security.flatMap(({ apiKey }) => apiKey ?? []) as Right[];
  const right = operation["x-required-right"] ?? null;
  if (scope !== undefined) {
    expect(scope).toBe(right);
  }
  const isForOperators = (operation as { tags?: string[] }).tags?.includes("Operator") === true;
  const isSessionOnly = scope === undefined;
  return { right, orRight, isForOperators, isSessionOnly, isTrpc: false, isRead: method === "get" };
}

describe("the rights matrix over REST", () => {
  it("has a row for every published operation, and no other row", () => {
    const published = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    expect([...Object.keys(rows.rest), ...Object.keys(rows.open)].sort()).toEqual(published.sort());
  });

  it.each(Object.keys(rows.rest))("checks the callers of %s against its right", async (id) => {
    const found = findPublished(id);
    await checkRow(rows.rest[id] as Row, declaredBy(found), sendRest(found.method, found.path));
  });
});

describe("the operator's paths", () => {
  const published = () =>
    Object.entries(description.paths)
      .filter(([path]) => path.startsWith("/operator/"))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const));
  const trpcPaths = Object.keys(procedures).filter((name) => name.startsWith("operator."));
  const others = callers.filter((caller) => caller !== "operator");
  const callersOfEachPath = 3;
  /** Everything but what differs in every response. */
  const bytesOf = ({ status, headers, text }: Answer, path: string) => ({
    status,
    headers: Object.keys(headers).toSorted(),
    text: text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>").replaceAll(path, "<path>"),
  });

  it("answer everyone else with the bytes of an unknown path, whatever the method and the body", async () => {
    const path = { id: "pay_01k3v2m8q4f7x9b0c1d2e3f4g5" };
    expect(published().length).toBeGreaterThanOrEqual(7);
    const tried = ["get", "put", "delete"];
    let turn = 0;
    for (const used of new Set([...published().map(([method]) => method), ...tried])) {
      const paths = new Set(
        published().flatMap(([method, known]) => (method === used || tried.includes(used) ? [known] : [])),
      );
      for (const target of used === "get" ? [{ path }] : [{ path }, { path, body: { reason: "x" } }]) {
        for (const known of paths) {
          turn += 1;
          for (const caller of inTurn(others, turn, callersOfEachPath)) {
            const unknown = bytesOf(await sendRest(used, "/no-such-path")(target, caller), "/no-such-path");
            const answer = await sendRest(used, known)(target, caller);
            expect([caller, used, known, bytesOf(answer, known)]).toEqual([caller, used, known, unknown]);
          }
        }
      }
    }
  });

  it("have procedures that don't exist for anyone else", async () => {
    expect(trpcPaths.length).toBeGreaterThanOrEqual(7);
    const bytesOver = async (kind: string, name: string, caller: Caller) => {
      const { headers: _, ...rest } = bytesOf(await sendTrpc(kind, name)({}, caller), name);
      return rest;
    };
    for (const kind of ["query", "mutation"]) {
      for (const [turn, name] of trpcPaths.entries()) {
        for (const caller of inTurn(others, turn, callersOfEachPath)) {
          const unknown = await bytesOver(kind, "operator.noSuchProcedure", caller);
          const known = await bytesOver(kind, name, caller);
          expect([caller, kind, name, known]).toEqual([caller, kind, name, unknown]);
        }
      }
    }
  });
});

describe("the rights matrix over tRPC", () => {
  it("has a row for every procedure of the router, and no other row", () => {
    expect(Object.keys(rows.trpc).sort()).toEqual(Object.keys(procedures).sort());
  });

  it.each(Object.keys(procedures))("derives %s from an operation, with the right in its row", (name) => {
    expect(procedures[name]?._def.meta).toEqual({
      operationId: expect.any(String),
      right: rows.trpc[name]?.right,
    });
  });

  it.each(["contacts.list", "orders.registerDomain"])("refuses every kind of key for %s", async (name) => {
    const send = sendTrpc(procedures[name]?._def.type ?? "", name);
    await setScopes({ right: null });
    for (const caller of callers.filter(isKey)) {
      expect([caller, (await send({}, caller)).status]).toEqual([caller, 401]);
    }
  });

  it.each(Object.entries(rows.trpc))("checks the callers of %s against its row", async (name, row) => {
    const kind = procedures[name]?._def.type ?? "";
    const { right, orRight } = row;
    const isForOperators = name.startsWith("operator.");
    const shared = { isSessionOnly: true, isTrpc: true, isRead: kind === "query" };
    const declared = { ...shared, right, orRight, isForOperators };
    await checkRow(row, declared, sendTrpc(kind, name));
  });
});

describe("after the matrix", () => {
  /** Actions on a person's own account are in the log of each of their workspaces. */
  const personalActions =
    /^(account|session|password|email|second_factor|profile)\.|^member\.(left|notifications_changed)$/;
  /** A caller who may change some domain may start a batch: each name is authorized separately when it is processed. */
  const aboutNoDomainYet = /^domain\.batch_requested$/;
  const mayWrite: readonly Caller[] = [
    "owner",
    "admin",
    "member",
    "billing",
    "member_of_this_domain",
    "key_with_the_scope",
    "key_of_this_domain",
  ];

  it("refused callers have changed nothing, and every other caller something", async () => {
    const { api, workspace } = world;
    const entries = await api.db
      .select({ actor: auditEntries.actor, action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, workspace.id));
    const actors = new Set(
      entries
        .filter(({ action }) => !personalActions.test(action) && !aboutNoDomainYet.test(action))
        .map(({ actor }) => actor.id),
    );
    const named = callers.filter((caller) => actors.has(keys[caller]?.rowId ?? peopleOf[caller]?.id ?? ""));
    expect(named).toEqual(mayWrite);
  });

  it("each kind of caller was refused", () => {
    expect(callers.filter((caller) => !refusedOverRest.has(caller))).toEqual([]);
  });
});

// Last, because signing out ends the sessions that the tests above use.
describe("the public operations", () => {
  it.each(Object.entries(rows.open))("answer the callers of %s as in its row", async (id, row) => {
    const { method, path } = findPublished(id);
    const send = sendRest(method, path);
    const answers: Partial<Record<Caller, number>> = {};
    await renewConfirmations();
    const statuses = [...new Set(callers.map(row.answers))];
    const asked =
      row.asked ??
      statuses.flatMap((status) =>
        choose(
          `open ${status}`,
          callers.filter((caller) => row.answers(caller) === status),
        ),
      );
    for (const caller of asked) {
      const target =
        typeof row.target === "function" ? await row.target(world, ownerOf(caller)) : (row.target ?? {});
      answers[caller] = (await send(target, caller)).status;
    }
    expect(answers).toEqual(Object.fromEntries(asked.map((caller) => [caller, row.answers(caller)])));
  });
});
