import { renameSync, statSync } from "node:fs";
import { type APIRequestContext, expect, type Page, request } from "@playwright/test";
import type { Invitation, InvitationInput, Member } from "@zonepost/schema";
import type { SandboxEmail } from "@zonepost/schema/sandbox";
import { apiUrl, demo, panelUrl, signedInState } from "./installation.ts";

/** A unique address, including earlier runs of the same test. */
export const newAddress = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@people.test`;

export const password = "a good long pass phrase";

const calls = (storageState?: string) =>
  request.newContext({ baseURL: apiUrl, extraHTTPHeaders: { origin: panelUrl }, storageState });

const renewAfterMs = 5 * 60_000;

/** Signs in again before the confirmation ends, which counts for ten minutes: a run can take longer. */
export async function renewSignedInState(): Promise<void> {
  const state = statSync(signedInState, { throwIfNoEntry: false });
  if (state === undefined || Date.now() - state.mtimeMs < renewAfterMs) {
    return;
  }
  const api = await signedInAs(demo.email);
  // Other workers read the file at any time.
  const written = `${signedInState}.${process.pid}`;
  await api.storageState({ path: written });
  renameSync(written, signedInState);
  await api.dispose();
}

/** The demo owner's API, with the session of the first test or its renewal, since sign-ins are rate limited. */
export const asDemoOwner = () => calls(signedInState);

/** The API without a session. */
const asAnonymous = () => calls();

/** A person of the sandbox, who all have the demo password. */
async function signedInAs(email: string) {
  const api = await calls();
  await send(api, "/auth/sign-in/email", { email, password: demo.password });
  return api;
}

/** The owner of the other workspace. */
export const asOtherOwner = () => signedInAs("owner@other.test");

/** POSTs, and fails with the response unless it is a success. */
export async function send<Answer>(
  api: APIRequestContext,
  path: string,
  data: unknown,
  options: { timeout?: number } = {},
): Promise<Answer> {
  const response = await api.post(path, { data, ...options });
  expect(response.ok(), `${path} answered ${response.status()}: ${await response.text()}`).toBe(true);
  return response.status() === 204 ? (undefined as Answer) : ((await response.json()) as Answer);
}

/** The newest mail of a kind to an address, once it arrives; only mails that contain `text`, if given. */
export async function mailTo(
  to: string,
  kind: string,
  { api, text = "" }: { api?: APIRequestContext; text?: string } = {},
): Promise<SandboxEmail> {
  const reader = api ?? (await asAnonymous());
  let found: SandboxEmail | undefined;
  await expect
    .poll(async () => {
      const emails = (await (await reader.get("/sandbox/outbox")).json()) as SandboxEmail[];
      found = emails.findLast((email) => email.to === to && email.kind === kind && email.text.includes(text));
      return found !== undefined;
    })
    .toBe(true);
  if (!api) {
    await reader.dispose();
  }
  if (!found) {
    throw new Error(`there is no mail of the kind ${kind} to ${to}`);
  }
  return found;
}

export function linkIn({ text }: SandboxEmail): string {
  const link = text.match(/https?:\/\/\S+#token=[\w-]+/)?.[0];
  if (!link) {
    throw new Error(`there is no link in: ${text}`);
  }
  return link;
}

/** Invites over the API and returns the mailed link. */
export async function invite(api: APIRequestContext, input: InvitationInput) {
  const invitation = await send<Invitation>(api, "/workspace/invitations", input);
  // An earlier mail may invite the same person to another workspace.
  const mail = await mailTo(input.email, "invitation", { api, text: invitation.id });
  return { invitation, link: linkIn(mail) };
}

/** Adds a person with a name and a password to the inviter's workspace, and returns their own session. */
export async function makePerson(
  owner: APIRequestContext,
  input: InvitationInput & { name: string },
): Promise<APIRequestContext> {
  const { name, ...invited } = input;
  const { invitation, link } = await invite(owner, invited);
  const api = await asAnonymous();
  const token = new URL(link).hash.replace("#token=", "");
  await send(api, "/auth/invitations/accept", { id: invitation.id, token, name, password });
  return api;
}

/** Removes people from the workspace, so that later tests find it unchanged. */
export async function removePeople(owner: APIRequestContext, ...emails: string[]) {
  const members = (await (await owner.get("/workspace/members")).json()) as Member[];
  for (const { id } of members.filter(({ email }) => emails.includes(email))) {
    await owner.delete(`/workspace/members/${id}`);
  }
}

export async function signIn(page: Page, email: string, withPassword = password) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(withPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
