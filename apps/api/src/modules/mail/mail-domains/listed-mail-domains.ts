import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { Fragment, Sql } from "../../../kernel/http/sorted-page.ts";
import { type OwnScript, ownScriptsOf } from "../../../kernel/own-scripts.ts";

type Seeing = Pick<WorkspaceCtx["actor"], "workspaceId" | "domainNames">;

/** As in `readMailDomains`. `is not distinct from` avoids the unique index on the names of all workspaces. */
export const isListed = (sql: Sql, { workspaceId, domainNames }: Seeing, now: Date): Fragment => sql`
  workspace_id = ${workspaceId} and left_at is not distinct from null
  and (erases_at is null or erases_at > ${now.toISOString()})
  and (${domainNames}::text[] is null or domain_name = any (${domainNames}))`;

export const selectTotal = (sql: Sql, actor: Seeing, now: Date) =>
  sql<
    { total: number }[]
  >`select count(*)::int as total from mail_domains where ${isListed(sql, actor, now)}`;

export async function listOwnScripts({ db, actor }: WorkspaceCtx, now: Date): Promise<OwnScript[]> {
  const sql = db.$client;
  const rows = await sql<{ name: string }[]>`
    select domain_name as name from mail_domains
    where ${isListed(sql, actor, now)} and position('xn--' in domain_name) > 0`;
  return ownScriptsOf(rows.map(({ name }) => name));
}
