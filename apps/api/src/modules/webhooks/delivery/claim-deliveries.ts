import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { type ClaimForm, type ClaimStatement, claimInTurn, claimListed, claimWalked } from "./claim-due.ts";
import { type ClaimedDelivery, claimedDeliveries } from "./claimed-delivery.ts";

/** Limits on this worker's deliveries, so that slow receivers only delay their own workspace. */
export type InFlightLimits = { perEndpoint: number; perWorkspace: number; perHost: number };

/** The number of this worker's deliveries, by id or host. */
type InFlightCounts = Record<"endpoint" | "workspace" | "host", ReadonlyMap<string, number>>;

/** What a claim tells the next one. */
export type ClaimProgress = {
  /** The endpoint to start after, so that all get their turn. */
  cursor: string;
  /** True if `listBelow` or more were due. Listing them first took 1.0 of 2.5 ms with a million of one endpoint. */
  isCrowded: boolean;
  /** True if what was due needed the full form of the statements: it is used until that is no longer so. */
  needsFull: boolean;
  /** After how many claims one of each endpoint is tried, and how many it was when it was last too little. */
  inTurn: { after: number; pause: number };
  backlog: Backlog | null;
};

/**
 * The endpoint of the cursor has many due, of which those before `dueFrom` were claimed. They stay in the index while a
 * report keeps PostgreSQL from removing them, and reading them again took 1.6 of 4.0 ms after a tenth of a second.
 */
type Backlog = {
  dueFrom: Date;
  /** Business time from which claims look for earlier ones again, which others gave back. */
  lookBackAtMs: number;
};

export type ClaimRequest = {
  /** Business time. */
  now: Date;
  limit: number;
  /** How many of them may be for endpoints that aren't quick; by default, all. */
  left?: number;
  inFlight: InFlightCounts;
  /** How many more than `perEndpoint` may be claimed for quick endpoints. They don't count for workspace and host. */
  ahead?: ReadonlyMap<string, number>;
  inFlightLimits: InFlightLimits;
  leaseSeconds: number;
  /** The time for which a dead worker's probe blocks others; longer than any attempt. */
  probeHoldMs: number;
  /** Below this number of due deliveries, their endpoints are listed; from it on, they are walked along. */
  listBelow?: number;
  /** Below this number, one of each endpoint isn't tried, since it saves nothing. */
  leastInTurn?: number;
  /** Of the claim before. */
  progress: ClaimProgress;
};

export type Claim = {
  deliveries: ClaimedDelivery[];
  /** True if a limit may have left due deliveries unclaimed. */
  isCut: boolean;
  progress: ClaimProgress;
};

const leastBacklog = 8;
const lookBackEveryMs = 5_000;
/** Each time that one of each endpoint is too little, it isn't tried again for about twice as many claims, up to this many. */
const maxInTurnPause = 1_000;
const tryInTurn = { after: 0, pause: 0 };

/** Sorts before every id. */
const firstCursor = "00000000-0000-0000-0000-000000000000";
const lastCursor = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Of the first claim. */
export const noProgress: ClaimProgress = {
  cursor: firstCursor,
  isCrowded: false,
  needsFull: false,
  inTurn: tryInTurn,
  backlog: null,
};

/**
 * Claims due deliveries fairly: endpoints take turns regardless of backlog, first attempts precede retries, and each
 * endpoint, workspace and target host has a limit. Returns none only if nothing can be claimed now.
 */
export async function claimDeliveries(ctx: Pick<Ctx, "db">, request: ClaimRequest): Promise<Claim> {
  const { limit, listBelow = 250 } = request;
  const { cursor } = request.progress;
  if (!request.progress.isCrowded) {
    const listing = await scan(ctx, request, (form) => claimListed(form, limit, listBelow));
    const isCrowded = listing.dueCount === null || listing.dueCount >= listBelow;
    if (listing.deliveries.length > 0 || !isCrowded) {
      return claimOf(
        request,
        { ...listing, isCut: listing.isCut || isCrowded },
        { isCrowded, inTurn: tryInTurn },
      );
    }
  }
  const inTurnLimit = inTurnLimitOf(request);
  let { after, pause } = request.progress.inTurn;
  if (inTurnLimit > 0 && after === 0) {
    const turns = await scan(ctx, request, (form) => claimInTurn(form, inTurnLimit, listBelow));
    if (turns.deliveries.length > 0) {
      return claimOf(request, turns, { isCrowded: true, inTurn: tryInTurn });
    }
    // After the last endpoint, only this claim walks on from the start.
    pause = Math.min(2 * pause + 1, maxInTurnPause);
    after = pause;
  }
  const inTurn = { after: Math.max(after - 1, 0), pause };
  const walkAlong = (form: ClaimForm) => claimWalked(form, limit, listBelow);
  const { backlog } = request.progress;
  const isKnown = backlog !== null && request.now.getTime() < backlog.lookBackAtMs;
  const all: Window = { after: cursor, upTo: lastCursor, aroundTo: cursor, dueFrom: null };
  let window = isKnown ? { ...all, aroundTo: idBefore(cursor), dueFrom: backlog.dueFrom.toISOString() } : all;
  let isCut = false;
  while (true) {
    const walk = await scan(ctx, request, walkAlong, window);
    const isCrowded = walk.dueCount === null || walk.dueCount >= listBelow;
    isCut ||= walk.isCut || (walk.deliveries.length > 0 && walk.lastScanned !== null);
    if (walk.deliveries.length > 0 || (walk.lastScanned === null && window.dueFrom === null)) {
      const wasMissed =
        window.dueFrom !== null && walk.deliveries.every((each) => each.endpointId !== cursor);
      return claimOf(request, { ...walk, isCut: isCut || wasMissed }, { isCrowded, inTurn });
    }
    if (walk.lastScanned === null) {
      window = all;
    } else if (walk.lastScanned > cursor) {
      window = { ...all, after: walk.lastScanned };
    } else {
      window = { after: walk.lastScanned, upTo: cursor, aroundTo: firstCursor, dueFrom: null };
    }
  }
}

/** Each limit is a statement of its own, so there are only a few. 0 if it isn't to be tried. */
function inTurnLimitOf({ limit, left = limit, leastInTurn = 64 }: ClaimRequest): number {
  const atMost = left < limit ? 2 ** Math.floor(Math.log2(Math.max(left, 1))) : limit;
  return atMost >= leastInTurn ? atMost : 0;
}

function claimOf(
  request: ClaimRequest,
  { deliveries, isCut, needsFull, lastPicked, lastScanned }: Scan,
  next: Pick<ClaimProgress, "isCrowded" | "inTurn">,
): Claim {
  const byEndpoint = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  const cursor = lastPicked ?? lastScanned ?? endpointOfMost(byEndpoint) ?? request.progress.cursor;
  return {
    deliveries,
    isCut: isCut || hasFullEndpoint(request, byEndpoint),
    progress: { ...next, needsFull, cursor, backlog: backlogAfter(request, cursor, byEndpoint.get(cursor)) },
  };
}

type ByEndpoint = ReadonlyMap<string, ClaimedDelivery[]>;

/** Where all endpoints had their turn, the next claim can start after any. */
const endpointOfMost = (byEndpoint: ByEndpoint): string | undefined =>
  [...byEndpoint].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];

function backlogAfter(
  { now, progress }: ClaimRequest,
  cursor: string,
  claimed: ClaimedDelivery[] = [],
): Backlog | null {
  const isPlain = claimed.every(
    ({ attemptsMade, isOrdered, kind }) => attemptsMade === 0 && !isOrdered && kind === "scheduled",
  );
  if (claimed.length < leastBacklog || !isPlain) {
    return null;
  }
  const nowMs = now.getTime();
  const knownUntilMs = progress.cursor === cursor ? (progress.backlog?.lookBackAtMs ?? 0) : 0;
  return {
    dueFrom: new Date(Math.max(...claimed.map(({ dueAt }) => dueAt.getTime()))),
    lookBackAtMs: nowMs < knownUntilMs ? knownUntilMs : nowMs + lookBackEveryMs,
  };
}

function hasFullEndpoint(request: ClaimRequest, byEndpoint: ByEndpoint): boolean {
  const { inFlight, ahead, inFlightLimits } = request;
  return [...byEndpoint].some(
    ([id, more]) =>
      (inFlight.endpoint.get(id) ?? 0) + more.length >= inFlightLimits.perEndpoint + (ahead?.get(id) ?? 0),
  );
}

/** The id that sorts next before this one. */
const idBefore = (id: string): string =>
  (BigInt(`0x${id.replaceAll("-", "")}`) - 1n)
    .toString(16)
    .padStart(32, "0")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** The endpoints to visit, and those from the start on that follow them. */
type Window = { after: string; upTo: string; aroundTo: string; dueFrom: string | null };

type Scan = {
  deliveries: ClaimedDelivery[];
  /** Up to `listBelow`; null if a walk found too many for one claim. */
  dueCount: number | null;
  /** Where the next walk starts; null after the last endpoint. */
  lastScanned: string | null;
  /** The endpoint of the last turn, if there were more turns than the limit. */
  lastPicked: string | null;
  isCut: boolean;
  needsFull: boolean;
};

async function scan(
  ctx: Pick<Ctx, "db">,
  request: ClaimRequest,
  claimAs: (form: ClaimForm) => ClaimStatement,
  window?: Window,
): Promise<Scan> {
  if (request.progress.needsFull) {
    return execute(ctx, request, claimAs("full"), window);
  }
  const simple = await execute(ctx, request, claimAs("simple"), window);
  return simple.needsFull ? execute(ctx, request, claimAs("full"), window) : simple;
}

async function execute(
  ctx: Pick<Ctx, "db">,
  request: ClaimRequest,
  claim: ClaimStatement,
  window: Window | undefined,
): Promise<Scan> {
  const { inFlight, inFlightLimits } = request;
  const claimId = newId();
  const rows = await claim(ctx.db, {
    ...window,
    ...inFlightLimits,
    claimId,
    cursor: request.progress.cursor,
    now: request.now.toISOString(),
    heldUntil: new Date(request.now.getTime() + request.probeHoldMs).toISOString(),
    leaseSeconds: request.leaseSeconds,
    left: request.left ?? request.limit,
    workspaceRoom: inFlightLimits.perWorkspace - mostOf(inFlight.workspace),
    hostRoom: inFlightLimits.perHost - mostOf(inFlight.host),
    inEndpoints: jsonOf(inFlight.endpoint),
    inWorkspaces: jsonOf(inFlight.workspace),
    inHosts: jsonOf(inFlight.host),
    ahead: jsonOf(request.ahead ?? new Map()),
  });
  rows.sort(
    (a, b) =>
      Math.sign(a.attempt) - Math.sign(b.attempt) ||
      a.turn - b.turn ||
      (a.endpoint_id < b.endpoint_id ? -1 : 1),
  );
  const [first] = rows;
  return {
    deliveries: claimedDeliveries(rows, claimId),
    dueCount: first?.due_count ?? null,
    lastScanned: first?.last_scanned ?? null,
    lastPicked: first?.last_picked ?? null,
    isCut: first?.is_cut ?? false,
    needsFull: first?.needs_full ?? false,
  };
}

export const mostOf = (counts: ReadonlyMap<string, number>): number => Math.max(0, ...counts.values());

const jsonOf = (counts: ReadonlyMap<string, number>): string | null =>
  counts.size === 0 ? null : JSON.stringify(Object.fromEntries(counts));
