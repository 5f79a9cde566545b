import { workspaces } from "@zonepost/db";
import type { Language } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export async function readWorkspaceForEmail(
  db: Queryable,
  workspaceId: string,
): Promise<{ name: string; language: Language | null } | undefined> {
  const [workspace] = await db
    .select({ name: workspaces.name, language: workspaces.language })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace;
}
