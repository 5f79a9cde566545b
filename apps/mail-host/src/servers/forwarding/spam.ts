import type postgres from "postgres";
import { z } from "zod";
import type { Answer } from "../http-lookups.ts";

const question = z.object({ recipients: z.array(z.string().max(1_000)).min(1).max(1_000) });

/** Rspamd's question about probable spam: 200 if a mailbox keeps it, 403 if aliases would only forward it. */
export async function answerSpam(sql: postgres.Sql, asked: unknown): Promise<Answer> {
  const parsed = question.safeParse(asked);
  if (!parsed.success) {
    return undefined;
  }
  const [row] = await sql<{ leaves: boolean }[]>`
    select mail_host.leads_only_outside(${parsed.data.recipients}) as leaves`;
  return { status: row?.leaves ? 403 : 200 };
}
