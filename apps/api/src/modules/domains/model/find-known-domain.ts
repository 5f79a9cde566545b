import { domains } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { alreadyYours, domainUnavailable, operationInProgress } from "../errors.ts";
import type { DomainRow } from "./domain-row.ts";
import { isHeld } from "./get-own-domain.ts";

export type KnownDomain = Pick<DomainRow, "workspaceId" | "status">;

/** A domain in any workspace, or about to be in one. Don't reveal to others which workspace that is. */
export async function findKnownDomain(
  { db }: { db: Queryable },
  name: string,
): Promise<KnownDomain | undefined> {
  const [row] = await db
    .select({ workspaceId: domains.workspaceId, status: domains.status })
    .from(domains)
    .where(and(eq(domains.name, name), isHeld));
  return row;
}

/** Which of these names are domains of any workspace, or about to be. */
export async function findKnownNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) {
    return [];
  }
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.name, [...names]), isHeld));
  return rows.map(({ name }) => name);
}

/** Explains why a workspace can't register or transfer a name that it already has. */
export const heldNameError = ({ status }: KnownDomain): AppError =>
  status === "pending_transfer" || status === "pending" ? operationInProgress() : alreadyYours();

/** Explains why a workspace can't register a name: it has the name already, or someone else does. */
export async function unavailableNameError(
  ctx: { db: Queryable; actor: WorkspaceActor },
  name: string,
): Promise<AppError> {
  const known = await findKnownDomain(ctx, name);
  return known?.workspaceId === ctx.actor.workspaceId ? heldNameError(known) : domainUnavailable();
}
