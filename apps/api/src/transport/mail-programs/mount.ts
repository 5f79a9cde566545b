import type { Hono } from "hono";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { RateLimiter } from "../../kernel/limits/rate-limit.ts";
import { networkOf } from "../../modules/accounts/index.ts";
import {
  type MailPorts,
  readAppleProfile,
  readAutoconfig,
  readAutodiscover,
  readMtaStsFile,
} from "../../modules/mail/index.ts";
import type { OperationDeps } from "../rest/operations.ts";
import {
  clientAddress,
  type HonoEnv,
  type RequestContext,
  readBody,
  requestHeader,
} from "../rest/request.ts";
import { programPaths } from "./program-paths.ts";

export type MailProgramDeps = Pick<OperationDeps, "trustedProxyCount"> &
  Pick<OperationDeps["base"], "db"> &
  Pick<MailPorts, "mailServers" | "mailDnsSettings"> & { programLimiter: RateLimiter };

const maxBodyCharacters = 16_384;

/**
 * Where mail programs look for their settings and mail servers for MTA-STS policies, with any Host:
 * `autoconfig.example.com`, `autodiscover.example.com` and `mta-sts.example.com` are names in customers' zones. Not in the API description, because only programs call them.
 */
export function mountMailPrograms(app: Hono<HonoEnv>, deps: MailProgramDeps): void {
  const count = async (c: RequestContext) => {
    await deps.programLimiter.count(`mail-programs:${networkOf(clientAddress(c, deps.trustedProxyCount))}`);
  };
  const xml = { "content-type": "text/xml; charset=utf-8" };
  for (const path of programPaths.autoconfig) {
    app.get(path, async (c) => {
      await count(c);
      const asked = { address: c.req.query("emailaddress"), host: requestHeader(c, "host") ?? "" };
      return c.body(await readAutoconfig(deps, asked), 200, xml);
    });
  }
  app.post(programPaths.autodiscover, async (c) => {
    await count(c);
    const body = await readBody(c);
    if (body.length > maxBodyCharacters) {
      throw new AppError("too_large", "body_too_large", "The request body is too long.");
    }
    return c.body(await readAutodiscover(deps, body), 200, xml);
  });
  app.get(programPaths.mtaSts, async (c) => {
    await count(c);
    const policy = await readMtaStsFile(deps, requestHeader(c, "host") ?? "");
    if (policy === null) {
      throw notFound();
    }
    return c.body(policy, 200, { "content-type": "text/plain; charset=utf-8" });
  });
  app.get(programPaths.appleProfile, async (c) => {
    await count(c);
    const profile = await readAppleProfile(deps, c.req.query("emailaddress") ?? "");
    return c.body(profile, 200, {
      "content-type": "application/x-apple-aspen-config; charset=utf-8",
      "content-disposition": 'attachment; filename="mail.mobileconfig"',
    });
  });
}
