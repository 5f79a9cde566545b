import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { credentials, type Db, sessions, users } from "@zonepost/db";
import { apiUrl, type Installation, panelUrl, sessionCookie, test } from "../support/behind-tls.ts";
import { demo } from "../support/installation.ts";
import type { ProviderAccount } from "../support/sign-in-providers.ts";

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

async function expectRefused(page: Page, context: BrowserContext, words: RegExp) {
  await expect(page).toHaveURL((url) => url.href.startsWith(`${panelUrl}/sign-in?`));
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(sessionCookie);
}

/** The row counts, which a refused sign-in must not change. */
const standing = async (db: Db) => ({
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
    test("a person whose address is verified on both sides signs in and lands where they wanted to go, each time", async ({
      page,
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(demo.email.toUpperCase());
      accounts[provider].set(account.id, account);
      const before = await standing(db);
      await goToProvider(page, provider, "/sign-in?next=/webhooks");
      await page.getByRole("button", { name: account.email, exact: true }).last().click();
      await expect(page).toHaveURL(`${panelUrl}/webhooks`);
      await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
      const linked = await standing(db);
      expect(linked).toEqual({
        users: before.users,
        credentials: before.credentials + 1,
        sessions: before.sessions + 1,
      });

      await context.clearCookies({ name: sessionCookie });
      await page.goto("/sign-in");
      await page.getByRole("button", { name: label[provider] }).click();
      await expect(page).toHaveURL(`${panelUrl}/domains`);
      expect(await standing(db)).toEqual({ ...linked, sessions: linked.sessions + 1 });
    });

    test("a person with a second factor is asked for it, and is not in before", async ({
      page,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(await createPerson(db, { emailVerified: true, twoFactorEnabled: true }));
      accounts[provider].set(account.id, account);
      await goToProvider(page, provider, "/sign-in?next=/webhooks");
      await page.getByRole("button", { name: account.email, exact: true }).click();
      await expect(page).toHaveURL(`${panelUrl}/auth/2fa-verify?next=%2Fwebhooks`);
      const answer = await page.request.get(`${apiUrl}/domains/mine`);
      expect(answer.status()).toBe(401);
      await page.goto("/webhooks");
      await expect(page).toHaveURL(/\/auth\/2fa-verify|\/sign-in/);
    });

    test("a stranger is refused in words, and no account is made", async ({
      page,
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount("stranger@people.test");
      accounts[provider].set(account.id, account);
      const before = await standing(db);
      await goToProvider(page, provider);
      await page.getByRole("button", { name: account.email, exact: true }).last().click();
      await expectRefused(page, context, /You need an invitation/);
      expect(await standing(db)).toEqual(before);
    });

    test("an address that is not verified at the provider signs nobody in, and does not tell whether it is known here", async ({
      page,
      context,
      installation: { db, accounts },
    }) => {
      const led: string[] = [];
      for (const email of [
        await createPerson(db, { emailVerified: true }),
        `stranger-${randomUUID()}@people.test`,
      ]) {
        const account = makeAccount(email, false);
        accounts[provider].set(account.id, account);
        const before = await standing(db);
        await goToProvider(page, provider);
        await page.getByRole("button", { name: account.email, exact: true }).click();
        await expectRefused(page, context, /You need an invitation/);
        expect(await standing(db)).toEqual(before);
        led.push(page.url());
        await context.clearCookies();
      }
      expect(led[1]).toBe(led[0]);
    });

    test("a person who has not verified their own address is not linked to whoever has it there", async ({
      page,
      context,
      installation: { db, accounts },
    }) => {
      const account = makeAccount(await createPerson(db, { emailVerified: false }));
      accounts[provider].set(account.id, account);
      const before = await standing(db);
      await goToProvider(page, provider);
      await page.getByRole("button", { name: account.email, exact: true }).last().click();
      await expectRefused(page, context, /You need an invitation/);
      expect(await standing(db)).toEqual(before);
    });

    test("turning the sign-in down at the provider leads back with words", async ({ page, context }) => {
      await goToProvider(page, provider);
      await page.getByRole("button", { name: "Cancel" }).click();
      await expectRefused(page, context, /You cancelled the sign-in/);
    });

    for (const [what, name] of Object.entries(
      provider === "google"
        ? { "gives out tokens": "oauth2.googleapis.com" }
        : { "gives out tokens": "github.com", "knows the person": "api.github.com" },
    )) {
      test(`when what ${what} is away, the person is told so and nothing is half done`, async ({
        page,
        context,
        installation: { db, accounts, internet, callbacks },
      }) => {
        const account = makeAccount(demo.email);
        accounts[provider].set(account.id, account);
        const before = await standing(db);
        await goToProvider(page, provider);
        // Once the browser has left the provider, only the API sends requests to it.
        callbacks.meet = ({ goOn }) => {
          internet.takeAway(name);
          goOn();
        };
        await page.getByRole("button", { name: account.email, exact: true }).last().click();
        await expectRefused(page, context, /The provider couldn't confirm your identity/);
        expect(await standing(db)).toEqual(before);
      });
    }
  });
}

test("those that are set up are offered", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByText("or continue with")).toBeVisible();
  await expect(page.getByRole("button", { name: /Google|GitHub/ })).toHaveText(["Google", "GitHub"]);
});

test("a new person joins with a provider, and signs in with it from then on", async ({
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
  const before = await standing(db);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Google" }).click();
  await expect(page).toHaveURL(`${panelUrl}/domains`);
  expect(await standing(db)).toEqual({ ...before, sessions: before.sessions + 1 });
});

test.describe("the way back from a provider", () => {
  /** Returns the URL to which the provider redirects the browser, without opening it. */
  async function catchCallback(page: Page, { callbacks, accounts }: Installation): Promise<URL> {
    const account = makeAccount(demo.email);
    accounts.google.set(account.id, account);
    let caught: URL | undefined;
    callbacks.meet = ({ url, stop }) => {
      caught = url;
      stop();
    };
    await goToProvider(page, "google");
    await page.getByRole("button", { name: account.email, exact: true }).last().click();
    await expect.poll(() => caught?.searchParams.get("code")).toBeTruthy();
    callbacks.meet = undefined;
    return caught ?? new URL(apiUrl);
  }

  test("is refused with another state, or with none", async ({ page, context, installation }) => {
    const before = await standing(installation.db);
    const callback = await catchCallback(page, installation);
    const changed = new URL(callback);
    changed.searchParams.set("state", "a-state-that-nobody-gave-out");
    await page.goto(changed.href);
    await expectRefused(page, context, /started in another browser/);
    changed.searchParams.delete("state");
    await page.goto(changed.href);
    await expectRefused(page, context, /started in another browser/);
    expect(await standing(installation.db)).toEqual(before);
  });

  test("is refused in a browser that did not begin it", async ({ page, browser, installation }) => {
    const before = await standing(installation.db);
    const callback = await catchCallback(page, installation);
    const victim = await browser.newContext(installation.browsing);
    const elsewhere = await victim.newPage();
    await elsewhere.goto(callback.href);
    await expectRefused(elsewhere, victim, /started in another browser/);
    await victim.close();
    expect(await standing(installation.db)).toEqual(before);
  });

  test("works once", async ({ page, context, installation }) => {
    const callback = await catchCallback(page, installation);
    await page.goto(callback.href);
    await expect(page).toHaveURL(`${panelUrl}/domains`);
    const after = await standing(installation.db);
    await context.clearCookies({ name: sessionCookie });
    await page.goto(callback.href);
    await expectRefused(page, context, /started in another browser/);
    expect(await standing(installation.db)).toEqual(after);
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

test("neither a wish for an account nor a token from elsewhere is taken", async ({
  context,
  installation: { db },
}) => {
  const before = await standing(db);
  for (const more of [{ requestSignUp: true }, { idToken: { token: "eyJhbGciOiJub25lIn0.e30." } }]) {
    const answer = await context.request.post(`${apiUrl}/auth/sign-in/social`, {
      data: { provider: "google", callbackURL: "/domains", ...more },
      headers: { origin: panelUrl },
    });
    expect(answer.status()).toBe(422);
  }
  expect(await standing(db)).toEqual(before);
});
