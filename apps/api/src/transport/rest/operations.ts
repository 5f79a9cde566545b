import type { CurrentSession } from "@zonepost/schema";
import type { Hono } from "hono";
import { z } from "zod";
import { actorKey } from "../../kernel/actor.ts";
import type { Ctx, WorkspaceCtx } from "../../kernel/ctx.ts";
import { AppError, unauthenticated } from "../../kernel/errors.ts";
import { answerOnce } from "../../kernel/idempotency.ts";
import type { Operation } from "../../kernel/operation.ts";
import { isPage } from "../../kernel/page.ts";
import type { ToProblem } from "../../kernel/problem.ts";
import type { RateLimiter } from "../../kernel/rate-limit.ts";
import { requireRight } from "../../kernel/rights.ts";
import { parseInput } from "../../kernel/validation.ts";
import type { Authenticate } from "../../modules/accounts/index.ts";
import {
  checkOrigin,
  clientAddress,
  type HonoEnv,
  parseJson,
  type RequestContext,
  readBody,
  requestHeader,
} from "./request.ts";
import { completeJson } from "./respond.ts";

export type OperationDeps = {
  base: Omit<Ctx, "actor" | "requestId" | "ipAddress">;
  authenticate: Authenticate;
  rateLimiter: RateLimiter;
  ownOrigins: ReadonlySet<string>;
  trustedProxyCount: number;
  apiUrl: string;
  toProblem: ToProblem;
};

export type Entered = { ctx: WorkspaceCtx; currentSession: () => CurrentSession };

/**
 * Who asks, from where, and whether they still may this minute: the gate of REST and tRPC alike. The answer carries the
 * allowance and a session that moved on, whatever it becomes.
 */
export async function enter(deps: OperationDeps, c: RequestContext, cost = 1): Promise<Entered> {
  checkOrigin(c, deps.ownOrigins);
  const session = await deps.authenticate(requestHeader(c, "cookie"));
  if (!session) throw unauthenticated();
  const { actor } = session;
  if (!actor)
    throw new AppError(
      "forbidden",
      "no_workspace",
      "You are not in any workspace. Ask its owner to invite you.",
    );
  const key = actorKey(actor);
  c.set("actorKey", key);
  const carry = (remaining: number, resetSeconds: number) =>
    Object.assign(c.get("commonHeaders"), {
      "ratelimit-policy": `"actor";q=${deps.rateLimiter.limitPerMinute};w=60`,
      ratelimit: `"actor";r=${remaining};t=${resetSeconds}`,
      ...(session.setCookie ? { "set-cookie": session.setCookie } : {}),
    });
  try {
    let limit = await deps.rateLimiter.count(key);
    for (let counted = 1; counted < cost; counted += 1) limit = await deps.rateLimiter.count(key);
    carry(limit.remaining, limit.resetSeconds);
  } catch (error) {
    if (error instanceof AppError) carry(0, error.retryAfterSeconds ?? 0);
    throw error;
  }
  return {
    currentSession: session.current,
    ctx: {
      ...deps.base,
      actor,
      requestId: c.get("requestId"),
      ipAddress: clientAddress(c, deps.trustedProxyCount),
    },
  };
}

const noQuery = z.strictObject({});

/** Mounts what the modules declare. */
export function mountOperations(
  app: Hono<HonoEnv>,
  operations: readonly Operation[],
  deps: OperationDeps,
): void {
  for (const operation of operations)
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ":$1"), (c) => answer(deps, operation, c));
}

async function answer(deps: OperationDeps, operation: Operation, c: RequestContext): Promise<Response> {
  const { ctx } = await enter(deps, c);
  const headers: Record<string, string> = {};
  requireRight(ctx.actor, operation.right);
  const bodyText = operation.body || operation.method === "POST" ? await readBody(c) : "";
  const run = async () => {
    const input = {
      parameters: operation.parameters ? parseInput(operation.parameters, c.req.param(), "/path") : undefined,
      query: parseInput(operation.query ?? noQuery, singleValues(c.req.queries()), "/query"),
      body: operation.body ? parseInput(operation.body, parseJson(c, bodyText)) : undefined,
    };
    const result = await operation.handle(ctx, input as never);
    const page = isPage(result) ? result : undefined;
    if (page?.nextCursor) headers.link = nextLink(deps.apiUrl, c, page.nextCursor);
    return operation.successStatus === 204 ? null : operation.output.parse(page ? page.page : result);
  };

  const key = operation.method === "POST" ? requestHeader(c, "idempotency-key") : undefined;
  if (key === undefined) {
    const value = await run();
    const body = operation.successStatus === 204 ? null : JSON.stringify(value);
    return completeJson(c, operation.successStatus, body, headers);
  }

  const request = {
    method: operation.method,
    path: c.req.path,
    key,
    query: new URL(c.req.url).search,
    body: bodyText,
  };
  const answered = await answerOnce(ctx, request, async () => {
    try {
      const value = await run();
      const keptBody = JSON.stringify(withoutOnceOnly(value, operation.onceOnlyFields ?? []));
      return { status: operation.successStatus, body: JSON.stringify(value), keptBody };
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds !== undefined) throw error;
      const body = JSON.stringify(deps.toProblem(error, c.get("requestId")));
      return { status: deps.toProblem(error, "").status, body, keptBody: body };
    }
  });
  if (answered.isReplayed) headers["idempotency-replayed"] = "true";
  return completeJson(c, answered.status, answered.status === 204 ? null : answered.body, headers);
}

/** A parameter that is given twice stays a list, which no schema of ours takes. */
function singleValues(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function withoutOnceOnly(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== "object" || value === null || fields.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}

function nextLink(apiUrl: string, c: RequestContext, cursor: string): string {
  const url = new URL(c.req.path, apiUrl);
  url.search = new URL(c.req.url).search;
  url.searchParams.set("cursor", cursor);
  return `<${url.href}>; rel="next"`;
}
