import type { OpenCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { countTry, countTryInOrder, rateLimited, secondsToReset } from "../../../kernel/limits/rate-limit.ts";
import { digestOfAddress } from "../email/digest-of-address.ts";
import { passwordSignInPaused } from "../errors.ts";
import type { AuthPorts, CredentialPorts } from "../ports.ts";
import { networkOf } from "./network-of.ts";

type Attempt = Pick<OpenCtx, "db" | "clock" | "request">;
type Bucket = { name: "network" | "address" | "browser"; key: string; limitPerMinute: number };

/** Guesses at one address from many networks: a lower limit would let strangers keep its person out. */
const addressFactor = 10;

/** Counts attempts per network and per address separately; throws above the limit. */
export async function limitAttempts(
  ctx: Attempt,
  { settings }: Pick<CredentialPorts, "settings">,
  way: string,
  email: string | undefined,
): Promise<void> {
  const limitPerMinute = settings.signInLimitPerMinute;
  const network = networkBucket(ctx, limitPerMinute);
  throwIfOver(
    await countAttempt(ctx, way, email ? [network, addressBucket(email, limitPerMinute)] : [network]),
  );
}

/**
 * The same for a password typed at sign-in. A browser in which this person has signed in before has an allowance of its
 * own, which strangers can't use up.
 */
export async function limitPasswordAttempts(
  ctx: Attempt,
  { settings, cookie }: Pick<AuthPorts, "settings" | "cookie">,
  email: string,
): Promise<void> {
  const limitPerMinute = settings.signInLimitPerMinute;
  const browser = cookie.readKnownBrowser(ctx.request.header("cookie"), email);
  const buckets: [Bucket, Bucket?] =
    browser === undefined
      ? [networkBucket(ctx, limitPerMinute), addressBucket(email, limitPerMinute * addressFactor)]
      : [{ name: "browser", key: browser, limitPerMinute }];
  const over = await countAttempt(ctx, "password", buckets);
  if (over?.name === "address") {
    throw passwordSignInPaused(over.resetSeconds);
  }
  throwIfOver(over);
}

/**
 * Counts a request for a link by email. False above the limit of its address: then no mail is sent, but the response is
 * the usual one, because the person may be the one who asks, and the earlier links still work. Throws above the limit of
 * a network.
 */
export async function countLinkRequest(
  ctx: Attempt,
  { settings, cookie }: Pick<AuthPorts, "settings" | "cookie">,
  way: string,
  email: string,
): Promise<{ isAllowed: boolean; browser: string | undefined }> {
  const limitPerMinute = settings.signInLimitPerMinute;
  const browser = cookie.readKnownBrowser(ctx.request.header("cookie"), email);
  const over = await countAttempt(
    ctx,
    way,
    browser === undefined
      ? [addressBucket(email, limitPerMinute), networkBucket(ctx, limitPerMinute)]
      : [{ name: "browser", key: browser, limitPerMinute }],
  );
  if (over?.name === "network") {
    throwIfOver(over);
  }
  return { isAllowed: over === undefined, browser };
}

const networkBucket = ({ request }: Attempt, limitPerMinute: number): Bucket => ({
  name: "network",
  key: networkOf(request.clientAddress),
  limitPerMinute,
});

const addressBucket = (email: string, limitPerMinute: number): Bucket => ({
  name: "address",
  key: digestOfAddress(email),
  limitPerMinute,
});

type Over = { name: Bucket["name"]; resetSeconds: number };

function throwIfOver(over: Over | undefined): void {
  if (over) {
    throw rateLimited(over.resetSeconds);
  }
}

/**
 * Counts exactly and across processes, up to the first bucket that is over its limit, and returns that one. The
 * response's headers show all that were counted.
 */
async function countAttempt(
  { db, clock, request }: Attempt,
  way: string,
  [first, second]: readonly [Bucket, Bucket?],
): Promise<Over | undefined> {
  const now = clock.wallNow();
  const resetSeconds = secondsToReset(now);
  const counter = ({ name, key, limitPerMinute }: Bucket) => ({
    bucket: `sign-in:${way}:${name}:${key}`,
    limitPerMinute,
  });
  const totals = second
    ? await countTryInOrder(db, counter(first), counter(second), now)
    : [(await countTry(db, { ...counter(first), periodMs: minuteMs, now })).used];
  const counted = [first, second].flatMap((bucket, index) => {
    const used = totals[index];
    return bucket && used !== undefined ? [{ ...bucket, remaining: bucket.limitPerMinute - used }] : [];
  });
  request.setHeader(
    "ratelimit-policy",
    counted.map(({ name, limitPerMinute }) => `"${name}";q=${limitPerMinute};w=60`).join(", "),
  );
  request.setHeader(
    "ratelimit",
    counted
      .map(({ name, remaining }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`)
      .join(", "),
  );
  const over = counted.find(({ remaining }) => remaining < 0);
  return over && { name: over.name, resetSeconds };
}
