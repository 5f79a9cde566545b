import { domainToUnicode } from "node:url";
import { type Db, domainOperations, type Transaction } from "@zonepost/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import type { SecretBox } from "../../../kernel/secrets.ts";
import { enqueueEmail, listOwners } from "../../accounts/index.ts";
import { transferOutEmail } from "./transfer-email.ts";

export const transferOutTask = "tell-of-transfer-out";

/** Enqueued with the operation itself. */
export async function enqueueTransferOutNotice(tx: Transaction, operationId: string): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${transferOutTask}, ${JSON.stringify({ operationId })}::json, job_key := ${`transfer-out:${operationId}`})`,
  );
}

export type TransferOutNoticeDeps = { db: Db; clock: Clock; secretBox: SecretBox; panelUrl: string };

/** Sends the mail only while the transfer awaits a decision. */
export async function notifyTransferOut(
  deps: TransferOutNoticeDeps,
  { operationId }: { operationId: string },
): Promise<void> {
  const now = await deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const [operation] = await tx
      .select()
      .from(domainOperations)
      .where(and(eq(domainOperations.id, operationId), isNull(domainOperations.finishedAt)));
    if (!operation) {
      return;
    }
    const { domainName, waitsUntil, workspaceId } = operation;
    const email = transferOutEmail({
      domainName: domainToUnicode(domainName),
      waitsUntil,
      panelUrl: `${deps.panelUrl}/domains/${domainName}`,
    });
    for (const owner of await listOwners(tx, workspaceId)) {
      await enqueueEmail(tx, deps, { ...email, to: owner.email }, now);
    }
  });
}
