import type { Hono } from "hono";
import { type AuthRoutesDeps, answerAuthRequest } from "../../modules/accounts/index.ts";
import { checkOrigin, clientAddress, type HonoEnv, parseJson, readBody } from "./request.ts";

/** Hands `/auth/*` to accounts, which alone knows who signs people in. */
export function mountAuth(
  app: Hono<HonoEnv>,
  deps: { routes: AuthRoutesDeps; ownOrigins: ReadonlySet<string>; trustedProxyCount: number },
): void {
  app.all("/auth/*", async (c) => {
    checkOrigin(c, deps.ownOrigins);
    const text = c.req.method === "POST" ? await readBody(c) : "";
    const isBodiless = c.req.path === "/auth/sign-out" || c.req.method !== "POST";
    const answer = await answerAuthRequest(deps.routes, {
      method: c.req.method === "HEAD" ? "GET" : c.req.method,
      path: c.req.path.slice("/auth".length),
      query: new URL(c.req.url).search,
      headers: c.req.raw.headers,
      body: isBodiless ? undefined : parseJson(c, text),
      clientAddress: clientAddress(c, deps.trustedProxyCount),
    });
    if (answer.status >= 300 && answer.status < 400)
      return new Response(null, { status: answer.status, headers: answer.headers });
    answer.headers.set("content-type", "application/json");
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: answer.headers });
  });
}
