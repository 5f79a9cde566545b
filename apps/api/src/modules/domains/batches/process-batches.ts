import { domainBatches, domainBatchItems } from "@zonepost/db";
import type { DomainBatchChange } from "@zonepost/schema";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { processClaims } from "../../../kernel/due-work/process-claims.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { AppError, forbidden } from "../../../kernel/errors.ts";
import { createdAtMs } from "../../../kernel/ids.ts";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import { readWorkspaceActor } from "../../accounts/index.ts";
import { applyContacts } from "../contacts/change-domain-contacts.ts";
import { asAppError } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { applyNameservers } from "../nameservers/change-nameservers.ts";
import type { NameserverPorts } from "../nameservers/validate-nameservers.ts";
import { applyDomainPatch } from "../portfolio/update-domain.ts";
import type { DnsResolver, DomainPorts } from "../ports.ts";
import type { Changed } from "../registry-sync/change-at-registry.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { describeFieldError } from "./batch-messages.ts";
import type { BatchRow } from "./batch-row.ts";
import { contactsAfter } from "./contacts-after.ts";
import { deleteInBatch } from "./delete-in-batch.ts";
import { requireBatchRight } from "./require-batch-right.ts";

export type BatchCtx = Omit<Ctx, "actor"> & DomainPorts & NameserverPorts;

/** Three times a process's EPP sessions, so that each has a command waiting while results are being written. */
const parallel = 24;
/** Wall clock. Longer than the work on one domain takes, so an expired lease means a dead worker. */
const leaseMs = 120_000;
/** While a registry is unavailable, retry until the batch is this old. */
const patienceMs = 10 * minuteMs;

type ClaimedItem = {
  batchId: string;
  position: number;
  domainName: string;
  leasedUntil: Date;
  /** A previous worker may have reached the registry. */
  isTakenUpAgain: boolean;
};

/** Processes all waiting batches. A lease keeps each domain with one worker. */
export async function processBatches(given: BatchCtx, signal: AbortSignal): Promise<void> {
  const ctx = { ...given, dns: queriedInTurn(given.dns) };
  const batches = new Map<string, Promise<BatchRow | undefined>>();
  const processOne = async (item: ClaimedItem) => {
    const batch = batches.get(item.batchId) ?? readBatch(ctx, item.batchId);
    batches.set(item.batchId, batch);
    const found = await batch;
    if (found) {
      await processItem(ctx, found, item);
    }
  };
  await processClaims(parallel, signal, () => claimNext(ctx), processOne);
  await finishBatches(ctx);
}

/** A workspace's share of parallel queries. A query that waits longer than its time limit looks like a silent server. */
const parallelQueries = 8;

function queriedInTurn(dns: DnsResolver): DnsResolver {
  const inTurn = limitParallel(parallelQueries);
  return {
    readAddresses: (question, signal) => dns.readAddresses(question, signal),
    readKeys: (question, signal) => inTurn(() => dns.readKeys(question, signal)),
    readMailHosts: (question, signal) => inTurn(() => dns.readMailHosts(question, signal)),
  };
}

/** Ordered by position in the batch, so that a short batch doesn't wait for a long one. */
async function claimNext(ctx: BatchCtx): Promise<ClaimedItem | undefined> {
  const wallNow = ctx.clock.wallNow();
  const leasedUntil = new Date(wallNow.getTime() + leaseMs);
  const [claimed] = await ctx.db.execute<{
    batchId: string;
    position: number;
    domainName: string;
    isTakenUpAgain: boolean;
  }>(sql`
    with next as (
      select batch_id, position, leased_until is not null as is_taken_up_again
      from domain_batch_items
      where state = 'waiting' and (leased_until is null or leased_until <= ${wallNow.toISOString()})
      order by position, batch_id
      limit 1
      for update skip locked)
    update domain_batch_items item set leased_until = ${leasedUntil.toISOString()}
    from next
    where item.batch_id = next.batch_id and item.position = next.position
    returning item.batch_id as "batchId", item.position, item.domain_name as "domainName",
      next.is_taken_up_again as "isTakenUpAgain"`);
  return claimed ? { ...claimed, leasedUntil } : undefined;
}

async function readBatch(ctx: BatchCtx, id: string): Promise<BatchRow | undefined> {
  const [row] = await ctx.db.select().from(domainBatches).where(eq(domainBatches.id, id));
  return row;
}

async function processItem(ctx: BatchCtx, batch: BatchRow, item: ClaimedItem): Promise<void> {
  try {
    // Read again for each domain, so that the batch stops when the right is revoked.
    const actor = await readWorkspaceActor(ctx, batch.workspaceId, batch.actor);
    if (!actor) {
      throw requesterGone();
    }
    const reason = await changeOne(withActor(ctx, actor, batch), batch, item);
    await settleItem(ctx, item, { state: "succeeded", reason });
  } catch (thrown) {
    const error = asAppError(thrown);
    const isAway = error instanceof AppError && error.kind === "unavailable";
    // Another change of the same setting is in progress, so let it finish first.
    const isBusy = error instanceof AppError && error.code === "operation_in_progress";
    if ((isAway || isBusy) && ctx.clock.wallNow().getTime() - createdAtMs(batch.id) < patienceMs) {
      await postponeItem(ctx, item, error);
    } else {
      await settleItem(ctx, item, { state: "failed", reason: reasonOf(ctx, batch, item, error) });
    }
  }
  await finishBatches(ctx, item.batchId);
}

const withActor = (ctx: BatchCtx, actor: WorkspaceActor, { requestId }: BatchRow) => ({
  ...ctx,
  actor,
  requestId,
});

const requesterGone = () =>
  forbidden("The person or key that requested this no longer has access to the workspace.");

/** Returns the reason of a change that the registry completes later. */
async function changeOne(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  batch: BatchRow,
  item: ClaimedItem,
): Promise<{ code: string; message: string } | null> {
  requireBatchRight(ctx.actor, batch.change);
  if ("deleted" in batch.change) {
    return deleteInBatch(ctx, batch, item);
  }
  let domain = await getOwnDomain(ctx, item.domainName);
  // Record the result of an abandoned attempt first; then there is nothing left to do.
  if (item.isTakenUpAgain) {
    domain = (await reconcileDomain(ctx, domain.id)).row;
  }
  const { operation } = await changeSetting(ctx, domain, batch.change);
  return operation?.reason ?? null;
}

async function changeSetting(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  domain: DomainRow,
  change: Exclude<DomainBatchChange, { deleted: true }>,
): Promise<Changed> {
  if ("nameservers" in change) {
    return applyNameservers(ctx, domain, change.nameservers, change.preflight);
  }
  if ("contacts" in change) {
    requireChangeable(domain);
    return applyContacts(ctx, domain, contactsAfter(domain, change.contacts), domain.whoisPrivacy);
  }
  return applyDomainPatch(ctx, domain, change);
}

function reasonOf(
  ctx: BatchCtx,
  batch: BatchRow,
  item: ClaimedItem,
  error: unknown,
): { code: string; message: string } {
  if (!(error instanceof AppError)) {
    ctx.log.error(
      { err: error, domain: item.domainName, batchId: item.batchId },
      "an item of a batch failed",
    );
    return { code: "internal_error", message: "Something went wrong on our side." };
  }
  const change = batch.change;
  const message = error.fields?.map((field) => describeFieldError(change, field)).join(" ");
  return { code: error.code, message: message ?? error.publicMessage };
}

/** Matches only while this worker holds the lease: after expiry another worker may have taken the item. */
const heldItem = ({ batchId, position, leasedUntil }: ClaimedItem) =>
  and(
    eq(domainBatchItems.batchId, batchId),
    eq(domainBatchItems.position, position),
    eq(domainBatchItems.state, "waiting"),
    eq(domainBatchItems.leasedUntil, leasedUntil),
  );

async function settleItem(
  ctx: BatchCtx,
  item: ClaimedItem,
  end: { state: "succeeded" | "failed"; reason: { code: string; message: string } | null },
): Promise<void> {
  await ctx.db.update(domainBatchItems).set(end).where(heldItem(item));
}

async function postponeItem(ctx: BatchCtx, item: ClaimedItem, error: AppError): Promise<void> {
  ctx.log.info(
    { err: error, domain: item.domainName, batchId: item.batchId },
    "an item of a batch is put off",
  );
  const waitMs = (error.retryAfterSeconds ?? 10) * 1000;
  const leasedUntil = new Date(ctx.clock.wallNow().getTime() + waitMs);
  await ctx.db.update(domainBatchItems).set({ leasedUntil }).where(heldItem(item));
}

/** Runs after the item's own commit, so that of two workers finishing the last items, the later one sees both. */
async function finishBatches(ctx: BatchCtx, batchId?: string): Promise<void> {
  const finishedAt = await ctx.clock.now();
  await ctx.db
    .update(domainBatches)
    .set({ finishedAt })
    .where(
      and(
        isNull(domainBatches.finishedAt),
        batchId === undefined ? undefined : eq(domainBatches.id, batchId),
        sql`not exists (select from domain_batch_items item
          where item.batch_id = ${domainBatches.id} and item.state = 'waiting')`,
      ),
    );
}
