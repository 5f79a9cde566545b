import { randomBytes } from "node:crypto";
import type { Right } from "@zonepost/schema";
import { newId, publicId } from "../../src/kernel/ids.ts";
import type { Api, Person, Workspace } from "../start-api.ts";

const people = [
  "no_workspace",
  "owner",
  "admin",
  "member",
  "billing",
  "read_only",
  "member_of_this_domain",
  "member_of_another_domain",
  "other_workspace",
] as const;
export const keysThatWork = [
  "key_without_the_scope",
  "key_with_the_scope",
  "key_of_this_domain",
  "key_of_another_domain",
  "key_of_other_workspace",
] as const;
export const keysThatDoNot = ["expired_key", "revoked_key", "malformed_key"] as const;

/** Every kind of caller. Whoever is not a person wholly signed in has no cookie, or one that is good for nothing. */
export const callers = [
  "signed_out",
  "half_signed_in",
  ...people,
  ...keysThatWork,
  ...keysThatDoNot,
] as const;
export type Caller = (typeof callers)[number];

export type World = { api: Api; workspace: Workspace; other: Workspace };

/** What a call names: path and query parameters by name, body; for tRPC the same as one input. */
export type Target = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** Instead of the caller's own, for calls that would end the session they come with. */
  cookie?: string;
};

/** Makes what a call acts on. `person` asks it: the caller, or the owner where the caller is a key or nobody. */
export type MakeTarget = (world: World, person: Person) => Promise<Target>;

export type Row = {
  success: number;
  /**
   * A thing to act on, new for each call that changes it: the workspace's, or that person's where the operation is
   * about the caller's own affairs.
   */
  own?: MakeTarget;
  /** The same call about a thing that nobody has; without it the operation names no thing, and others succeed too. */
  missing?: Target;
  /** Of an operation that asks by POST: nothing of it stands in the audit log. */
  changesNothing?: boolean;
  /** Where a caller who has the right is answered otherwise. */
  except?: Partial<Record<Caller, number>>;
};

/** Procedures do not publish what they take: the row says it. null is for a person's own affairs. */
export type TrpcRow = Row & { right: Right | null };

/** Operations that ask no right: signing in, and one's own session. What each caller gets. */
type OpenRow = {
  /** All of them where it is left out. */
  asked?: readonly Caller[];
  target?: Target | MakeTarget;
  answers: (caller: Caller) => number;
};

/** The rows of one area: of REST operations by operationId, of procedures by their path. */
export type Rows = {
  rest?: Record<string, Row>;
  trpc?: Record<string, TrpcRow>;
  open?: Record<string, OpenRow>;
};

export const isPerson = (caller: Caller): boolean => (people as readonly Caller[]).includes(caller);

/** For `/auth` routes that take a session: this to whoever is wholly signed in, 401 to all others. */
export const toSignedIn = (success: number) => (caller: Caller) => (isPerson(caller) ? success : 401);

/** The same for those that also take a session whose second factor is due. */
export const toHalfSignedIn = (success: number) => (caller: Caller) =>
  isPerson(caller) || caller === "half_signed_in" ? success : 401;

/** Made once, for the rows that leave it as it is. */
export const once = <Made>(make: (world: World) => Promise<Made>) => {
  let made: Promise<Made> | undefined;
  return (world: World): Promise<Made> => {
    made ??= make(world);
    return made;
  };
};

export const chance = (): string => randomBytes(4).toString("hex");

export const unknownName = "nobody-has-this-name.com";
export const unknownId = (prefix: Parameters<typeof publicId>[0]): string => publicId(prefix, newId());
