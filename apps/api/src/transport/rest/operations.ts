import type { CurrentSession } from "@zonepost/schema";
import type { Hono } from "hono";
import { actorKey, type PersonActor } from "../../kernel/actor.ts";
import type { Ctx, OperatorCtx, PersonCtx, WorkspaceCtx } from "../../kernel/ctx.ts";
import { AppError, notFound, noWorkspace, sessionRequired, unauthenticated } from "../../kernel/errors.ts";
import { answerOnce, withoutOnceOnly } from "../../kernel/http/idempotency.ts";
import {
  type Answer,
  isPublished,
  mayBeEmpty,
  type Operation,
  type RestOperation,
  type Sent,
} from "../../kernel/http/operation.ts";
import type { ToProblem } from "../../kernel/http/problem.ts";
import type { RateLimiter } from "../../kernel/limits/rate-limit.ts";
import { requireRight, requireSecondFactor, rightsOf } from "../../kernel/rights.ts";
import type { Authenticate } from "../../modules/accounts/index.ts";
import {
  checkOrigin,
  clientAddress,
  type HonoEnv,
  parseJson,
  type RequestContext,
  readBody,
  requestHeader,
  singleValues,
} from "./request.ts";
import { completeCompressed, completeJson, completeRead } from "./respond.ts";

export type OperationDeps = {
  base: Omit<Ctx, "actor" | "requestId" | "ipAddress" | "userAgent">;
  authenticate: Authenticate;
  rateLimiter: RateLimiter;
  /** Shared by all keys of a workspace, so that more keys don't mean a higher limit. */
  workspaceRateLimiter: RateLimiter;
  ownOrigins: ReadonlySet<string>;
  trustedProxyCount: number;
  apiUrl: string;
  toProblem: ToProblem;
};

export type AuthenticatedPerson = {
  personCtx: PersonCtx;
  workspaceCtx: WorkspaceCtx | null;
  operatorCtx: OperatorCtx | null;
  currentSession: () => CurrentSession;
};

/**
 * Identifies the person and address, and checks the rate limit, for REST and tRPC. Every response, even an error, has
 * the rate limit headers and any extended session.
 */
export async function authenticatePerson(
  deps: OperationDeps,
  c: RequestContext,
  cost = 1,
): Promise<AuthenticatedPerson> {
  checkOrigin(c, deps.ownOrigins);
  const session = await deps.authenticate.bySession(requestHeader(c, "cookie"));
  if (!session) {
    throw unauthenticated();
  }
  return enterSession(deps, c, session, cost);
}

/** Everyone else gets the response of an unknown path: no other status, and no header of a known one. */
async function authenticateOperator(deps: OperationDeps, c: RequestContext): Promise<OperatorCtx> {
  const isKey = requestHeader(c, "authorization") !== undefined;
  const session = isKey ? null : await findCompleteSession(deps, c);
  if (!session?.operator) {
    throw notFound();
  }
  checkOrigin(c, deps.ownOrigins);
  await enterSession(deps, c, session, 1);
  requireSecondFactor(session.operator);
  return { ...sharedCtx(deps, c), actor: session.operator };
}

/** Null also while the second factor is due. */
const findCompleteSession = ({ authenticate }: OperationDeps, c: RequestContext) =>
  authenticate.bySession(requestHeader(c, "cookie")).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === "unauthenticated") {
      return null;
    }
    throw error;
  });

type FoundSession = NonNullable<Awaited<ReturnType<Authenticate["bySession"]>>>;

async function enterSession(
  deps: OperationDeps,
  c: RequestContext,
  session: FoundSession,
  cost: number,
): Promise<AuthenticatedPerson> {
  if (session.setCookie) {
    c.get("commonHeaders")["set-cookie"] = session.setCookie;
  }
  await countPerson(deps, c, session.person, cost);
  const shared = sharedCtx(deps, c);
  return {
    currentSession: session.current,
    personCtx: { ...shared, actor: session.person },
    workspaceCtx: session.actor && { ...shared, actor: session.actor },
    operatorCtx: session.operator && { ...shared, actor: session.operator },
  };
}

/** Counts toward the person's rate limit. */
export async function countPerson(
  deps: OperationDeps,
  c: RequestContext,
  person: PersonActor,
  cost = 1,
): Promise<void> {
  const key = actorKey(person);
  c.set("actorKey", key);
  await countRequests(c, [["actor", deps.rateLimiter, key]], cost);
}

/** Authenticates a key. Cookies and Origin are ignored. */
async function authenticateKey(
  deps: OperationDeps,
  c: RequestContext,
  authorization: string,
): Promise<WorkspaceCtx> {
  const shared = sharedCtx(deps, c);
  const actor = await deps.authenticate.byKey(authorization, shared.ipAddress);
  const key = actorKey(actor);
  c.set("actorKey", key);
  await countRequests(c, [
    ["actor", deps.rateLimiter, key],
    ["workspace", deps.workspaceRateLimiter, `workspace:${actor.workspaceId}`],
  ]);
  return { ...shared, actor };
}

export function sharedCtx(deps: OperationDeps, c: RequestContext) {
  return {
    ...deps.base,
    requestId: c.get("requestId"),
    ipAddress: clientAddress(c, deps.trustedProxyCount),
    userAgent: requestHeader(c, "user-agent")?.slice(0, 500) ?? null,
    idempotencyKey: requestHeader(c, "idempotency-key") ?? null,
    ifMatch: requestHeader(c, "if-match") ?? null,
  };
}

async function countRequests(
  c: RequestContext,
  limits: readonly (readonly [name: string, limiter: RateLimiter, key: string])[],
  cost = 1,
): Promise<void> {
  const headers = c.get("commonHeaders");
  headers["ratelimit-policy"] = limits
    .map(([name, { limitPerMinute }]) => `"${name}";q=${limitPerMinute};w=60`)
    .join(", ");
  const states: string[] = [];
  for (const [name, limiter, key] of limits) {
    try {
      let state = await limiter.count(key);
      for (let counted = 1; counted < cost; counted += 1) {
        state = await limiter.count(key);
      }
      states.push(`"${name}";r=${state.remaining};t=${state.resetSeconds}`);
    } catch (error) {
      if (error instanceof AppError) {
        states.push(`"${name}";r=0;t=${error.retryAfterSeconds ?? 0}`);
      }
      throw error;
    } finally {
      headers.ratelimit = states.join(", ");
    }
  }
}

/** Mounts the modules' operations. Paths without parameters come first, because the first match wins. */
export function mountOperations(
  app: Hono<HonoEnv>,
  operations: readonly Operation[],
  deps: OperationDeps,
): void {
  const published = operations.filter(isPublished);
  for (const operation of published.sort((one, other) => hasParameters(one) - hasParameters(other))) {
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ":$1"), (c) => answer(deps, operation, c));
  }
}

const hasParameters = ({ path }: RestOperation) => Number(path.includes("{"));

type Entered = { ctx: WorkspaceCtx | PersonCtx | OperatorCtx; run(sent: Sent): Promise<Answer<unknown>> };

/** Admits only the operation's kind of caller, before reading any input. */
async function prepareOperation(
  deps: OperationDeps,
  operation: RestOperation,
  c: RequestContext,
): Promise<Entered> {
  if (operation.isForOperators) {
    const ctx = await authenticateOperator(deps, c);
    return { ctx, run: (sent) => operation.run(ctx, sent) };
  }
  const authorization = requestHeader(c, "authorization");
  if (authorization !== undefined) {
    const ctx = await authenticateKey(deps, c, authorization);
    if (operation.sessionOnly) {
      throw sessionRequired();
    }
    requireRight(ctx.actor, ...rightsOf(operation));
    return { ctx, run: (sent) => operation.run(ctx, sent) };
  }
  const { personCtx, workspaceCtx } = await authenticatePerson(deps, c);
  if (operation.right === null) {
    return { ctx: personCtx, run: (sent) => operation.run(personCtx, sent) };
  }
  if (!workspaceCtx) {
    throw noWorkspace();
  }
  requireRight(workspaceCtx.actor, ...rightsOf(operation));
  return { ctx: workspaceCtx, run: (sent) => operation.run(workspaceCtx, sent) };
}

async function answer(deps: OperationDeps, operation: RestOperation, c: RequestContext): Promise<Response> {
  if (operation.right && !operation.sessionOnly) {
    c.get("commonHeaders")["x-required-scope"] = rightsOf(operation).join(" or ");
  }
  const entered = await prepareOperation(deps, operation, c);
  const headers: Record<string, string> = {};
  const bodyText = operation.method === "GET" ? "" : await readBody(c);
  let successStatus: 200 | 201 | 202 | 204 = operation.successStatus;
  const run = async () => {
    const answered = await entered.run({
      parameters: c.req.param(),
      query: singleValues(c.req.queries()),
      readBody: () => (bodyText === "" && mayBeEmpty(operation) ? {} : parseJson(c, bodyText)),
      pointers: { parameters: "/path", query: "/query" },
    });
    if (answered.kind === "done" && answered.etag) {
      headers.etag = answered.etag;
    }
    if (answered.nextCursor) {
      headers.link = nextLink(deps.apiUrl, c, answered.nextCursor);
    }
    if (answered.kind === "accepted") {
      successStatus = 202;
      return answered.acceptedAs;
    }
    if (answered.kind === "dry_run") {
      successStatus = 200;
    }
    return successStatus === 204 ? null : answered.value;
  };

  const key = operation.method === "POST" ? requestHeader(c, "idempotency-key") : undefined;
  if (key === undefined) {
    const value = await run();
    if (operation.file) {
      headers["content-type"] = operation.file.mediaType;
      headers["content-disposition"] = `attachment; filename="${operation.file.name}"`;
      const file = ReadableStream.from(logFailure(deps, c.get("requestId"), value as AsyncIterable<string>));
      return completeJson(c, successStatus, file.pipeThrough(new TextEncoderStream()), headers);
    }
    const body = successStatus === 204 ? null : JSON.stringify(value);
    if (body !== null && operation.method === "GET") {
      return completeRead(c, successStatus, body, headers, { isStrong: operation.isMatchable });
    }
    const complete = operation.onceOnlyFields ? completeJson : completeCompressed;
    return complete(c, successStatus, body, headers);
  }

  const request = {
    method: operation.method,
    path: c.req.path,
    key,
    query: new URL(c.req.url).search,
    body: bodyText,
  };
  const answered = await answerOnce(entered.ctx, request, async () => {
    try {
      const value = await run();
      const keptBody = JSON.stringify(withoutOnceOnly(value, operation.onceOnlyFields));
      return { status: successStatus, body: JSON.stringify(value), keptBody };
    } catch (error) {
      if (!(error instanceof AppError) || isTemporary(error)) {
        throw error;
      }
      const problem = deps.toProblem(error, c.get("requestId"));
      const body = JSON.stringify(problem);
      return { status: problem.status, body, keptBody: body };
    }
  });
  if (answered.isReplayed) {
    headers["idempotency-replayed"] = "true";
  }
  return completeJson(c, answered.status, answered.status === 204 ? null : answered.body, headers);
}

/** Refusals that must not be replayed: the same request can succeed after a wait, or after the session is confirmed. */
const isTemporary = ({ code, retryAfterSeconds }: AppError) =>
  retryAfterSeconds !== undefined || code === "step_up_required";

/** Once a file has started to download, an error can only cut it off. The listener prints this error, not its cause. */
async function* logFailure(
  deps: OperationDeps,
  requestId: string,
  parts: AsyncIterable<string>,
): AsyncIterable<string> {
  try {
    yield* parts;
  } catch (error) {
    deps.base.log.error({ err: error, requestId }, "download interrupted");
    throw new Error(`the download of ${requestId} was interrupted`);
  }
}

function nextLink(apiUrl: string, c: RequestContext, cursor: string): string {
  const url = new URL(c.req.path, apiUrl);
  url.search = new URL(c.req.url).search;
  url.searchParams.set("cursor", cursor);
  return `<${url.href}>; rel="next"`;
}
