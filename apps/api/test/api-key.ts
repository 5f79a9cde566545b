import { apiKeys } from "@zonepost/db";
import { newId } from "../src/kernel/ids.ts";
import { generateApiKey, hashApiKey, startOfApiKey } from "../src/modules/accounts/api-key-text.ts";
import type { Api } from "./start-api.ts";

type KeyRow = typeof apiKeys.$inferInsert;

/** A key as the table keeps it, whatever the rules for making one say: for tests of what a key may do. */
export async function mintApiKey(
  db: Api["db"],
  row: Pick<KeyRow, "workspaceId" | "scopes"> & Partial<KeyRow>,
): Promise<{ id: string; key: string }> {
  const [id, key] = [newId(), generateApiKey()];
  await db.insert(apiKeys).values({
    id,
    name: "Test key",
    keyHash: hashApiKey(key),
    start: startOfApiKey(key),
    createdBy: { kind: "system", id: null, name: "test" },
    createdAt: new Date(),
    ...row,
  });
  return { id, key };
}
