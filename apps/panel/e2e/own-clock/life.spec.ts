import { expect } from "@playwright/test";
import { newName, readDomain, register } from "../support/domains.ts";
import { advance, test } from "../support/own-sandbox.ts";

const publicKey = "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==";

test("a DNSKEY whose DS record would break the zone is rejected, unless the person insists", async ({
  page,
  sandbox: { api, unsignedNameserver },
}) => {
  const name = newName("breaks");
  await register(api, name);
  const nameservers = ["ns1", "ns2"].map((label) => ({
    host: `${label}.${name}`,
    addresses: [unsignedNameserver],
  }));
  expect((await api.put(`/domains/${name}/nameservers`, { data: { nameservers } })).ok()).toBe(true);

  await page.goto(`/domains/${name}/dnssec`);
  const field = page.getByLabel("DS or DNSKEY record");
  await field.fill(`another.test. IN DNSKEY 257 3 13 ${publicKey}`);
  await expect(page.getByText(`This key belongs to another.test, not ${name}.`)).toBeVisible();
  await field.fill(`${name}. IN DNSKEY 256 3 13 ${publicKey}`);
  await expect(page.getByText(/a zone signing key/)).toBeVisible();
  await field.fill(`${name}. IN DNSKEY 257 3 13 ${publicKey}`);

  const verdict = page.getByRole("region", { name: "Nameserver check" });
  await expect(verdict.getByRole("status")).toContainText("Will break the domain");
  await expect(verdict.getByRole("row").filter({ hasText: `ns1.${name}` })).toContainText("no keys");
  const publish = page.getByRole("button", { name: "Publish anyway" });
  await expect(publish).toBeDisabled();
  expect((await readDomain(api, name)).dsRecords).toEqual([]);
  await page.getByRole("checkbox", { name: /^Continue anyway/ }).check();
  await publish.click();
  await expect(page.getByText("Broken: people can't reach this domain.", { exact: true })).toBeVisible();
  expect((await readDomain(api, name)).dsRecords).toHaveLength(1);

  // Removing it repairs the zone.
  await page.getByRole("button", { name: /^Remove DS record/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("The domain is already broken");
  await dialog.getByRole("button", { name: "Remove record" }).click();
  await expect(page.getByText("Not protected.")).toBeVisible();
});

test("a domain that isn't renewed expires, moves to redemption, and is restored at its price", async ({
  page,
  sandbox: { api },
}) => {
  const name = newName("ends");
  await register(api, name, { autoRenew: false });
  const activation = { domainName: name, planSlug: "starter" };
  expect((await api.post("/me/mail/activate", { data: activation })).status()).toBe(201);
  const status = async () => (await readDomain(api, name)).status;
  const life = page.getByRole("list", { name: "Lifecycle phases" });

  await page.goto(`/domains/${name}`);
  await expect(life.locator("[aria-current=step]")).toContainText("Paid period");
  await advance(api, 360);
  await page.reload();
  await expect(page.getByText(/^Expires on .* unless you renew it/)).toBeVisible();
  await advance(api, 10);
  await expect.poll(status).toBe("expired");
  await page.reload();
  await expect(page.getByText(/You can still renew it at the regular price/)).toBeVisible();
  await expect(
    page.getByText(/keeps the name in its zone until \d+ \w+ \d{4}\.|It has no nameservers/),
  ).toBeVisible();
  await expect(life.locator("[aria-current=step]")).toContainText("Grace period");
  await expect(page.getByRole("button", { name: "Renew", exact: true })).toBeEnabled();

  await expect(page.getByText(/^emailed to owner@demo\.test on \d+ \w+ \d{4}$/)).toHaveCount(3);
  await expect(page.getByText("no email (webhook event)", { exact: true })).toHaveCount(1);
  // On a phone, the outbox shows the list first, and an opened email in full.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sandbox/outbox");
  await expect(page.getByRole("article")).toBeHidden();
  await page.getByRole("button", { name: `${name} has expired` }).click();
  await expect(page.getByRole("navigation", { name: "Emails, newest first" })).toBeHidden();
  const renewal = page.frameLocator("iframe").locator(`a[href$="/domains/${name}?act=renew"]`).first();
  const isUncut = async () => {
    const [frame, link] = [await page.locator("iframe").boundingBox(), await renewal.boundingBox()];
    return frame !== null && link !== null && link.y + link.height < frame.y + frame.height;
  };
  await expect.poll(isUncut).toBe(true);
  await renewal.click();
  await expect(page.getByRole("dialog", { name: `Renew ${name}` })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });

  await advance(api, 30);
  await expect.poll(status).toBe("redemption");
  await page.reload();
  await expect(page.getByText(/You can still restore it, at a higher price/)).toBeVisible();
  await expect(page.getByText(/Until you restore it, the name isn't in the registry's zone/)).toBeVisible();
  await expect(life.locator("[aria-current=step]")).toContainText("Redemption");
  await expect(page.getByRole("switch", { name: "Auto-renew" })).toBeDisabled();
  await expect(page.getByText("Any mail returns when you restore the domain.")).toBeVisible();
  await page.goto(`/mail/${name}`);
  await expect(page.getByRole("heading", { name: "Mail is unavailable" })).toBeVisible();
  await page.getByRole("link", { name: "Go to domain", exact: true }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Restore ${name}` });
  await dialog.getByRole("button", { name: /^Restore for €\d/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(status).toBe("active");
  await page.reload();
  await expect(life.locator("[aria-current=step]")).toContainText("Paid period");
  await expect(page.getByText("Active on Starter")).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByText(/restored/i).first()).toBeVisible();
});

test("a transfer requested by another registrar is shown with its date, rejected, and finally approved", async ({
  page,
  sandbox: { api, otherSide },
}) => {
  const name = "lakeside-ceramics.com";
  await page.goto(`/domains/${name}`);
  await page.getByRole("button", { name: "Get auth code" }).click();
  await page.getByRole("button", { name: "Create code" }).click();
  const code = (await page.getByRole("region", { name: "Auth code" }).locator("pre").textContent()) ?? "";
  await page.getByRole("button", { name: "I've saved it" }).click();

  const status = async () => (await readDomain(api, name)).status;
  const notice = page.getByRole("status", { name: "Another registrar has requested this domain" });
  await otherSide.otherRegistrarRequestsTransfer(name, code);
  await expect.poll(status, { timeout: 180_000 }).toBe("pending_transfer");
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByText(/it's transferred on/)).toBeVisible();
  await page.getByRole("button", { name: "Reject transfer" }).click();
  await expect(notice).toHaveCount(0);
  expect(await status()).toBe("active");

  await otherSide.otherRegistrarRequestsTransfer(name, code);
  await expect.poll(status, { timeout: 180_000 }).toBe("pending_transfer");
  await page.reload();
  await page.getByRole("button", { name: "Approve transfer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("while the API hangs, each page says so and links work; it loads once the API answers", async ({
  page,
  sandbox,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/domains");
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
  const failure = page.getByRole("alert").filter({ hasText: "Couldn't load this page" });
  await sandbox.whileApiHangs(async () => {
    // The first page only reads a list. The second checks a right before.
    await link("Mail").click();
    await expect(failure).toBeVisible();
    await failure.getByRole("button", { name: "Try again" }).click();
    await failure.evaluate((element) => element.setAttribute("data-of-mail", ""));
    await link("Webhooks").click();
    // The address changes before the page gives up.
    await expect(page).toHaveURL(/\/webhooks$/);
    await expect(page.locator("[data-of-mail]")).toHaveCount(0);
    await expect(failure).toBeVisible();
    expect(errors).toEqual([]);
  });
  // On its own: a click on "Try again" could come too late.
  await expect(page.getByRole("link", { name: "Add endpoint" }).first()).toBeVisible();
});
