import { randomBytes } from "node:crypto";
import type { Right } from "@zonepost/schema";
import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Api, Person, Workspace } from "../support/start-api.ts";

const people = [
  "no_workspace",
  "operator",
  "owner",
  "admin",
  "member",
  "billing",
  "read_only",
  "member_of_this_domain",
  "member_of_another_domain",
  "other_workspace",
] as const;
export const activeKeys = [
  "key_without_the_scope",
  "key_with_the_scope",
  "key_of_this_domain",
  "key_of_another_domain",
  "key_of_other_workspace",
] as const;
export const inactiveKeys = ["expired_key", "revoked_key", "malformed_key"] as const;

/** Every kind of caller. All except fully signed-in people have no cookie, or an unusable one. */
export const callers = ["signed_out", "half_signed_in", ...people, ...activeKeys, ...inactiveKeys] as const;
export type Caller = (typeof callers)[number];

export type World = { api: Api; workspace: Workspace; other: Workspace };

/** The input of a call: path and query parameters by name, body; for tRPC the same as one input. */
export type Target = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** Replaces the caller's own session, for calls that would end it. */
  cookie?: string;
};

/** Creates the target of a call. `person` makes the call: the caller, or the owner for a key or an anonymous caller. */
export type MakeTarget = (world: World, person: Person) => Promise<Target>;

export type Row = {
  success: number;
  /** A target, new for each call that changes it: the workspace's, or the person's for their own settings. */
  own?: MakeTarget;
  /** The same call with an unknown target; without it, the operation has no target, and other callers succeed too. */
  missing?: Target;
  /** A POST operation that changes nothing, so it has no entry in the audit log. */
  changesNothing?: boolean;
  /** Expected responses that differ, for callers with the right. */
  except?: Partial<Record<Caller, number>>;
};

/** The required right, since procedures don't publish theirs. null for personal settings. */
export type TrpcRow = Row & {
  right: Right | null;
  /** Is enough too, instead of `right`. */
  orRight?: Right | readonly Right[];
};

/** The expected response per caller of an operation without a right: signing in, and the caller's own session. */
type OpenRow = {
  /** Default: all of them. */
  asked?: readonly Caller[];
  target?: Target | MakeTarget;
  answers: (caller: Caller) => number;
};

/** The rows of one area: REST operations by operationId, procedures by path. */
export type Rows = {
  rest?: Record<string, Row>;
  trpc?: Record<string, TrpcRow>;
  open?: Record<string, OpenRow>;
};

export const isPerson = (caller: Caller): boolean => (people as readonly Caller[]).includes(caller);

/** For `/auth` routes that need a session: this for fully signed-in callers, 401 for all others. */
export const toSignedIn = (success: number) => (caller: Caller) => (isPerson(caller) ? success : 401);

/** The same for routes that also accept a session whose second factor is due. */
export const toHalfSignedIn = (success: number) => (caller: Caller) =>
  isPerson(caller) || caller === "half_signed_in" ? success : 401;

/** The person's own workspace, in which their targets are created. */
export const workspaceOf = (world: World, person: Person): Workspace =>
  person.id === world.other.owner.id ? world.other : world.workspace;

/** The call of an operation over REST: its path, with the target's parameters and query. */
export function restCall({ method, path }: { method: string; path: string }, target: Target) {
  const query = new URLSearchParams(target.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => target.path?.[name] ?? "");
  return { method: method.toUpperCase(), path: query ? `${filled}?${query}` : filled, body: target.body };
}

/** Created once in each world, for rows that don't change it. Test files share these rows, but not their worlds. */
export const once = <Made>(make: (world: World) => Promise<Made>) => {
  const madeIn = new WeakMap<World, Promise<Made>>();
  return (world: World): Promise<Made> => {
    const made = madeIn.get(world) ?? make(world);
    madeIn.set(world, made);
    return made;
  };
};

const saveCard = ({ api }: World, cookie: string) => {
  const body = { number: "4242424242424242", default: true };
  return api.call({ method: "POST", path: "/sandbox/payment-methods", cookie, body });
};
const withCards = once((world: World) =>
  Promise.all([world.workspace, world.other].map(({ owner }) => saveCard(world, owner.cookie))),
);

/** The target of a call that costs money: both workspaces have a card. */
export const paid =
  (own: MakeTarget): MakeTarget =>
  async (world, person) => {
    await withCards(world);
    return own(world, person);
  };

/** The owner is an admin after handing over the workspace. */
export const restoreOwner = ({ api, workspace }: World) =>
  api.sql`update members set role = 'owner'
    where user_id = ${workspace.owner.id} and workspace_id = ${workspace.id}`;

export const chance = (): string => randomBytes(4).toString("hex");

export const unknownName = "not-registered.com";
export const unknownId = (prefix: Parameters<typeof publicId>[0]): string => publicId(prefix, newId());
