import type { Hono } from "hono";
import { type AuthRoutesDeps, answerAuthRequest, takesBody } from "../../modules/accounts/index.ts";
import { checkOrigin, clientAddress, type HonoEnv, parseJson, readBody, requestHeader } from "./request.ts";
import { completeJson } from "./respond.ts";

/** Hands `/auth/*` to accounts, which alone knows who signs people in. */
export function mountAuth(
  app: Hono<HonoEnv>,
  deps: { routes: AuthRoutesDeps; ownOrigins: ReadonlySet<string>; trustedProxyCount: number },
): void {
  app.all("/auth/*", async (c) => {
    checkOrigin(c, deps.ownOrigins);
    const text = c.req.method === "POST" ? await readBody(c) : "";
    const path = c.req.path.slice("/auth".length);
    const isBodiless = !takesBody(c.req.method, path);
    const queryStart = c.req.url.indexOf("?");
    const answer = await answerAuthRequest(deps.routes, {
      // A mail scanner that asks for a link's headers must not use the link up.
      method: c.req.method === "HEAD" && path === "/get-session" ? "GET" : c.req.method,
      path,
      requestId: c.get("requestId"),
      query: queryStart < 0 ? "" : c.req.url.slice(queryStart),
      header: (name) => requestHeader(c, name),
      setHeader: (name, value) => {
        c.get("commonHeaders")[name] = value;
      },
      // Read by the route that wants it: what is not offered is not there, whatever it is sent.
      get body() {
        return isBodiless ? undefined : parseJson(c, text);
      },
      clientAddress: clientAddress(c, deps.trustedProxyCount),
    });
    const isRedirect = answer.status >= 300 && answer.status < 400;
    const [cookie, ...moreCookies] = answer.setCookies;
    const response = completeJson(c, answer.status, isRedirect ? null : JSON.stringify(answer.body), {
      ...(answer.location === undefined ? {} : { location: answer.location }),
      ...(cookie === undefined ? {} : { "set-cookie": cookie }),
    });
    for (const another of moreCookies) {
      response.headers.append("set-cookie", another);
    }
    return response;
  });
}
