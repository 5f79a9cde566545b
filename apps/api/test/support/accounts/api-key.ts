import { apiKeys } from "@zonepost/db";
import { apiKeyScopes } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { rowId } from "../../../src/kernel/ids.ts";
import type { Api, Workspace } from "../start-api.ts";

type KeyRow = typeof apiKeys.$inferSelect;
export type TestKey = { id: string; rowId: string; key: string; headers: { authorization: string } };

/** A key created by the workspace's owner. `changed` is written to its row afterwards, without validation. */
export async function newApiKey(
  api: Api,
  workspace: Workspace,
  input: { scopes?: readonly string[] } & Record<string, unknown> = {},
  changed: Partial<KeyRow> = {},
): Promise<TestKey> {
  const answer = await api.call({
    method: "POST",
    path: "/api-keys",
    cookie: workspace.owner.cookie,
    body: { name: "Test key", scopes: apiKeyScopes, ...input },
  });
  const { id, key } = answer.json ?? {};
  const uuid = rowId("key", String(id));
  if (answer.status !== 201 || !uuid) {
    throw new Error(`no key was made: ${answer.text}`);
  }
  if (Object.keys(changed).length > 0) {
    await api.db.update(apiKeys).set(changed).where(eq(apiKeys.id, uuid));
  }
  return { id, rowId: uuid, key, headers: { authorization: `Bearer ${key}` } };
}
