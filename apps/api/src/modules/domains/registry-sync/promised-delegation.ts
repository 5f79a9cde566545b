import { domainIntents, domainOperations, domains, type Transaction } from "@zonepost/db";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { operationInProgress } from "../errors.ts";
import { RegistrarError, type RegistrarErrorReason, type Send } from "../ports.ts";
import type { Delegation, IntentChange } from "./intents.ts";
import type { OpenIntent, Recording } from "./record-answer.ts";
import { amendOperation } from "./settle-operation.ts";

// Hosts below a name can be made when the name is there (RFC 5732 section 1.1), so its delegation to them is promised
// with its registration and comes second. The name is registered, whatever becomes of the promise.

export const nameserversToCome = {
  code: "nameservers_to_come",
  message: "The name is registered; its nameservers follow.",
};

const nameserversNotSet = {
  code: "nameservers_not_set",
  message: "The name is registered, but without its nameservers: set them again.",
};

/** In nobody's hands yet: whoever registers the name takes it, or the sync where that process has died. */
export async function promiseDelegation(
  { tx, row, now }: Recording,
  { actor, requestId, operationId }: OpenIntent,
  delegation: Delegation,
): Promise<void> {
  const change = { kind: "change_nameservers", ...delegation } satisfies IntentChange;
  await tx.insert(domainIntents).values({
    id: newId(),
    domainId: row.id,
    kind: change.kind,
    change,
    actor,
    requestId,
    operationId,
    createdAt: now,
  });
}

/** Where nobody waits for the answer, what may pass is tried again by the sync, which looks at the registry first. */
const passing: readonly RegistrarErrorReason[] = ["unavailable", "failed", "prohibited", "exists"];

/** Delegates a name that has no nameservers yet. What somebody has set since then stays. */
export const sendDelegation =
  (name: string, { nameservers, glue }: Delegation): Send =>
  async (registrar, options) => {
    try {
      const answer = await registrar.readDomain(name);
      if (answer.kind !== "held") {
        throw new RegistrarError("missing", `the registry does not hold ${name} for us`);
      }
      if (answer.domain.nameservers.length > 0) {
        return "completed";
      }
      const after = nameservers.map((host) => ({
        host,
        addresses: glue.find((known) => known.host === host)?.addresses ?? [],
      }));
      return await registrar.changeNameservers(name, { before: [], after }, options);
    } catch (error) {
      if (!(error instanceof RegistrarError) || !passing.includes(error.reason)) {
        throw error;
      }
      throw new RegistrarError("outcome_unknown", error.message, { cause: error });
    }
  };

/** A new name is delegated as its registration said, unless somebody has delegated it since then. */
export async function dropPromisedDelegation(
  recording: Recording,
  nameservers: readonly string[],
): Promise<void> {
  const { tx, row, now } = recording;
  if (nameservers.length === 0) {
    return;
  }
  for (const intent of recording.unsettled()) {
    if (intent.change.kind !== "change_nameservers" || !intent.operationId || intent.isInFlight) {
      continue;
    }
    recording.dismiss(intent);
    await keepPromise(recording, intent);
  }
  if (row.nameservers.length === 0) {
    await forgetWhatIsMissing(tx, row, now);
  }
}

/** The operation has nothing more to say. */
export const keepPromise = ({ tx, now }: Recording, { operationId }: OpenIntent): Promise<void> =>
  amendOperation(tx, operationId, null, now);

/** A registration that ended without nameservers has nothing more to say once there are some, whoever set them. */
async function forgetWhatIsMissing(
  tx: Transaction,
  { id, workspaceId }: Recording["row"],
  now: Date,
): Promise<void> {
  await tx
    .update(domainOperations)
    .set({ reason: null, updatedAt: now })
    .where(
      and(
        eq(domainOperations.workspaceId, workspaceId),
        eq(domainOperations.domainId, id),
        eq(domainOperations.kind, "registration"),
        sql`${domainOperations.reason} ->> 'code' = ${nameserversNotSet.code}`,
      ),
    );
}

/**
 * Somebody wants the nameservers as they are, so what was promised does not come. Refused while it is on its way.
 */
export async function withdrawPromise(ctx: Ctx, domainId: string): Promise<void> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: domains.id }).from(domains).where(eq(domains.id, domainId)).for("update");
    const promised = await tx
      .select({
        id: domainIntents.id,
        operationId: domainIntents.operationId,
        leasedUntil: domainIntents.leasedUntil,
      })
      .from(domainIntents)
      .where(
        and(
          eq(domainIntents.domainId, domainId),
          eq(domainIntents.kind, "change_nameservers"),
          isNotNull(domainIntents.operationId),
          isNull(domainIntents.settledAt),
        ),
      );
    for (const { id, operationId, leasedUntil } of promised) {
      if (leasedUntil && leasedUntil > wallNow) {
        throw operationInProgress();
      }
      await tx
        .update(domainIntents)
        .set({ settledAt: now, outcome: "superseded" })
        .where(eq(domainIntents.id, id));
      await amendOperation(tx, operationId, null, now);
    }
  });
}

/** Where what was promised is not tried any more: the operation says who has to act. */
export async function breakPromise(
  tx: Transaction,
  { operationId, change }: { operationId: string | null; change: unknown },
  now: Date,
): Promise<void> {
  if ((change as IntentChange).kind === "change_nameservers") {
    await amendOperation(tx, operationId, nameserversNotSet, now);
  }
}
