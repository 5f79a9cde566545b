import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { withDatabaseAway } from "../../kernel/database/database-away.ts";
import { withTextRefused } from "../../kernel/database/text-refused.ts";
import { AppError, methodNotAllowed, notFound } from "../../kernel/errors.ts";
import type { AuthOperation, Operation } from "../../kernel/http/operation.ts";
import { newRequestId } from "../../kernel/ids.ts";
import { createLineWriter, type Logger } from "../../kernel/log.ts";
import type { QuarantineGuard } from "../../kernel/quarantine/quarantine-guard.ts";
import { quarantined, withQuarantined } from "../../kernel/quarantine/quarantined.ts";
import { withoutCase } from "../mail-programs/program-paths.ts";
import { mountAuth } from "./auth.ts";
import { mountDocs } from "./docs.ts";
import { mountHealth, type ReadinessChecks, type Version } from "./health.ts";
import { mountOperations, type OperationDeps } from "./operations.ts";
import { passesQuarantine } from "./passes-quarantine.ts";
import { problemResponse } from "./problem.ts";
import { clientAddress, type HonoEnv, type RequestContext, requestHeader } from "./request.ts";

export type AppDeps = OperationDeps & {
  /** The base of the operations of `/auth`. */
  authBase: OperationDeps["base"];
  log: Logger;
  panelUrl: string;
  operations: readonly Operation[];
  authOperations: readonly AuthOperation[];
  cookieName: string;
  version: Version;
  readinessChecks: ReadinessChecks;
  quarantine: QuarantineGuard;
  mounts: readonly ((app: Hono<HonoEnv>) => void)[];
};

const corsExposed =
  "ETag, Idempotency-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Required-Scope";

export function createApp(deps: AppDeps): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>({ getPath: (request) => withoutCase(getPath(request)) });
  const logRequest = createLineWriter(deps.log, "request");
  const panelOrigin = new URL(deps.panelUrl).origin;

  const securityHeaders: Record<string, string> = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    vary: "Origin, Accept-Encoding",
    "x-content-type-options": "nosniff",
    ...(deps.apiUrl.startsWith("https:")
      ? { "strict-transport-security": "max-age=63072000; includeSubDomains" }
      : {}),
  };
  const panelHeaders = {
    ...securityHeaders,
    "access-control-allow-origin": panelOrigin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": corsExposed,
  };

  app.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    const isPanel = requestHeader(c, "origin") === panelOrigin;
    c.set("requestId", requestId);
    c.set("commonHeaders", { ...(isPanel ? panelHeaders : securityHeaders), "x-request-id": requestId });
    if (c.req.method === "OPTIONS") {
      c.res = preflight(isPanel);
    } else {
      await next();
    }
    if (!c.get("isComplete")) {
      for (const [name, value] of Object.entries(c.get("commonHeaders"))) {
        if (!c.res.headers.has(name)) {
          c.res.headers.set(name, value);
        }
      }
    }
    const address = clientAddress(c, deps.trustedProxyCount);
    logRequest(requestLine(c, address, performance.now() - startedAt));
  });
  app.onError((thrown, c) => {
    const error = withQuarantined(withTextRefused(withDatabaseAway(thrown)));
    if (!(error instanceof AppError)) {
      deps.log.error({ err: error, requestId: c.get("requestId") }, "request failed");
    } else if (error.cause) {
      deps.log.info({ code: error.code, err: error.cause, requestId: c.get("requestId") }, "cause");
    }
    return problemResponse(c, deps.toProblem, error);
  });

  app.use(async (c, next) => {
    const { method, path } = c.req;
    const hasKey = requestHeader(c, "authorization") !== undefined;
    if (!passesQuarantine({ method, path, hasKey }) && !(await deps.quarantine.isOpen())) {
      throw quarantined();
    }
    await next();
  });
  mountHealth(app, deps.version, deps.readinessChecks, deps.quarantine);
  mountDocs(app, deps);
  mountAuth(app, deps.authOperations, { ...deps, base: deps.authBase });
  for (const mount of deps.mounts) {
    mount(app);
  }
  mountOperations(app, deps.operations, deps);
  refuseOtherMethods(app);
  app.notFound((c) => problemResponse(c, deps.toProblem, notFound()));
  return app;
}

function preflight(isPanel: boolean): Response {
  if (!isPanel) {
    return new Response(null, { status: 204 });
  }
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers":
        "Content-Type, Idempotency-Key, If-Match, If-None-Match, trpc-accept, x-trpc-source",
      "access-control-max-age": "600",
    },
  });
}

/** Not below /operator, which has no paths for anyone else. */
function refuseOtherMethods(app: Hono<HonoEnv>): void {
  const methodsOfPath = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method !== "ALL" && !path.startsWith("/operator/")) {
      methodsOfPath.set(path, (methodsOfPath.get(path) ?? new Set()).add(method));
    }
  }
  for (const [path, methods] of methodsOfPath) {
    app.all(path, () => {
      throw methodNotAllowed([...methods]);
    });
  }
}

/** Only the path is logged: a query string can contain a token. */
function requestLine(c: RequestContext, address: string, durationMs: number): Record<string, unknown> {
  return {
    requestId: c.get("requestId"),
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    durationMs: Math.round(durationMs * 10) / 10,
    actor: c.get("actorKey"),
    clientAddress: address,
  };
}
