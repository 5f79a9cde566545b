import type { Db, Transaction } from "@zonepost/db";
import type { Logger } from "pino";
import type { Actor, PersonActor, SignedIn, WorkspaceActor } from "./actor.ts";
import type { Clock } from "./clock.ts";

/** Passed to every verb. A verb that needs external systems also takes its module's ports. */
export type Ctx<Who extends Actor = Actor> = {
  db: Db;
  clock: Clock;
  actor: Who;
  /** The request that caused this, for logs, history and audit; null in scheduled work. */
  requestId: string | null;
  ipAddress: string | null;
  /** The browser or program, as it names itself; for the audit log. */
  userAgent?: string | null;
  log: Logger;
};

/** The context of a verb that acts for a person or a key in one workspace. */
export type WorkspaceCtx = Ctx<WorkspaceActor>;

/** The context of a verb that a person uses on their own account. */
export type PersonCtx = Ctx<PersonActor>;

/** A request to `/auth`, for what its operations read of it beside their input. */
export type AuthRequest = {
  method: string;
  clientAddress: string;
  /** As it was sent, with its question mark, or empty. */
  query: string;
  header(name: string): string | undefined;
  /** Sets a header of the answer, and of the refusal if there is one. */
  setHeader(name: string, value: string): void;
};

/** What an operation of `/auth` is given when anyone may call it. */
export type OpenCtx = Omit<Ctx, "actor"> & { request: AuthRequest };

/** The same when a session is needed. */
export type SignedInCtx = PersonCtx & { request: AuthRequest; session: SignedIn };

/** The database, or the transaction of the caller. */
export type Queryable = Db | Transaction;
