import type { Db, Transaction } from "@zonepost/db";
import type { Logger } from "pino";
import type { Actor, PersonActor, SignedIn, WorkspaceActor } from "./actor.ts";
import type { Clock } from "./clock.ts";

/** What every verb is given. A verb that needs the outside asks for its module's ports beside it. */
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

/** What a verb that acts for a person or a key of one workspace is given. */
export type WorkspaceCtx = Ctx<WorkspaceActor>;

/** What a verb that acts for a person about their own affairs is given. */
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

/** Where a query may run: on its own, or in the transaction of its caller. */
export type Queryable = Db | Transaction;
