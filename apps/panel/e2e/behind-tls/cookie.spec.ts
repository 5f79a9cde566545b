import { expect, type Page } from "@playwright/test";
import { apiUrl, panelUrl, sessionCookie, test } from "../support/behind-tls.ts";
import { demo } from "../support/installation.ts";
import { openPersonMenu } from "../support/person-menu.ts";

const hsts = "max-age=63072000; includeSubDomains";

async function signIn(page: Page) {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(demo.email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${panelUrl}/`);
}

test("one cookie, for TLS only, works on the panel's and the API's subdomain", async ({ page, context }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) {
      refused.push(message.text());
    }
  });
  await signIn(page);
  await expect(page.getByRole("region", { name: "Portfolio" })).toBeVisible();

  const cookie = (await context.cookies(panelUrl)).find(({ name }) => name === sessionCookie);
  expect(cookie).toMatchObject({
    domain: ".zonepost.test",
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
  });
  expect((await context.cookies(apiUrl)).find(({ name }) => name === sessionCookie)).toEqual(cookie);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("zonepost.session_token");

  const session = await page.evaluate(async (url) => {
    const answer = await fetch(url, { credentials: "include" });
    return { status: answer.status, body: await answer.json() };
  }, `${apiUrl}/auth/get-session`);
  expect(session).toMatchObject({ status: 200, body: { user: { email: demo.email } } });
  expect(refused).toEqual([]);
});

test("browsers are told to stay on TLS, on both subdomains", async ({ page }) => {
  const panel = await page.goto("/sign-in");
  expect(panel?.headers()["strict-transport-security"]).toBe(hsts);
  expect(panel?.headers()["content-security-policy"]).toContain(`connect-src 'self' ${apiUrl};`);
  const api = await page.goto(`${apiUrl}/health/live`);
  expect(api?.headers()["strict-transport-security"]).toBe(hsts);
});

test("signing out in the panel removes the cookie from both subdomains", async ({ page, context }) => {
  await signIn(page);
  await openPersonMenu(page);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${panelUrl}/sign-in`);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
});

test("a client's own X-Forwarded-For affects neither sign-in limits nor stored addresses", async ({
  context,
  installation,
}) => {
  const attempt = async (forwardedFor: string, password: string) => {
    const answer = await context.request.post(`${apiUrl}/auth/sign-in/email`, {
      data: { email: demo.email, password },
      headers: { origin: panelUrl, "x-forwarded-for": forwardedFor },
    });
    const left = /"network";r=(\d+)/.exec(answer.headers().ratelimit ?? "")?.[1];
    return { status: answer.status(), left: Number(left) };
  };
  // A new minute may begin between the two; then both are repeated.
  await expect(async () => {
    const first = await attempt("203.0.113.1", "not the password");
    const second = await attempt("198.51.100.2, 203.0.113.3", "not the password");
    expect(first.status).toBe(401);
    expect(second).toEqual({ status: 401, left: first.left - 1 });
  }).toPass({ intervals: [0] });

  expect((await attempt("203.0.113.4", demo.password)).status).toBe(200);
  const sessions = await installation.db.query.sessions.findMany();
  expect(new Set(sessions.map(({ ipAddress }) => ipAddress))).toEqual(new Set(["127.0.0.1"]));
});
