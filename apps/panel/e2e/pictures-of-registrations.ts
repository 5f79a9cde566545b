import type { APIRequestContext, Page } from "@playwright/test";
import { austin, berlin } from "./support/contacts.ts";

// Pictures for screenshots.ts: search, registration, incoming transfers, contacts, operations.

type Step = (page: Page) => Promise<unknown>;
type Camera = { shoot(name: string, step: Step): Promise<void>; owner: APIRequestContext };

const open = (path: string) => (page: Page) => page.goto(path);
const steps =
  (...all: Step[]): Step =>
  async (page) => {
    for (const one of all) {
      await one(page);
    }
  };
const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();
const priced = (page: Page) => page.getByText(/^€/).first().waitFor();

const checked = (name: string, code = "Moving-In-2026") =>
  steps(open(`/domains/transfer?name=${name}`), async (page) => {
    await page.getByLabel("Auth code").fill(code);
    await press("Check transfer")(page);
    await page
      .getByText(/code is wrong|Adds a year|can't transfer/)
      .first()
      .waitFor();
  });

/** Creates contacts and a pending transfer, which remain. */
export async function shootRegistrations({ shoot, owner }: Camera) {
  const send = async (path: string, data: unknown) => {
    const response = await owner.post(path, { data });
    if (!response.ok()) {
      console.error(`${path} answered ${response.status()}: ${await response.text()}`);
    }
    return (await response.json()) as Record<string, unknown>;
  };
  await shoot("18-search-word", open("/domains/search?q=bücher"));
  await shoot("18-search-premium", open("/domains/search?q=premium-tea.com"));
  await shoot("18-search-mixed", open(`/domains/search?q=${encodeURIComponent("b\u0430nk")}`));
  await shoot("18-search-no-name", open("/domains/search?q=%23%23"));
  await shoot("181-register-no-name", open("/domains/register"));
  await shoot("183-operations-empty", open("/activity"));
  await shoot(
    "184-contact-problems",
    steps(open("/contacts"), press("Add contact"), async (page) => {
      await page.getByLabel("Phone").fill("030 1234");
      await page.getByRole("dialog").getByRole("button", { name: "Add contact" }).click();
    }),
  );
  const berta = await send("/contacts", berlin);
  const joe = await send("/contacts", austin);
  await shoot("185-register", steps(open("/domains/register?name=bücherei-am-see.org"), priced));
  await shoot(
    "186-register-refused-contact",
    steps(open("/domains/register?name=new-orchard.eu"), priced, async (page) => {
      await page.getByLabel("Registrant").selectOption(joe.id as string);
      await page.getByText("Fix the fields").waitFor();
    }),
  );
  await shoot("187-register-taken", open("/domains/register?name=taken-orchard.com"));
  await shoot("188-register-fails", open("/domains/register?name=fail-orchard.com"));
  await send("/domains", {
    name: "new-orchard.net",
    contacts: { registrantId: berta.id },
    nameservers: [{ host: "ns1.example.net" }, { host: "ns2.example.net" }],
  });
  await shoot("189-contacts", open("/contacts"));
  await shoot(
    "190-contact",
    steps(open(`/contacts?contact=${berta.id}`), (page) =>
      page.getByRole("button", { name: "Delete contact" }).scrollIntoViewIfNeeded(),
    ),
  );
  await shoot("191-transfer", open("/domains/transfer?name=moving-in.com"));
  await shoot("192-transfer-wrong-code", checked("moving-in.com", "Not-The-Code"));
  await shoot("193-transfer-checked", checked("moving-in-signed.com"));
  await shoot("194-transfer-locked", checked("moving-in-locked.com"));
  const moving = { authCode: "Moving-In-2026", contacts: { registrantId: berta.id } };
  const waiting = await send("/domains/transfers", { ...moving, name: "moving-in.com" });
  const cancelled = await send("/domains/transfers", { ...moving, name: "moving-in.net" });
  await owner.post(`/domain-operations/${cancelled.id}/cancel`);
  await shoot("195-operation-waits", open(`/domains/operations/${waiting.id}`));
  await shoot("196-operation-called-off", open(`/domains/operations/${cancelled.id}`));
  await shoot("197-operations", open("/activity"));
}
