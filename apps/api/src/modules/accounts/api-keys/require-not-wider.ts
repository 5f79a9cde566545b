import { apiKeys, type Transaction } from "@zonepost/db";
import { type Right, rightsToRenew } from "@zonepost/schema";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { apiKeyRevoked, keyTooWide, scopeTooWide } from "../errors.ts";
import { scopesBeyond } from "../policy.ts";
import { areRangesWithin } from "./ip-ranges.ts";

type Reach = {
  scopes: readonly Right[];
  domainNames: readonly string[] | null;
  ipRanges: readonly string[] | null;
  expiresAt: Date | null;
};

/** A key can't exceed its creator's rights, nor its parent key's addresses, domains or expiry. */
export function requireNotWider(actor: WorkspaceActor, key: Reach): void {
  const beyond = scopesBeyond(actor, key.scopes);
  if (beyond.length > 0) {
    throw scopeTooWide(beyond);
  }
  const own = actor.domainNames;
  if (own !== null && !key.domainNames?.every((name) => own.includes(name))) {
    throw keyTooWide(
      "your access is limited to some domains, so the key must be limited to the same domains",
    );
  }
  if (actor.kind !== "api_key") {
    return;
  }
  requireRangesWithin(actor, key.ipRanges);
  if (actor.expiresAt !== null && (key.expiresAt === null || key.expiresAt > actor.expiresAt)) {
    throw keyTooWide(`the new key must expire at ${actor.expiresAt.toISOString()} or earlier`);
  }
}

/** A key can't let itself or another key work from addresses outside its own ranges. */
export function requireRangesWithin(actor: WorkspaceActor, ipRanges: readonly string[] | null): void {
  if (actor.kind === "api_key" && actor.ipRanges !== null && !areRangesWithin(actor.ipRanges, ipRanges)) {
    throw keyTooWide(`the new key can only allow ${actor.ipRanges.join(", ")}`);
  }
}

/** Checked under the workspace's lock, so that a key revoked meanwhile can't create another. */
export async function requireStillThere(tx: Transaction, actor: WorkspaceActor): Promise<void> {
  if (actor.kind !== "api_key") {
    return;
  }
  const found = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, actor.keyId), isNull(apiKeys.revokedAt), isNull(apiKeys.heldAt)));
  if (found.length === 0) {
    throw apiKeyRevoked();
  }
}

/** A key with a monthly limit could otherwise spend more through keys that it creates. */
export async function requireUnlimitedSpending(
  tx: Transaction,
  actor: WorkspaceActor,
  scopes: readonly Right[],
): Promise<void> {
  const spending = rightsToRenew.find((right) => scopes.includes(right));
  if (actor.kind !== "api_key" || spending === undefined) {
    return;
  }
  const isLimited = and(eq(apiKeys.id, actor.keyId), isNotNull(apiKeys.monthlyLimitCents));
  if ((await tx.$count(apiKeys, isLimited)) > 0) {
    throw keyTooWide(`your key has a monthly limit, so it can't create keys with ${spending}`);
  }
}
