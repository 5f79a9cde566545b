import type { Db, Transaction } from "@zonepost/db";
import type { Logger } from "pino";
import type { Actor, OperatorActor, PersonActor, SignedIn, WorkspaceActor } from "./actor.ts";
import type { Clock } from "./clock.ts";

/** Passed to every verb. A verb that needs external systems also takes its module's ports. */
export type Ctx<Who extends Actor = Actor> = {
  db: Db;
  clock: Clock;
  actor: Who;
  /** The request that caused this, for logs, history and audit; null in scheduled work. */
  requestId: string | null;
  ipAddress: string | null;
  /** As sent by the browser or program; for the audit log. */
  userAgent?: string | null;
  /** The request's Idempotency-Key, for verbs that remember it longer than its response is kept. */
  idempotencyKey?: string | null;
  /** The request's If-Match, for verbs of operations that declare it. */
  ifMatch?: string | null;
  log: Logger;
};

export type WorkspaceCtx = Ctx<WorkspaceActor>;

export type PersonCtx = Ctx<PersonActor>;

export type OperatorCtx = Ctx<OperatorActor>;

/** For an operator's change in a workspace, whose log names no person and no address of them. */
export const workspaceSideOf = <Given extends OperatorCtx>(ctx: Given) => ({
  ...ctx,
  actor: { kind: "system", job: "operator" } as const,
  ipAddress: null,
  userAgent: null,
});

/** The parts of an `/auth` request that operations read in addition to their input. */
export type AuthRequest = {
  method: string;
  clientAddress: string;
  /** As sent, with its question mark, or empty. */
  query: string;
  header(name: string): string | undefined;
  /** Sets a header of the response, including an error response. */
  setHeader(name: string, value: string): void;
};

export type OpenCtx = Omit<Ctx, "actor"> & { request: AuthRequest };

export type SignedInCtx = PersonCtx & { request: AuthRequest; session: SignedIn };

export type { Transaction };

/** The database, or the transaction of the caller. */
export type Queryable = Db | Transaction;
