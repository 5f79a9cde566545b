import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { goneStatuses } from "../model/get-own-domain.ts";
import { registrarOf } from "../model/registrar-of.ts";
import type { DomainPorts, Registrar, RegistryAnswer, RegistryTransfer } from "../ports.ts";
import { recordAnswer } from "./record-answer.ts";

export type ReconcileResult = { row: DomainRow; settledIntentIds: string[] };

const maxAttempts = 8;

/**
 * The one place that records what the registry holds. The row's version is read before the registry is asked: where
 * it has moved by the time of the write, the news may be older than the row, and both are read again. `ownIntentIds`
 * are the caller's: what others may still be sending is not judged by its absence.
 */
export async function reconcileDomain(
  ctx: Ctx & DomainPorts,
  domainId: string,
  ownIntentIds: readonly string[] = [],
): Promise<ReconcileResult> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const [before] = await ctx.db.select().from(domains).where(eq(domains.id, domainId));
    if (!before) {
      throw notFound();
    }
    if (goneStatuses.includes(before.status)) {
      return { row: before, settledIntentIds: [] };
    }
    const registrar = registrarOf(ctx, before);
    const answer = await registrar.readDomain(before.name);
    const transfer = await readTransferWhereItMatters(registrar, before, answer);
    const now = await ctx.clock.now();
    const result = await ctx.db.transaction((tx) =>
      recordAnswer({ tx, ctx, before, answer, transfer, now, ownIntentIds }),
    );
    if (result) {
      return result;
    }
  }
  throw new Error(`the domain ${domainId} changed faster than it could be read`);
}

async function readTransferWhereItMatters(
  registrar: Registrar,
  before: DomainRow,
  answer: RegistryAnswer,
): Promise<RegistryTransfer | null> {
  const isTold =
    before.status === "pending_transfer" ||
    answer.kind === "elsewhere" ||
    (answer.kind === "held" && answer.domain.statuses.includes("pendingTransfer"));
  return isTold ? registrar.readTransfer(before.name) : null;
}
