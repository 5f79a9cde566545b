import type { Db } from "@zonepost/db";

/** What the measured functions get from the API or the worker. */
export type Ctx = {
  db: Db;
  clock: { now(): Promise<Date>; wallNow(): Date };
  [other: string]: unknown;
};

type Counts = ReadonlyMap<string, number>;
type ClaimProgress = { cursor: string; isCrowded: boolean; inTurn: object; backlog: object | null };
type ClaimRequest = {
  now: Date;
  limit: number;
  progress: ClaimProgress;
  inFlight: { endpoint: Counts; workspace: Counts; host: Counts };
  inFlightLimits: { perEndpoint: number; perWorkspace: number; perHost: number };
  leaseSeconds: number;
  probeHoldMs: number;
};
type Claimed = { deliveryId: string };
type Claim = { deliveries: Claimed[]; progress: ClaimProgress };

export const noProgress: ClaimProgress;
export function claimDeliveries(ctx: { db: Db }, request: ClaimRequest): Promise<Claim>;
export function completeDeliveries(
  ctx: Ctx,
  results: readonly { claim: Claimed; outcome: object }[],
): Promise<void>;

type Page = { page: { id: string }[]; nextCursor: string | null };
export function listDeliveries(
  ctx: Ctx,
  input: { id: string },
  query: { limit: number } & Record<string, unknown>,
): Promise<Page>;
export function getHealth(ctx: Ctx, input: { id: string }): Promise<{ buckets: { delivered: number }[] }>;
export function listMissedEvents(ctx: Ctx): Promise<{ count: number }[]>;
export function previewCatchUp(
  ctx: Ctx,
  input: { id: string; catchUp: { since: string } },
): Promise<{ count: number }>;

export function publicId(prefix: "whd" | "whe", id: string): string;

type Log = { warn(...args: unknown[]): void };
export function webhookPartitions(keptDays: number): { table: string }[];
export function createPartitionSweep(
  deps: { db: Db; clock: { wallNow(): Date }; log: Log },
  tables: readonly { table: string }[],
): { run(signal: AbortSignal): Promise<void> };
