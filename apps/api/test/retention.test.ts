import {
  auditEntries,
  domainBatches,
  domainBatchItems,
  idempotencyKeys,
  personTokens,
  rateLimitWindows,
  sessions,
  trustedDevices,
  users,
  verifications,
} from "@zonepost/db";
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, it } from "vitest";
import {
  createRetentionSweep,
  deleteOldAuditEntries,
  kernelRetentionRules,
} from "../src/kernel/database/retention.ts";
import { newId } from "../src/kernel/ids.ts";
import {
  deleteExpiredDevices,
  deleteExpiredLinks,
  deleteExpiredPersonTokens,
  deleteExpiredSessions,
} from "../src/modules/accounts/index.ts";
import { batchRetentionRules } from "../src/modules/domains/index.ts";
import { startApi } from "./support/start-api.ts";

it("deletes expired rows, and no others", async () => {
  await using api = await startApi();
  const { db } = api;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const workspace = await api.createWorkspace();
  const [person] = await db.select().from(users).where(eq(users.email, workspace.owner.email));
  const session = { userId: person?.id ?? "", createdAt: hoursAgo(99), updatedAt: hoursAgo(99) };
  const link = { value: "{}", createdAt: hoursAgo(1), updatedAt: hoursAgo(1) };
  const key = {
    workspaceId: workspace.id,
    actorId: "user:x",
    method: "POST",
    path: "/",
    requestHash: "",
    claimId: newId(),
    leaseUntil: hoursAgo(99),
  };
  await db.delete(rateLimitWindows);
  await db.delete(sessions);
  await db.insert(rateLimitWindows).values([
    { bucket: "old", windowStart: hoursAgo(2), used: 1 },
    { bucket: "new", windowStart: hoursAgo(0), used: 1 },
    { bucket: "day:old", windowStart: hoursAgo(26), used: 1 },
    { bucket: "day:new", windowStart: hoursAgo(24), used: 1 },
  ]);
  await db.insert(idempotencyKeys).values([
    { ...key, key: "old", createdAt: hoursAgo(26) },
    { ...key, key: "new", createdAt: hoursAgo(23) },
  ]);
  await db.insert(sessions).values([
    { ...session, id: newId(), token: "old", expiresAt: hoursAgo(1) },
    { ...session, id: newId(), token: "new", expiresAt: hoursAgo(-1) },
  ]);
  await db.insert(verifications).values([
    { ...link, id: newId(), identifier: "old", expiresAt: hoursAgo(1) },
    { ...link, id: newId(), identifier: "new", expiresAt: hoursAgo(-1) },
  ]);
  await db.delete(auditEntries);
  const daysAgo = (days: number) => v7({ msecs: Date.now() - days * 86_400_000 });
  const entry = { actor: { kind: "system", id: null, name: "x" } as const, target: "", details: {} };
  await db.insert(auditEntries).values([
    { ...entry, id: daysAgo(401), action: "old", occurredAt: new Date() },
    { ...entry, id: daysAgo(399), action: "new", occurredAt: new Date() },
  ]);

  const token = { userId: session.userId, createdAt: hoursAgo(99) };
  await db.insert(personTokens).values([
    { ...token, id: newId(), purpose: "password_reset", tokenHash: "old", expiresAt: hoursAgo(1) },
    { ...token, id: newId(), purpose: "password_reset", tokenHash: "new", expiresAt: hoursAgo(-1) },
  ]);
  await db.insert(trustedDevices).values([
    { ...token, id: newId(), tokenHash: "old", expiresAt: hoursAgo(1) },
    { ...token, id: newId(), tokenHash: "new", expiresAt: hoursAgo(-1) },
  ]);

  const batch = {
    workspaceId: workspace.id,
    change: { autoRenew: true },
    actor: entry.actor,
    total: 1,
    createdAt: hoursAgo(99),
  };
  const batches = [
    { ...batch, id: daysAgo(91), requestId: "old", finishedAt: hoursAgo(99) },
    { ...batch, id: daysAgo(91), requestId: "unfinished", finishedAt: null },
    { ...batch, id: daysAgo(89), requestId: "new", finishedAt: hoursAgo(99) },
  ];
  await db.insert(domainBatches).values(batches);
  await db.insert(domainBatchItems).values(
    batches.map(({ id, requestId, finishedAt }) => ({
      batchId: id,
      position: 0,
      domainName: `${requestId}.com`,
      state: finishedAt ? ("succeeded" as const) : ("waiting" as const),
    })),
  );

  const forgets = [
    ...kernelRetentionRules,
    deleteOldAuditEntries(400),
    deleteExpiredSessions,
    deleteExpiredLinks,
    deleteExpiredPersonTokens,
    deleteExpiredDevices,
    ...batchRetentionRules,
  ];
  await createRetentionSweep(db, forgets).run(new AbortController().signal);

  const counters = await db.select({ name: rateLimitWindows.bucket }).from(rateLimitWindows);
  expect(counters.map(({ name }) => name).sort()).toEqual(["day:new", "new"]);
  const left = [
    await db.select({ name: idempotencyKeys.key }).from(idempotencyKeys),
    await db.select({ name: sessions.token }).from(sessions),
    await db.select({ name: verifications.identifier }).from(verifications),
    await db.select({ name: auditEntries.action }).from(auditEntries),
    await db.select({ name: personTokens.tokenHash }).from(personTokens),
    await db.select({ name: trustedDevices.tokenHash }).from(trustedDevices),
  ];
  expect(left).toEqual(Array(6).fill([{ name: "new" }]));
  const batchesLeft = await db.select({ name: domainBatches.requestId }).from(domainBatches);
  expect(batchesLeft.map(({ name }) => name).sort()).toEqual(["new", "unfinished"]);
  const itemsLeft = await db.select({ name: domainBatchItems.domainName }).from(domainBatchItems);
  expect(itemsLeft.map(({ name }) => name).sort()).toEqual(["new.com", "unfinished.com"]);
});
