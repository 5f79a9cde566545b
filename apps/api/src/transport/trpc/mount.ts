import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Hono } from "hono";
import { AppError, declareError, unauthenticated } from "../../kernel/errors.ts";
import type { TrpcContext } from "../../kernel/http/trpc.ts";
import { authenticatePerson, type OperationDeps } from "../rest/operations.ts";
import { type HonoEnv, readBody, requestHeader, requireJson } from "../rest/request.ts";
import type { AppRouter } from "./router.ts";

const maxBatchSize = 20;

const batchTooLarge = declareError("malformed", "batch_too_large", {
  message: `A batch can have at most ${maxBatchSize} calls.`,
  cause: "One tRPC request contained too many calls.",
  fix: "Send fewer calls at once.",
});

/** Serves the router under /trpc, with the same checks as REST: origin, session, rate limit, body limit. */
export function mountTrpc(app: Hono<HonoEnv>, router: AppRouter, deps: OperationDeps): void {
  app.on(["GET", "POST"], "/trpc/*", async (c) => {
    const callCount = c.req.path.split(/,|%2c/i).length;
    if (callCount > maxBatchSize) {
      throw batchTooLarge();
    }
    const requestId = c.get("requestId");
    let entered: TrpcContext["entered"];
    try {
      // A key can't act as a person, even with a cookie.
      if (/^bearer /i.test(requestHeader(c, "authorization") ?? "")) {
        throw unauthenticated();
      }
      entered = await authenticatePerson(deps, c, callCount);
    } catch (error) {
      // Not signed in: the procedures return that error in tRPC's own form.
      if (!(error instanceof AppError) || error.kind !== "unauthenticated") {
        throw error;
      }
      entered = error;
    }
    if (c.req.method === "POST") {
      requireJson(c);
    }
    const body = c.req.method === "POST" ? await readBody(c) : undefined;
    return fetchRequestHandler({
      endpoint: "/trpc",
      req: new Request(c.req.url, {
        method: c.req.method,
        headers: c.req.raw.headers,
        // As over REST, an empty body has no fields.
        body: body === undefined ? undefined : body || "{}",
      }),
      router,
      createContext: (): TrpcContext => ({
        entered,
        requestId,
        idempotencyKey: requestHeader(c, "idempotency-key"),
        toProblem: deps.toProblem,
      }),
      onError: ({ error, path }) => {
        if (error.code === "INTERNAL_SERVER_ERROR") {
          deps.base.log.error({ err: error.cause ?? error, path, requestId }, "call failed");
        }
      },
    });
  });
}
