import type { WorkspaceRole } from "@zonepost/schema";
import type { WorkspaceActor } from "./actor.ts";
import { AppError } from "./errors.ts";

/** The one vocabulary of what may be done, for roles now and for the scopes of API keys. */
export const rights = [
  "domains:read",
  "domains:write",
  "dnssec:write",
  "mail:read",
  "mail:write",
  "webhooks:read",
  "webhooks:write",
] as const;
export type Right = (typeof rights)[number];

const readRights = rights.filter((right) => right.endsWith(":read"));

const rightsOfRole: Record<WorkspaceRole, ReadonlySet<Right>> = {
  owner: new Set(rights),
  admin: new Set(rights),
  member: new Set<Right>([...readRights, "domains:write", "dnssec:write", "mail:write"]),
  billing: new Set<Right>(["domains:read"]),
  read_only: new Set(readRights),
};

export function hasRight(actor: WorkspaceActor, right: Right): boolean {
  return rightsOfRole[actor.role].has(right);
}

/** The first line of every use case and query that answers a caller. */
export function requireRight(actor: WorkspaceActor, right: Right): void {
  if (!hasRight(actor, right))
    throw new AppError(
      "forbidden",
      "forbidden",
      `Your role in this workspace (${actor.role}) does not include ${right}. Ask an owner or admin.`,
    );
}
