import { domains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { alreadyYours, operationInProgress } from "../errors.ts";
import type { DomainRow } from "./domain-row.ts";
import { isHeld } from "./get-own-domain.ts";

export type KnownDomain = Pick<DomainRow, "workspaceId" | "status">;

/** A name that some workspace holds, or is about to; whose it is must not be told to others. */
export async function findKnownDomain(
  ctx: Pick<WorkspaceCtx, "db">,
  name: string,
): Promise<KnownDomain | undefined> {
  const [row] = await ctx.db
    .select({ workspaceId: domains.workspaceId, status: domains.status })
    .from(domains)
    .where(and(eq(domains.name, name), isHeld));
  return row;
}

/** Why a name of one's own cannot be had once more. */
export const ownAlready = ({ status }: KnownDomain): AppError =>
  status === "pending_transfer" || status === "pending" ? operationInProgress() : alreadyYours();
