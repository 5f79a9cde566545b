import { readFile } from "node:fs/promises";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { makeContact, newName, readDomain, register } from "../support/domains.ts";
import { asDemoOwner, makePerson, newAddress, password, removePeople, send } from "../support/people.ts";
import { askForStepUp } from "../support/step-up.ts";
import { test } from "../support/test.ts";

let owner: APIRequestContext;

test.beforeEach(async () => {
  owner = await asDemoOwner();
});

test.afterEach(async () => {
  await owner.dispose();
});

const setting = (page: Page, name: string) => page.getByRole("switch", { name });

test("a domain is renewed at the price and to the date shown before", async ({ page }) => {
  const name = newName("renew");
  await register(owner, name);
  const before = await readDomain(owner, name);
  await page.goto(`/domains/${name}`);
  await page.getByRole("button", { name: "Renew", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Renew ${name}` });
  await dialog.getByLabel("Term").selectOption("3 years");
  const year = new Date(before.expiresAt).getUTCFullYear();
  await expect(dialog.getByText(new RegExp(`${year + 3}$`))).toBeVisible();
  await dialog.getByRole("button", { name: /^Renew for €\d+\.\d\d$/ }).click();
  await expect(dialog).toHaveCount(0);
  const yearOfExpiry = async () => new Date((await readDomain(owner, name)).expiresAt).getUTCFullYear();
  await expect.poll(yearOfExpiry).toBe(year + 3);
  await expect(page.getByText(new RegExp(`Paid until \\d+ \\w+ ${year + 3}\\.`))).toBeVisible();
});

test("auto-renew, the transfer lock and WHOIS privacy are switches, and the history shows who changed them", async ({
  page,
}) => {
  const name = newName("switches");
  await register(owner, name);
  await page.goto(`/domains/${name}`);
  await expect(setting(page, "Auto-renew")).toBeChecked();
  for (const one of ["Auto-renew", "Transfer lock", "WHOIS privacy"]) {
    const isOn = await setting(page, one).isChecked();
    await setting(page, one).press("Space");
    await expect(setting(page, one)).toBeEnabled();
    await expect(setting(page, one)).toBeChecked({ checked: !isOn });
    await expect(setting(page, one)).toBeFocused();
  }
  await page.reload();
  await expect(setting(page, "Auto-renew")).not.toBeChecked();
  // On a wide screen, the settings are next to the expiry date; otherwise below it.
  const isBeside = async () => {
    const boxOf = (region: string) => page.getByRole("region", { name: region, exact: true }).boundingBox();
    const [expiry, settings] = [await boxOf("Expires"), await boxOf("Settings")];
    return expiry !== null && expiry.y === settings?.y && expiry.x + expiry.width < settings.x;
  };
  await expect.poll(isBeside).toBe(true);
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(isBeside).toBe(false);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByText(/auto-renew/i).first()).toBeVisible();
  await expect(page.getByText("owner@demo.test").first()).toBeVisible();
});

test("a switch explains that a registry has no lock or no privacy", async ({ page }) => {
  await page.goto("/domains/hofladen-brandt.de");
  await expect(setting(page, "WHOIS privacy")).toBeDisabled();
  await expect(page.getByText("The .de registry doesn't offer WHOIS privacy.")).toBeVisible();
});

test.describe("after a step-up", () => {
  // A confirmation changes the session's token; the other tests share the demo owner's.
  test.use({ storageState: { cookies: [], origins: [] } });

  test("an auth code requires an unlocked domain and a step-up, and is shown once", async ({ browser }) => {
    const name = newName("code");
    await register(owner, name);
    await owner.patch(`/domains/${name}`, { data: { locked: true } });
    const email = newAddress("cody");
    const person = await makePerson(owner, { email, role: "admin", name: "Cody" });
    const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
    await person.dispose();

    await page.goto(`/domains/${name}`);
    await expect(page.getByRole("button", { name: "Get auth code" })).toBeDisabled();
    await expect(page.getByText("Turn off the transfer lock first.")).toBeVisible();
    await setting(page, "Transfer lock").press("Space");
    await page.getByRole("button", { name: "Get auth code" }).click();
    await askForStepUp(page, "domains.createAuthCode");
    await page.getByRole("button", { name: "Create code" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    const code = page.getByRole("region", { name: "Auth code" });
    await expect(code.locator("pre")).toHaveText(/^\S{8,}$/);
    await expect(code).toContainText("It's valid until");
    const shown = (await code.locator("pre").textContent()) ?? "";
    await page.getByRole("button", { name: "I've saved it" }).click();
    await expect(page.getByText(/An auth code is active until .*20\d\d/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(shown)).toHaveCount(0);

    await page.context().close();
    await removePeople(owner, email);
  });

  test("a domain is deleted once its name has been typed", async ({ browser }) => {
    const name = newName("gone");
    await register(owner, name);
    const email = newAddress("dora");
    const person = await makePerson(owner, { email, role: "admin", name: "Dora" });
    const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
    await person.dispose();
    await page.goto(`/domains/${name}`);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(
      page.getByText("Anyone can register the name immediately. It can't be restored."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete domain" })).toBeDisabled();
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await page.getByRole("button", { name: "Delete domain" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.goto(`/domains/${name}`);
    await page.getByRole("link", { name: "View history" }).click();
    await expect(page.getByText("Deleted and released")).toBeVisible();
    await page.context().close();
    await removePeople(owner, email);
  });

  test("a read-only member sees the settings and why they can't be changed", async ({ browser }) => {
    const email = newAddress("rea");
    const person = await makePerson(owner, { email, role: "read_only", name: "Rea" });
    const page = await (await browser.newContext({ storageState: await person.storageState() })).newPage();
    await person.dispose();
    await page.goto("/domains/lakeside-ceramics.com");
    await expect(setting(page, "Auto-renew")).toBeDisabled();
    await expect(page.getByRole("button", { name: "Renew", exact: true })).toBeDisabled();
    await expect(page.getByText("Your role doesn't allow this.").first()).toBeVisible();
    await page.goto("/domains/lakeside-ceramics.com/nameservers");
    await expect(page.getByText("ns1.zonepost-dns.net")).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
    await page.context().close();
    await removePeople(owner, email);
  });
});

test("nameservers are validated row by row, with addresses under the domain, and unsaved changes are protected", async ({
  page,
}) => {
  const name = newName("servers");
  await register(owner, name);
  await page.goto(`/domains/${name}/nameservers`);
  await page.getByLabel("Nameserver 1", { exact: true }).fill("no name");
  await page.getByLabel("Nameserver 2", { exact: true }).fill(`ns2.${name}`);
  await expect(page.getByLabel("IP addresses of nameserver 2")).toBeVisible();
  await page.getByLabel("IP addresses of nameserver 2").fill("192.0.2");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Nameserver 1", { exact: true })).toBeFocused();
  await expect(page.getByText("Enter an IPv4 or IPv6 address.")).toBeVisible();
  await page.getByLabel("IP addresses of nameserver 2").fill("");
  await page.getByLabel("Nameserver 1", { exact: true }).fill("ns1.example.net");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Add at least one IP address. The host is under this domain.")).toBeVisible();
  await page.getByLabel("IP addresses of nameserver 2").fill("192.0.2.53, 2001:db8::53");

  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Add nameserver" }).press("Enter");
  await expect(page.getByLabel("Nameserver 3", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Remove nameserver 3" }).press("Enter");
  await expect(page.getByLabel("Nameserver 2", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
  const { nameservers } = await readDomain(owner, name);
  expect(nameservers).toEqual([
    { host: "ns1.example.net", addresses: [] },
    { host: `ns2.${name}`, addresses: ["192.0.2.53", "2001:db8::53"] },
  ]);
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(/history$/);
  await expect(page.getByText(/ns1\.example\.net/).first()).toBeVisible();
});

test("contacts are replaced by others of the workspace, and the registry's objections are shown", async ({
  page,
}) => {
  const name = newName("people", "eu");
  await register(owner, name);
  const second = `Second ${name}`;
  await makeContact(owner, { name: second, email: "second@people.test" });
  const overseas = `Overseas ${name}`;
  await makeContact(owner, {
    name: overseas,
    email: "over@people.test",
    countryCode: "US",
    stateOrProvince: "NY",
    postalCode: "10001",
    city: "New York",
    phone: "+12125550100",
  });
  await page.goto(`/domains/${name}/contacts`);
  await expect(page.getByRole("region", { name: "Registrant" })).toContainText("Dana Meier");
  await page.getByRole("button", { name: "Change" }).click();
  const form = page.getByRole("form", { name: "Change" });
  await expect(form.getByLabel("Registrant")).toBeFocused();
  const option = async (label: string) =>
    (await form.getByLabel("Registrant").locator("option", { hasText: label }).textContent()) ?? "";
  await form.getByLabel("Registrant").selectOption(await option(overseas));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/must be located in the European Union, Iceland/)).toBeVisible();
  await form.getByLabel("Registrant").selectOption(await option(second));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Registrant" })).toContainText(second);
  await expect(page.getByRole("button", { name: "Change" })).toBeFocused();
  await page
    .getByRole("navigation", { name: "Domain sections" })
    .getByRole("link", { name: "Overview" })
    .click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(second);
});

test("many domains are changed at once, with a result for each, and failed ones are retried", async ({
  page,
}) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const names = [1, 2, 3].map((number) => newName(`many-${mark}-${number}`));
  for (const name of names) {
    await register(owner, name, { autoRenew: true });
  }
  const [taken = ""] = names;
  await page.goto(`/domains?q=many-${mark}&renew=on`);
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByLabel("Select all").check();
  await expect(page.getByRole("toolbar")).toContainText("3 selected");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Turn off auto-renew" }).click();
  await expect(page.getByRole("dialog")).toContainText(taken);
  await page.getByRole("button", { name: "Change 3 domains" }).click();
  const results = page.getByRole("dialog", { name: "Results" });
  await expect(results.getByText(/^All 3 finished · 3 done, 0 failed/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No domains match")).toBeVisible();

  // One of the domains would get a nameserver below its own name without addresses, which is refused.
  await page.goto(`/domains?q=many-${mark}`);
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Change nameservers…" }).click();
  await page.getByRole("textbox", { name: "Nameservers" }).fill("no_name!");
  await page.getByRole("button", { name: "Change 3 domains" }).click();
  await expect(page.getByText("no_name! isn't a hostname")).toBeVisible();
  await page.getByRole("textbox", { name: "Nameservers" }).fill(`ns1.${taken}\nns1.example.net`);
  await page.getByRole("button", { name: "Change 3 domains" }).click();
  await expect(results.getByText(/finished · 2 done, 1 failed/)).toBeVisible();
  await results.getByText(/^Failed \d$/).click();
  await expect(results.getByRole("listitem").filter({ hasText: taken })).toContainText("Failed");
  const before = page.url();
  await results.getByRole("button", { name: /^Retry the/ }).click();
  await expect(page).not.toHaveURL(before);
  await expect(results.getByText(/^Finished · 0 done/)).toBeVisible();
});

test("a domain's list and history are exported as CSV", async ({ page }) => {
  await page.goto("/domains");
  const [list] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(list.suggestedFilename()).toBe("domains.csv");
  expect(await readFile(await list.path(), "utf8")).toContain("open-orchard.org");
  await page.goto("/domains/open-orchard.org/history");
  const [history] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await history.path(), "utf8")).toContain("dnssec_change");
});

test("a DS record can replace all others, and each key's lifetime is drawn", async ({ page }) => {
  const name = newName("keys");
  await register(owner, name);
  const ds = {
    keyTag: 1111,
    algorithm: 13,
    digestType: 2,
    digest: "B4C8C1FE2E7477127B27115656AD6256F424625BF5C1E2770CE6D6E37DF61D17",
  };
  await send(owner, `/domains/${name}/dnssec`, ds);
  await page.goto(`/domains/${name}/dnssec`);
  await page.getByRole("button", { name: "Add DS record" }).click();
  await page.getByLabel("DS or DNSKEY record").fill(`${name}. IN DS 2222 13 2 ${ds.digest}`);
  await page.getByLabel(/^Replace the current/).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("button", { name: "Remove DS record 2222" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove DS record 1111" })).toHaveCount(0);
  const keys = page.getByRole("region", { name: "Key history" });
  await expect(keys.getByRole("listitem").filter({ hasText: "1111" })).toContainText("removed");
  await expect(keys.getByRole("listitem").filter({ hasText: "2222" })).toContainText("active");
});
