import { mailDkimKeys } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { desc, eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { dkimRecord } from "../model/policy.ts";
import { hintOf, retiresAt, stringsOf, waitsForOf } from "./dkim-policy.ts";
import type { DkimKeyRow } from "./signing-key.ts";

/** Enough for every key that is not retired, and for the last retired ones. */
const maxKeys = 20;

export async function listDkimKeys(ctx: WorkspaceCtx, domainName: string): Promise<MailDkimKey[]> {
  requireRight(ctx.actor, "mail:read");
  return readDkimKeys(ctx.db, await getOwnMailDomain(ctx, domainName));
}

/** Newest first. */
export async function readDkimKeys(db: Queryable, mailDomain: MailDomainRow): Promise<MailDkimKey[]> {
  const rows = await db
    .select()
    .from(mailDkimKeys)
    .where(eq(mailDkimKeys.mailDomainId, mailDomain.id))
    .orderBy(desc(mailDkimKeys.createdAt), desc(mailDkimKeys.id))
    .limit(maxKeys);
  return rows.map((row) => keyOfRow(row, mailDomain));
}

export function keyOfRow(row: DkimKeyRow, { domainName }: Pick<MailDomainRow, "domainName">): MailDkimKey {
  const published = dkimRecord({ ...row, domainName });
  return {
    ...published,
    stage: row.stage,
    recordStrings: stringsOf(published.record),
    shown: row.shown,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    waitsFor: waitsForOf(row),
    hint: hintOf(row),
    movesOnAt: row.stage === "retiring" && row.retiringAt ? retiresAt(row.retiringAt).toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    activatedAt: row.activatedAt?.toISOString() ?? null,
    retiringAt: row.retiringAt?.toISOString() ?? null,
    retiredAt: row.retiredAt?.toISOString() ?? null,
  };
}
