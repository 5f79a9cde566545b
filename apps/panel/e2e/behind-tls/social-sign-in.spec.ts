import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { credentials, type Db, sessions, users } from "@zonepost/db";
import { signInErrorMessages } from "../../src/app/sign-in/_parts/sign-in-error.ts";
import { apiUrl, type Installation, panelUrl, sessionCookie, test } from "../support/behind-tls.ts";
import { demo } from "../support/installation.ts";
import type { ProviderAccount } from "../support/sign-in-providers.ts";

// Journeys use the browser. What differs only in the answer follows the same redirects without rendering pages.

type Provider = "google" | "github";
const label = { google: "Google", github: "GitHub" };
const authorizeUrl = {
  google: /^https:\/\/accounts\.google\.com\/choose\//,
  github: /^https:\/\/github\.com\/choose\//,
};

let lastId = 1_000;
function makeAccount(email: string, emailVerified = true): ProviderAccount {
  lastId += 1;
  return { id: String(lastId), name: "Robin Example", email, emailVerified };
}

/** From the panel's sign-in page to the provider's, where the user chooses an account. */
async function goToProvider(page: Page, provider: Provider, path = "/sign-in") {
  await page.goto(path);
  await page.getByRole("button", { name: label[provider] }).click();
  await expect(page).toHaveURL(authorizeUrl[provider]);
}

/** Follows redirects until one leads to a URL that starts with `end`, and returns it without opening it. */
async function follow({ request }: BrowserContext, from: string, end: string): Promise<URL> {
  let url = from;
  for (let hops = 0; hops < 10 && !url.startsWith(end); hops += 1) {
    const answer = await request.get(url, { maxRedirects: 0 });
    const { location } = answer.headers();
    expect(location, `${new URL(url).origin} answered ${answer.status()} without a redirect`).toBeDefined();
    url = new URL(location ?? "", url).href;
  }
  expect(url.startsWith(end), url).toBe(true);
  return new URL(url);
}

/** Signs in at the provider, or cancels there, and returns the callback's URL without opening it. */
async function answerAtProvider(
  context: BrowserContext,
  provider: Provider,
  account: ProviderAccount | undefined,
  path = "/domains",
): Promise<URL> {
  const begun = await context.request.post(`${apiUrl}/auth/sign-in/social`, {
    data: { provider, callbackURL: panelUrl + path },
    headers: { origin: panelUrl },
  });
  const { url } = (await begun.json()) as { url: string };
  const { origin } = new URL(url);
  const choice = await follow(context, url, `${origin}/choose/`);
  const chosen = await context.request.post(choice.href, {
    form: { account: account?.id ?? "" },
    maxRedirects: 0,
  });
  return follow(context, new URL(chosen.headers().location ?? "", origin).href, `${apiUrl}/auth/callback/`);
}

/** Opens the callback and returns the panel's page to which it leads. */
const comeBack = (context: BrowserContext, callback: URL) => follow(context, callback.href, panelUrl);

async function expectRefused(
  context: BrowserContext,
  target: URL,
  words: ReturnType<typeof signInErrorMessages>,
) {
  expect(target.pathname).toBe("/sign-in");
  expect(signInErrorMessages(target.searchParams.get("error") ?? "")).toBe(words);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
}

/** The row counts, which a refused sign-in must not change. */
const countRows = async (db: Db) => ({
  users: await db.$count(users),
  credentials: await db.$count(credentials),
  sessions: await db.$count(sessions),
});

async function createPerson(
  db: Db,
  { emailVerified, twoFactorEnabled = false }: { emailVerified: boolean; twoFactorEnabled?: boolean },
): Promise<string> {
  const email = `person-${randomUUID()}@people.test`;
  const at = new Date();
  const person = { id: randomUUID(), name: "Robin Example", email, emailVerified, twoFactorEnabled };
  await db.insert(users).values({ ...person, createdAt: at, updatedAt: at });
  return email;
}

for (const provider of ["google", "github"] as const) {
  test.describe(`with ${label[provider]}`, () => {
    test("a person with an address verified on both sides signs in and reaches the requested page, each time", async ({
      page,
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(demo.email.toUpperCase());
      accounts[provider].set(account.id, account);
      const before = await countRows(db);
      await goToProvider(page, provider, "/sign-in?next=/webhooks");
      await page.getByRole("button", { name: account.email, exact: true }).last().click();
      await expect(page).toHaveURL(`${panelUrl}/webhooks`);
      await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
      const linked = await countRows(db);
      expect(linked).toEqual({
        users: before.users,
        credentials: before.credentials + 1,
        sessions: before.sessions + 1,
      });

      await context.clearCookies({ name: sessionCookie });
      await page.goto("/sign-in");
      await page.getByRole("button", { name: label[provider] }).click();
      await expect(page).toHaveURL(`${panelUrl}/`);
      expect(await countRows(db)).toEqual({ ...linked, sessions: linked.sessions + 1 });
    });

    test("a person with a second factor must enter the code first", async ({
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(await createPerson(db, { emailVerified: true, twoFactorEnabled: true }));
      accounts[provider].set(account.id, account);
      const target = await comeBack(context, await answerAtProvider(context, provider, account, "/webhooks"));
      expect(target.href).toBe(`${panelUrl}/auth/2fa-verify?next=%2Fwebhooks`);
      const answer = await context.request.get(`${apiUrl}/domains/mine`);
      expect(answer.status()).toBe(401);
      const page = await context.request.get(`${panelUrl}/webhooks`, { maxRedirects: 0 });
      expect(page.headers().location).toMatch(/\/auth\/2fa-verify|\/sign-in/);
    });

    test("an unknown person is refused, and no account is created", async ({
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount("stranger@people.test");
      accounts[provider].set(account.id, account);
      const before = await countRows(db);
      const target = await comeBack(context, await answerAtProvider(context, provider, account));
      await expectRefused(context, target, "notInvited");
      expect(await countRows(db)).toEqual(before);
    });

    test("an address that the provider hasn't verified is refused, and the response doesn't reveal whether it is known", async ({
      context,
      installation: { db, accounts },
    }) => {
      const target: string[] = [];
      for (const email of [
        await createPerson(db, { emailVerified: true }),
        `stranger-${randomUUID()}@people.test`,
      ]) {
        const account = makeAccount(email, false);
        accounts[provider].set(account.id, account);
        const before = await countRows(db);
        const url = await comeBack(context, await answerAtProvider(context, provider, account));
        await expectRefused(context, url, "notInvited");
        expect(await countRows(db)).toEqual(before);
        target.push(url.href);
        await context.clearCookies();
      }
      expect(target[1]).toBe(target[0]);
    });

    test("a person who has not verified their own address is not linked to the provider's account", async ({
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(await createPerson(db, { emailVerified: false }));
      accounts[provider].set(account.id, account);
      const before = await countRows(db);
      const target = await comeBack(context, await answerAtProvider(context, provider, account));
      await expectRefused(context, target, "notInvited");
      expect(await countRows(db)).toEqual(before);
    });

    test("canceling at the provider leads back to the sign-in page", async ({ context }) => {
      const target = await comeBack(context, await answerAtProvider(context, provider, undefined));
      await expectRefused(context, target, "declined");
    });

    for (const [service, name] of Object.entries(
      provider === "google"
        ? { "token endpoint": "oauth2.googleapis.com" }
        : { "token endpoint": "github.com", API: "api.github.com" },
    )) {
      test(`an outage of the provider's ${service} is reported, and changes nothing`, async ({
        context,
        installation: { db, accounts, internet },
      }) => {
        const account = makeAccount(demo.email);
        accounts[provider].set(account.id, account);
        const before = await countRows(db);
        const callback = await answerAtProvider(context, provider, account);
        internet.takeAway(name);
        await expectRefused(context, await comeBack(context, callback), "providerFailed");
        expect(await countRows(db)).toEqual(before);
      });
    }
  });
}

test("a refused sign-in is explained on the sign-in page", async ({ page, context }) => {
  await goToProvider(page, "google");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${panelUrl}/sign-in?`));
  await expect(page.getByRole("alert").filter({ hasText: /You canceled the sign-in/ })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
});

test("configured providers are offered", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByText("or continue with")).toBeVisible();
  await expect(page.getByRole("button", { name: /Google|GitHub/ })).toHaveText(["Google", "GitHub"]);
});

test("a new person joins with a provider, and signs in with it afterwards", async ({
  page,
  context,
  installation: { db, accounts, readOutbox },
}) => {
  const account = makeAccount(`new-${randomUUID()}@people.test`);
  accounts.google.set(account.id, account);
  const ask = async (path: string, data: object) => {
    const answer = await context.request.post(apiUrl + path, { data, headers: { origin: panelUrl } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await ask("/auth/sign-in/email", demo);
  await ask("/workspace/invitations", { email: account.email, role: "member" });
  const readLink = async () => {
    return (await readOutbox())
      .find(({ to }) => to === account.email)
      ?.text.match(/https:\/\/\S+#token=\S+/)?.[0];
  };
  await expect.poll(readLink).toBeTruthy();
  const link = (await readLink()) ?? "";
  await context.clearCookies();

  await page.goto(link);
  await expect(page.getByRole("button", { name: /Google|GitHub/ })).toHaveText(["Google", "GitHub"]);
  await page.getByRole("button", { name: "Google" }).click();
  await expect(page.getByText("Enter your name. Your colleagues see it.")).toBeVisible();
  await page.getByLabel("Your name").fill("Robin Example");
  await page.getByRole("button", { name: "Google" }).click();
  await page.getByRole("button", { name: account.email, exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Welcome to" })).toContainText("Member");

  await context.clearCookies({ name: sessionCookie });
  const before = await countRows(db);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Google" }).click();
  await expect(page).toHaveURL(`${panelUrl}/`);
  expect(await countRows(db)).toEqual({ ...before, sessions: before.sessions + 1 });
});

test.describe("the callback from a provider", () => {
  async function catchCallback(context: BrowserContext, { accounts }: Installation): Promise<URL> {
    const account = makeAccount(demo.email);
    accounts.google.set(account.id, account);
    return answerAtProvider(context, "google", account);
  }

  test("is rejected with another state, or with none", async ({ context, installation }) => {
    const before = await countRows(installation.db);
    const changed = await catchCallback(context, installation);
    changed.searchParams.set("state", "a-state-that-was-never-issued");
    await expectRefused(context, await comeBack(context, changed), "begunElsewhere");
    changed.searchParams.delete("state");
    await expectRefused(context, await comeBack(context, changed), "begunElsewhere");
    expect(await countRows(installation.db)).toEqual(before);
  });

  test("is rejected in a browser that didn't start it", async ({ context, browser, installation }) => {
    const before = await countRows(installation.db);
    const callback = await catchCallback(context, installation);
    const victim = await browser.newContext(installation.browsing);
    await expectRefused(victim, await comeBack(victim, callback), "begunElsewhere");
    await victim.close();
    expect(await countRows(installation.db)).toEqual(before);
  });

  test("works once", async ({ context, installation }) => {
    const callback = await catchCallback(context, installation);
    expect((await comeBack(context, callback)).href).toBe(`${panelUrl}/domains`);
    expect((await context.cookies()).map(({ name }) => name)).toContain(sessionCookie);
    const after = await countRows(installation.db);
    await context.clearCookies({ name: sessionCookie });
    await expectRefused(context, await comeBack(context, callback), "begunElsewhere");
    expect(await countRows(installation.db)).toEqual(after);
  });

  test("never leads to another site", async ({ context }) => {
    for (const callbackURL of [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "https://panel.zonepost.test.evil.example/",
      "https://panel.zonepost.test@evil.example/",
      "https://evil.zonepost.test/",
      "http://panel.zonepost.test/",
      "javascript:alert(1)",
    ]) {
      const answer = await context.request.post(`${apiUrl}/auth/sign-in/social`, {
        data: { provider: "google", callbackURL },
        headers: { origin: panelUrl },
      });
      expect([callbackURL, [403, 422].includes(answer.status())]).toEqual([callbackURL, true]);
      expect(await answer.text()).not.toContain("accounts.google.com");
    }
  });
});

test("accepts neither a request for an account nor a token from elsewhere", async ({
  context,
  installation: { db },
}) => {
  const before = await countRows(db);
  for (const more of [{ requestSignUp: true }, { idToken: { token: "eyJhbGciOiJub25lIn0.e30." } }]) {
    const answer = await context.request.post(`${apiUrl}/auth/sign-in/social`, {
      data: { provider: "google", callbackURL: "/domains", ...more },
      headers: { origin: panelUrl },
    });
    expect(answer.status()).toBe(422);
  }
  expect(await countRows(db)).toEqual(before);
});
