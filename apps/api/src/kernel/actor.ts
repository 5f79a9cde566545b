import type { StoredActor } from "@zonepost/db";
import type { CurrentSession, Right, WorkspaceRole } from "@zonepost/schema";
import { publicId } from "./ids.ts";

/** A person at work in one workspace. */
export type UserActor = {
  kind: "user";
  userId: string;
  sessionId: string;
  email: string;
  workspaceId: string;
  role: WorkspaceRole;
  /** The only domains that this person sees; null for all of the workspace. */
  domainNames: readonly string[] | null;
  /** When the person last proved who they are, by the wall clock. */
  confirmedAt: Date;
};

/** A program with a key of one workspace. */
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

/** A person about their own affairs, in whatever workspace they are, or in none. */
export type PersonActor = {
  kind: "person";
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  confirmedAt: Date;
};

/** A session that a request came with. */
export type SignedIn = {
  /** The public form, built on demand because most requests don't need it. */
  current(): CurrentSession;
  person: PersonActor;
  /** null for a person who is in no workspace. */
  actor: UserActor | null;
  /** Whether this person has a second factor that this session has not shown: then it is good for that alone. */
  isSecondFactorDue: boolean;
  /** Whether the sliding lifetime wants to be moved on. */
  isRefreshDue: boolean;
  token: string;
};

/** The actor of a request or job. Users and keys act within one workspace and cannot see any other. */
export type Actor = UserActor | ApiKeyActor | PersonActor | { kind: "system"; job: string };

export type WorkspaceActor = UserActor | ApiKeyActor;

/** The actor as history and audit keep it. */
export function storedActor(actor: Actor): StoredActor {
  switch (actor.kind) {
    case "user":
    case "person":
      return { kind: "user", id: actor.userId, name: actor.email };
    case "api_key":
      return { kind: "api_key", id: actor.keyId, name: actor.name };
    case "system":
      return { kind: "system", id: null, name: actor.job };
  }
}

/** A kept actor as callers see it. */
export function publicActor(actor: StoredActor): StoredActor {
  if (actor.id === null || (actor.kind !== "user" && actor.kind !== "api_key")) {
    return { ...actor, id: null };
  }
  return { ...actor, id: publicId(actor.kind === "user" ? "usr" : "key", actor.id) };
}

/** Identifies one actor in keys and counters. */
export function actorKey(actor: WorkspaceActor | PersonActor): string {
  return actor.kind === "api_key" ? `api_key:${actor.keyId}` : `user:${actor.userId}`;
}
