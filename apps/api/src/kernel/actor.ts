import type { StoredActor } from "@zonepost/db";
import type { CurrentSession, Right, WorkspaceRole } from "@zonepost/schema";
import { publicId } from "./ids.ts";

export type { StoredActor };

export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  email: string;
  workspaceId: string;
  role: WorkspaceRole;
  /** The only domains that this person sees; null for all in the workspace. */
  domainNames: readonly string[] | null;
  /** Wall clock. */
  confirmedAt: Date;
};

export type ApiKeyActor = {
  kind: "api_key";
  keyId: string;
  name: string;
  workspaceId: string;
  scopes: ReadonlySet<Right>;
  domainNames: readonly string[] | null;
  ipRanges: readonly string[] | null;
  expiresAt: Date | null;
};

/** A person acting on their own account, in any workspace or none. */
export type PersonActor = {
  kind: "person";
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  confirmedAt: Date;
};

/** A person acting for the installation, in no workspace: what they may do isn't a role, and no key has it. */
export type OperatorActor = Omit<PersonActor, "kind" | "name"> & {
  kind: "operator";
  /** True while they must turn on two-factor authentication first. */
  isSecondFactorMissing: boolean;
};

export type SignedIn = {
  /** The public form, built on demand because most requests don't need it. */
  current(): CurrentSession;
  person: PersonActor;
  /** Null for a person without a workspace. */
  actor: UserActor | null;
  /** Null unless the person is an operator of the installation. */
  operator: OperatorActor | null;
  /** True if the person's second factor is still missing; then the session allows nothing else. */
  isSecondFactorDue: boolean;
  /** True if the sliding lifetime should be extended. */
  isRefreshDue: boolean;
  /** A retired secret has signed its cookie. */
  isCookieOutdated: boolean;
  token: string;
};

/** The actor of a request or job. Users and keys act within one workspace and cannot see any other. */
export type Actor = UserActor | ApiKeyActor | PersonActor | OperatorActor | { kind: "system"; job: string };

/** Scheduled work for one workspace, such as a renewal, through the verbs that people use. */
export type SystemWorkspaceActor = {
  kind: "system";
  job: string;
  workspaceId: string;
  scopes: ReadonlySet<Right>;
  domainNames: readonly string[] | null;
};

export type WorkspaceActor = UserActor | ApiKeyActor | SystemWorkspaceActor;

export function storedActor(actor: Actor): StoredActor {
  switch (actor.kind) {
    case "user":
    case "person":
    case "operator":
      return { kind: "user", id: actor.userId, name: actor.email };
    case "api_key":
      return { kind: "api_key", id: actor.keyId, name: actor.name };
    case "system":
      return { kind: "system", id: null, name: actor.job };
  }
}

export function publicActor(actor: StoredActor): StoredActor {
  if (actor.id === null || (actor.kind !== "user" && actor.kind !== "api_key")) {
    return { ...actor, id: null };
  }
  return { ...actor, id: publicId(actor.kind === "user" ? "usr" : "key", actor.id) };
}

export function actorKey(actor: WorkspaceActor | PersonActor | OperatorActor): string {
  switch (actor.kind) {
    case "api_key":
      return `api_key:${actor.keyId}`;
    case "system":
      return `system:${actor.job}`;
    default:
      return `user:${actor.userId}`;
  }
}
