import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import Provider from "oidc-provider";
import type { Handler } from "./tls-front.ts";

export type ProviderAccount = { id: string; name: string; email: string; emailVerified: boolean };

export const providerClient = { id: "zonepost-test", secret: "zonepost-test-secret" };

/** The host names of the two providers. */
export const providerNames = {
  google: ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"],
  github: ["github.com", "api.github.com"],
} as const;

type Endpoints = {
  issuer: string;
  routes: Record<string, string>;
  scopes: string[];
  needsPkce: boolean;
};

const google: Endpoints = {
  issuer: "https://accounts.google.com",
  routes: { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/oauth2/v3/certs" },
  scopes: ["openid", "email", "profile"],
  needsPkce: true,
};
const github: Endpoints = {
  issuer: "https://github.com",
  routes: { authorization: "/login/oauth/authorize", token: "/login/oauth/access_token" },
  scopes: ["read:user", "user:email"],
  needsPkce: false,
};

function createProvider(endpoints: Endpoints, redirectUri: string, accounts: Map<string, ProviderAccount>) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), use: "sig", alg: "RS256" };
  const provider: Provider = new Provider(endpoints.issuer, {
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    scopes: endpoints.scopes,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Google includes the profile in the ID token.
    conformIdTokenClaims: false,
    ttl: {
      AuthorizationCode: 600,
      AccessToken: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    pkce: { required: () => endpoints.needsPkce },
    routes: endpoints.routes,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/choose/${interaction.uid}` },
    findAccount: (_ctx: unknown, id: string) => {
      const account = accounts.get(id);
      if (!account) {
        return undefined;
      }
      const { name, email, emailVerified } = account;
      return { accountId: id, claims: () => ({ sub: id, name, email, email_verified: emailVerified }) };
    },
    loadExistingGrant: async (ctx: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(endpoints.scopes.join(" "));
      await grant.save();
      return grant;
    },
  });
  return provider;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** The account chooser that both show to users with several accounts. */
function withChoice(provider: Provider, accounts: Map<string, ProviderAccount>): Handler {
  const callback = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/choose/")) {
      return callback(request, response);
    }
    if (request.method === "POST") {
      const id = (await readForm(request)).get("account");
      const result = id
        ? { login: { accountId: id } }
        : { error: "access_denied", error_description: "The person did not agree." };
      return provider.interactionFinished(request, response, result);
    }
    const buttons = [...accounts.values()].map(
      ({ id, email }) => `<button name="account" value="${id}">${email}</button>`,
    );
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><title>Choose an account</title><form method="post">${buttons.join("")}<button name="account" value="">Cancel</button></form>`,
    );
  };
  return (request, response) => {
    answer(request, response).catch(() => response.destroy());
  };
}

/** GitHub's own endpoint for the owner of a token. */
function withPeople(provider: Provider, accounts: Map<string, ProviderAccount>): Handler {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const token = await provider.AccessToken.find(
      (request.headers.authorization ?? "").replace("Bearer ", ""),
    );
    const account = token && accounts.get(token.accountId);
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (!account) {
      return say(401, { message: "Bad credentials" });
    }
    const { id, name, email, emailVerified } = account;
    if (request.url === "/user") {
      return say(200, { id: Number(id), login: `user-${id}`, name, email: null });
    }
    if (request.url === "/user/emails") {
      return say(200, [{ email, primary: true, verified: emailVerified }]);
    }
    return say(404, { message: "Not Found" });
  };
  return (request, response) => {
    answer(request, response).catch(() => response.destroy());
  };
}

/** Google (OpenID Connect) and GitHub (OAuth 2.0 with its own /user), by host name. */
export function createSignInProviders(apiUrl: string) {
  const accounts = { google: new Map<string, ProviderAccount>(), github: new Map<string, ProviderAccount>() };
  const atGoogle = withChoice(
    createProvider(google, `${apiUrl}/auth/callback/google`, accounts.google),
    accounts.google,
  );
  const githubProvider = createProvider(github, `${apiUrl}/auth/callback/github`, accounts.github);
  const handlers: Record<string, Handler> = {
    "accounts.google.com": atGoogle,
    "oauth2.googleapis.com": atGoogle,
    "www.googleapis.com": atGoogle,
    "github.com": withChoice(githubProvider, accounts.github),
    "api.github.com": withPeople(githubProvider, accounts.github),
  };
  return { accounts, handlers };
}
