import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono, Context as HonoContext } from "hono";
import { apiVersion } from "../api-version.ts";
import { createContext, type Processor } from "../context.ts";
import { randomText } from "../objects/object-fields.ts";
import { present } from "../present.ts";
import { businessNow } from "../state/business-clock.ts";
import {
  type KeyedRequest,
  keepAnswer,
  maxKeyLength,
  type StoredAnswer,
  takeKey,
} from "../state/idempotency.ts";
import { internalError, invalidRequest, Refusal } from "../stripe-error.ts";
import { expand } from "./expand.ts";
import type { Operation, Reply } from "./operation.ts";
import { operations } from "./operations.ts";
import { readForm, readInput } from "./read-form.ts";

type Answer = StoredAnswer & { isReplayed: boolean; delayMs?: number };

/** Serves the operations under `/v1`. */
export function mountApi(app: Hono, processor: Processor, baseUrl: () => string): void {
  for (const operation of operations) {
    app.on(operation.method, operation.path, async (c) => {
      const requestId = `req_${randomText(14)}`;
      const answer = await handle(processor, operation, c, requestId, baseUrl());
      if (answer.delayMs) {
        await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
      }
      return send(c, requestId, answer);
    });
  }
  app.all("/v1/*", (c) => {
    const requestId = `req_${randomText(14)}`;
    const error = {
      type: "invalid_request_error" as const,
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    };
    return send(c, requestId, asAnswer(requestId, { status: 404, body: { error } }, ""));
  });
}

async function handle(
  processor: Processor,
  operation: Operation,
  c: HonoContext,
  requestId: string,
  baseUrl: string,
): Promise<Answer> {
  try {
    requireKey(c, processor.secretKey);
    requireVersion(c);
    const isPost = operation.method === "POST";
    const body = isPost ? await c.req.text() : new URL(c.req.url).search.slice(1);
    const { input, paths } = readInput(operation.input, readForm(body));
    const keyed = isPost ? readKey(c, body) : undefined;
    const run = async (context: Parameters<Operation["run"]>[0]): Promise<Reply> => {
      const reply = await operation.run(context, input, c.req.param("id") ?? "");
      return reply.status === 200
        ? { ...reply, body: await expand(context.objects, reply.body, paths) }
        : reply;
    };
    return await execute(processor, run, { requestId, keyed, baseUrl });
  } catch (error) {
    if (error instanceof Refusal) {
      return asAnswer(requestId, { status: error.status, body: { error: error.error } }, baseUrl);
    }
    processor.log({ event: "error", error });
    return asAnswer(requestId, { status: 500, body: { error: internalError } }, baseUrl);
  }
}

/** Executes a request once per idempotency key. As soon as it runs, its answer is stored, even a failure. */
async function execute(
  processor: Processor,
  run: (context: Parameters<Operation["run"]>[0]) => Promise<Reply>,
  request: { requestId: string; keyed: KeyedRequest | undefined; baseUrl: string },
): Promise<Answer> {
  const { requestId, keyed, baseUrl } = request;
  const now = await businessNow(processor.sql);
  const answer = await processor.sql.begin(async (tx): Promise<Answer> => {
    const stored = keyed && (await takeKey(tx, keyed));
    if (stored) {
      return { ...stored, isReplayed: true };
    }
    const cause = { id: requestId, idempotency_key: keyed?.key ?? null };
    const reply = await tx
      .savepoint((savepoint) => run(createContext(processor, savepoint, now, cause)))
      .catch((error: unknown): Reply => {
        if (error instanceof Refusal) {
          return { status: error.status, body: { error: error.error } };
        }
        processor.log({ event: "error", error });
        return { status: 500, body: { error: internalError } };
      });
    const fresh = asAnswer(requestId, reply, baseUrl);
    if (keyed) {
      await keepAnswer(tx, keyed, fresh);
    }
    return fresh;
  });
  processor.wake();
  return answer;
}

function asAnswer(requestId: string, reply: Reply, baseUrl: string): Answer {
  return {
    requestId,
    status: reply.status,
    body: present(reply.body, baseUrl),
    isReplayed: false,
    delayMs: reply.delayMs,
  };
}

function send(c: HonoContext, requestId: string, answer: Answer): Response {
  const key = c.req.header("idempotency-key");
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "Cache-Control": "no-cache, no-store",
    "Request-Id": requestId,
    "Stripe-Version": apiVersion,
    ...(key && c.req.method === "POST" && { "Idempotency-Key": key, "Original-Request": answer.requestId }),
    ...(answer.isReplayed && { "Idempotent-Replayed": "true" }),
    // A request in progress ends soon.
    ...(answer.status === 409 && { "Stripe-Should-Retry": "true" }),
  };
  return new Response(answer.body, { status: answer.status, headers });
}

function readKey(c: HonoContext, body: string): KeyedRequest | undefined {
  const key = c.req.header("idempotency-key");
  if (key === undefined || key === "") {
    return undefined;
  }
  if (key.length > maxKeyLength) {
    throw invalidRequest(`The Idempotency-Key may have at most ${maxKeyLength} characters.`);
  }
  return { key, method: c.req.method, path: c.req.path, body };
}

function requireKey(c: HonoContext, secretKey: string): void {
  const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (given === undefined) {
    throw new Refusal(401, {
      type: "invalid_request_error",
      message: "You did not provide an API key. Provide it in the Authorization header, using Bearer auth.",
    });
  }
  if (!isSameSecret(given, secretKey)) {
    throw new Refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
  }
}

export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function requireVersion(c: HonoContext): void {
  const version = c.req.header("stripe-version") ?? apiVersion;
  if (version !== apiVersion) {
    throw invalidRequest(`Invalid Stripe API version: ${version}. This server only has ${apiVersion}.`);
  }
}
