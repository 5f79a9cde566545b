import type { Hono } from "hono";
import type { AuthRequest } from "../../kernel/ctx.ts";
import { methodNotAllowed, notFound } from "../../kernel/errors.ts";
import type { AuthAnswer, AuthOperation, Sent } from "../../kernel/http/operation.ts";
import { countPerson, type OperationDeps, sharedCtx } from "./operations.ts";
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
import { completeJson } from "./respond.ts";

/** Mounts the operations of `/auth`; any other path below it is 404. */
export function mountAuth(
  app: Hono<HonoEnv>,
  operations: readonly AuthOperation[],
  deps: OperationDeps,
): void {
  app.all("/auth/*", async (c) => {
    checkOrigin(c, deps.ownOrigins);
    const text = c.req.method === "POST" ? await readBody(c) : "";
    const operation = findOperation(operations, c);
    const answer = await run(deps, operation, c, {
      parameters: {},
      query: operation.query ? singleValues(c.req.queries()) : {},
      readBody: () => (operation.body ? parseJson(c, text) : undefined),
      pointers: { parameters: "/path", query: "/query" },
    });
    const [cookie, ...moreCookies] = answer.setCookies ?? [];
    const isRedirect = answer.location !== undefined;
    const response = completeJson(
      c,
      isRedirect ? 302 : 200,
      isRedirect ? null : JSON.stringify(answer.value),
      {
        ...(isRedirect ? { location: answer.location } : {}),
        ...(cookie === undefined ? {} : { "set-cookie": cookie }),
      },
    );
    for (const another of moreCookies) {
      response.headers.append("set-cookie", another);
    }
    return response;
  });
}

function findOperation(operations: readonly AuthOperation[], c: RequestContext): AuthOperation {
  const here = operations.filter(({ path }) => path === c.req.path);
  const found = here.find(
    ({ method, answersHead }) => method === c.req.method || (c.req.method === "HEAD" && answersHead === true),
  );
  if (!found) {
    throw here.length > 0 ? methodNotAllowed(here.map(({ method }) => method)) : notFound();
  }
  return found;
}

async function run(
  deps: OperationDeps,
  operation: AuthOperation,
  c: RequestContext,
  sent: Sent,
): Promise<AuthAnswer<unknown>> {
  const ctx = { ...sharedCtx(deps, c), request: authRequest(deps, c) };
  if (operation.access === "open") {
    return operation.run(ctx, sent);
  }
  const session = await deps.authenticate.forAccess(requestHeader(c, "cookie"), operation.access);
  if (!session.isSecondFactorDue) {
    await countPerson(deps, c, session.person);
  }
  return operation.run({ ...ctx, session, actor: session.person }, sent);
}

function authRequest(deps: OperationDeps, c: RequestContext): AuthRequest {
  const queryStart = c.req.url.indexOf("?");
  return {
    method: c.req.method === "HEAD" ? "GET" : c.req.method,
    clientAddress: clientAddress(c, deps.trustedProxyCount),
    query: queryStart < 0 ? "" : c.req.url.slice(queryStart),
    header: (name) => requestHeader(c, name),
    setHeader: (name, value) => {
      c.get("commonHeaders")[name] = value;
    },
  };
}
