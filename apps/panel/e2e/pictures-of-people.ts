import { type APIRequestContext, type Page, request } from "@playwright/test";
import type { Invitation, Member } from "@zonepost/schema";
import type { SandboxEmail } from "@zonepost/schema/sandbox";
import { codeOf } from "./support/authenticator.ts";

// Pictures for screenshots.ts: sign-in, invitations, members, the workspace.

type Step = (page: Page) => Promise<unknown>;
type State = Awaited<ReturnType<APIRequestContext["storageState"]>>;
type Camera = {
  shoot(name: string, step: Step, options?: { signedOut?: boolean; as?: State }): Promise<void>;
  owner: APIRequestContext;
  apiUrl: string;
  panelUrl: string;
};

const password = "a good long pass phrase";
const open = (path: string) => (page: Page) => page.goto(path);
const steps =
  (...all: Step[]): Step =>
  async (page) => {
    for (const one of all) {
      await one(page);
    }
  };

/**
 * Returns the function that takes the pictures with an advanced clock. They come last, since the clock can't go back.
 */
export async function shootPeople({ shoot, owner, apiUrl, panelUrl }: Camera) {
  const anonymous = () => request.newContext({ baseURL: apiUrl, extraHTTPHeaders: { origin: panelUrl } });
  const send = async <Answer>(api: APIRequestContext, path: string, data: unknown): Promise<Answer> => {
    const response = await api.post(path, { data });
    if (!response.ok()) {
      throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    }
    return (await response.json()) as Answer;
  };
  const linkTo = async (to: string, kind: string): Promise<string> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const emails = (await (await owner.get("/sandbox/outbox")).json()) as SandboxEmail[];
      const email = emails.findLast((one) => one.to === to && one.kind === kind);
      const link = email?.text.match(/https?:\/\/\S+#token=[\w-]+/)?.[0];
      if (link) {
        return link;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no mail of the kind ${kind} came to ${to}`);
  };
  const invite = async (email: string, role: string, domainNames: string[] | null = null) => {
    const { id } = await send<Invitation>(owner, "/workspace/invitations", { email, role, domainNames });
    return { id, link: await linkTo(email, "invitation") };
  };
  const join = async (email: string, name: string, role: string, domainNames: string[] | null = null) => {
    const { id, link } = await invite(email, role, domainNames);
    const api = await anonymous();
    const token = new URL(link).hash.replace("#token=", "");
    await send(api, "/auth/invitations/accept", { id, token, name, password });
    return { api, link, state: await api.storageState() };
  };
  const mine = { signedOut: true };

  await shoot("100-password-reset", open("/auth/password-reset"), mine);
  await shoot(
    "101-password-reset-sent",
    steps(open("/auth/password-reset"), async (page) => {
      await page.getByLabel("Email").fill("mara@agency.example");
      await page.getByRole("button", { name: "Send link" }).click();
      await page.getByRole("status").waitFor();
    }),
    mine,
  );
  const withLink = open("/auth/password-reset#token=a-token-that-was-never-given-out");
  const choose = (chosen: string) => async (page: Page) => {
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await shoot("102-password-reset-short", steps(withLink, choose("too short")), mine);
  await shoot(
    "103-password-reset-spent",
    steps(withLink, choose(password), (page) => page.getByRole("alert").first().waitFor()),
    mine,
  );
  const changeLink = open("/auth/email-change#token=a-token-that-was-never-given-out");
  await shoot("104-email-change", changeLink, mine);
  await shoot(
    "105-email-change-spent",
    steps(changeLink, async (page) => {
      await page.getByRole("button", { name: "Use this address" }).click();
      await page.getByRole("alert").first().waitFor();
    }),
    mine,
  );
  await shoot("106-email-change-incomplete", open("/auth/email-change"), mine);
  const signInLink = open("/sign-in/link#token=a-token-that-was-never-given-out");
  await shoot("107-sign-in-link", signInLink, mine);
  await shoot(
    "108-sign-in-link-spent",
    steps(signInLink, async (page) => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").first().waitFor();
    }),
    mine,
  );
  await shoot("109-sign-in-link-incomplete", open("/sign-in/link"), mine);

  const fresh = await invite("anna.lindqvist@agency.example", "admin");
  await shoot("110-invitation", open(fresh.link), mine);
  await shoot(
    "111-invitation-problems",
    steps(open(fresh.link), async (page) => {
      await page.getByLabel("Password", { exact: true }).fill("too short");
      await page.getByRole("button", { name: /^Join / }).click();
    }),
    mine,
  );
  await shoot(
    "112-invitation-no-password",
    steps(open(fresh.link), (page) => page.getByRole("radio", { name: "Without a password" }).check()),
    mine,
  );
  await shoot("113-invitation-other-address", open(fresh.link));
  await shoot("114-invitation-incomplete", open(`/invitations/${fresh.id}`), mine);
  await shoot("115-invitation-wrong", open(`/invitations/${fresh.id}#token=${"x".repeat(43)}`), mine);
  await shoot(
    "116-invitation-api-away",
    steps(
      (page) => page.route("**/auth/invitations/read", (route) => route.abort()),
      open(fresh.link),
      (page) => page.getByRole("alert").first().waitFor(),
    ),
    mine,
  );
  const limited = ["open-orchard.org", "lakeside-ceramics.com", "xn--bckerei-lindner-0kb.de"];
  const client = await join("kim@lakeside-ceramics.example", "Kim Lakeside", "read_only", limited);
  await shoot("117-invitation-accepted", open(client.link), mine);
  const cancelled = await invite("typo@agency.example", "member");
  await owner.delete(`/workspace/invitations/${cancelled.id}`);
  await shoot("118-invitation-cancelled", open(cancelled.link), mine);

  const member = await join("jonas.weber@agency.example", "Jonas Weber", "member");
  const { secret } = await send<{ secret: string }>(member.api, "/auth/two-factor/enable", {});
  await send(member.api, "/auth/two-factor/confirm", { code: codeOf(secret, new Date(Date.now() - 30_000)) });
  const wholeState = await member.api.storageState();
  const half = await anonymous();
  await send(half, "/auth/sign-in/email", { email: "jonas.weber@agency.example", password });
  const asHalf = { as: await half.storageState() };
  await shoot("120-second-factor", open("/domains"), asHalf);
  await shoot(
    "121-second-factor-wrong",
    steps(open("/auth/2fa-verify"), async (page) => {
      await page.getByLabel("Code", { exact: true }).fill("12345");
      await page.getByRole("button", { name: "Verify" }).click();
    }),
    asHalf,
  );
  await shoot(
    "122-second-factor-backup",
    steps(open("/auth/2fa-verify"), (page) =>
      page.getByRole("button", { name: "Use a backup code instead" }).click(),
    ),
    asHalf,
  );

  const other = await anonymous();
  await send(other, "/auth/sign-in/email", {
    email: "owner@other.test",
    password: "zonepost-demo-password",
  });
  const otherState = { as: await other.storageState() };
  const { link: existing } = await invite("owner@other.test", "billing", null);
  await shoot("123-invitation-has-account", open(existing), mine);
  await shoot("124-invitation-join", open(existing), otherState);

  const people = open("/settings/people");
  const act = (name: string, item: string) => async (page: Page) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
  await shoot("130-people", people);
  await shoot("131-people-member", people, { as: wholeState });
  await shoot("132-people-limited", people, { as: client.state });
  await shoot(
    "133-invite",
    steps(people, press("Invite"), async (page) => {
      await page.getByRole("radio", { name: "Selected domains" }).check();
      await page.getByLabel("Email").fill("anna.lindqvist@agency.example");
    }),
  );
  await shoot(
    "134-invite-problems",
    steps(people, press("Invite"), async (page) => {
      await page.getByRole("radio", { name: "Selected domains" }).check();
      await page.getByRole("button", { name: "Send invitation", exact: true }).click();
    }),
  );
  await shoot("135-change-member", steps(people, act("Kim Lakeside", "Change access")));
  await shoot("136-remove-member", steps(people, act("Kim Lakeside", "Remove from workspace")));
  await shoot("137-hand-over", steps(people, press("Transfer")));
  await shoot(
    "138-last-owner",
    steps(people, async (page) => {
      await page.getByRole("row", { name: "(you)" }).getByRole("button").click();
      await page.getByRole("menuitem", { name: "Leave workspace" }).click();
      await page.getByRole("button", { name: "Leave workspace" }).click();
      await page.getByRole("alert").first().waitFor();
    }),
  );
  await shoot(
    "139-cancel-invitation",
    steps(people, press("Cancel the invitation to anna.lindqvist@agency.example")),
  );
  await shoot("140-workspace", open("/settings/workspace"));
  await shoot("141-workspace-limited", open("/settings/workspace"), { as: client.state });
  await shoot("142-welcome", open("/domains?welcome=true"), { as: client.state });

  const token = new URL(existing).hash.replace("#token=", "");
  const id = new URL(existing).pathname.split("/").at(-1);
  await send(other, "/auth/invitations/accept", { id, token });
  await shoot(
    "143-switcher",
    steps(open("/domains"), (page) => page.getByRole("button", { name: /switch workspace$/ }).click()),
    otherState,
  );
  const members = (await (await owner.get("/workspace/members")).json()) as Member[];
  for (const one of members.filter(({ role }) => role !== "owner")) {
    await owner.delete(`/workspace/members/${one.id}`);
  }
  await shoot("144-no-workspace", open("/domains"), { as: client.state });
  for (const one of [member.api, client.api, half, other]) {
    await one.dispose();
  }

  return async () => {
    await owner.post("/sandbox/clock/advance", { data: { seconds: 8 * 86_400 } });
    await shoot("150-invitation-expired", open(fresh.link), mine);
    await shoot("151-people-expired", people);
  };
}
