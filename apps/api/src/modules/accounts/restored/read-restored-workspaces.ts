import { apiKeys, members, type Transaction, users, workspaces } from "@zonepost/db";
import type { WorkspaceRole } from "@zonepost/schema";
import { asc, eq, isNotNull } from "drizzle-orm";

export type RestoredWorkspace = {
  id: string;
  name: string;
  members: { email: string; role: WorkspaceRole }[];
  /** Those that are off. */
  keys: { name: string; start: string }[];
};

/** What the owners of each workspace have to review. */
export async function readRestoredWorkspaces(tx: Transaction): Promise<RestoredWorkspace[]> {
  const all = await tx
    .select({ id: workspaces.id, name: workspaces.name })
    .from(workspaces)
    .orderBy(asc(workspaces.id));
  const seats = await tx
    .select({ workspaceId: members.workspaceId, email: users.email, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .orderBy(asc(users.email));
  const held = await tx
    .select({ workspaceId: apiKeys.workspaceId, name: apiKeys.name, start: apiKeys.start })
    .from(apiKeys)
    .where(isNotNull(apiKeys.heldAt))
    .orderBy(asc(apiKeys.name));
  const seatsOf = Map.groupBy(seats, ({ workspaceId }) => workspaceId);
  const keysOf = Map.groupBy(held, ({ workspaceId }) => workspaceId);
  return all.map(({ id, name }) => ({
    id,
    name,
    members: seatsOf.get(id) ?? [],
    keys: keysOf.get(id) ?? [],
  }));
}
