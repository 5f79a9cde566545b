import { credentials, type Db, sessions, users, verifications } from "@zonepost/db";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { magicLink } from "better-auth/plugins";
import { sql } from "drizzle-orm";
import { newId } from "../../../kernel/ids.ts";
import type { Logger } from "../../../kernel/log.ts";
import { hashToken } from "../model/link-token.ts";
import { type AccountsSettings, clientAddressHeader } from "../ports.ts";
import { firstWorkspaceOf } from "../sessions/first-workspace.ts";
import { sessionLifetimeSeconds } from "../sessions/session-cookie.ts";
import { socialProviders } from "./social-providers.ts";

type AuthLibraryDeps = { db: Db; log: Logger; settings: AccountsSettings };

/** better-auth, for sign-ins by link and provider. Only this module uses it. */
export function createAuthLibrary(deps: AuthLibraryDeps) {
  const { db, settings } = deps;
  return betterAuth({
    appName: "Zonepost",
    baseURL: settings.apiUrl,
    basePath: "/auth",
    secret: settings.authSecret,
    trustedOrigins: [settings.panelUrl, settings.apiUrl],
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    socialProviders: socialProviders(settings, deps.log),
    plugins: [
      // Redeems links. `sendMagicLink` of this folder stores them, because a link's token follows from its code.
      magicLink({
        disableSignUp: true,
        storeToken: { type: "custom-hasher", hash: async (token) => hashToken(token) },
        sendMagicLink: () => {
          throw new Error("the library sends no links");
        },
      }),
    ],
    session: {
      expiresIn: sessionLifetimeSeconds,
      // Our own query reads sessions and extends their lifetime.
      disableSessionRefresh: true,
      additionalFields: {
        activeWorkspaceId: { type: "string", required: false, input: false },
        signedInBy: { type: "string", required: false, input: false },
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async () => {
            throw new APIError("FORBIDDEN", {
              code: "INVITATION_REQUIRED",
              message: "Access is by invitation only.",
            });
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => {
            const [first] = await db.execute<{ workspaceId: string | null }>(
              sql`select ${firstWorkspaceOf(session.userId)} as "workspaceId"`,
            );
            return {
              data: {
                ...session,
                activeWorkspaceId: first?.workspaceId ?? null,
                signedInBy: signInMethodOf(context?.path, context?.params?.id),
              },
            };
          },
        },
      },
    },
    // Rethrow errors unchanged: the library would print them, including query parameters.
    onAPIError: { throw: true, errorURL: `${settings.panelUrl}/sign-in` },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message) =>
        deps.log[level === "error" ? level : "warn"]({ library: "better-auth" }, message),
    },
    advanced: {
      cookiePrefix: "zonepost",
      // Explicit, because the library skips both checks if NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      crossSubDomainCookies: settings.cookieDomain
        ? { enabled: true, domain: settings.cookieDomain }
        : undefined,
    },
  });
}

function signInMethodOf(path: string | undefined, provider: unknown): string | null {
  if (path === "/magic-link/verify") {
    return "magic_link";
  }
  return path?.startsWith("/callback") && typeof provider === "string" ? provider : null;
}
