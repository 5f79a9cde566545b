import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Answer } from "../answer.ts";
import { type Api, type Person, startApi, type Workspace } from "../start-api.ts";

/** Those of the current file, if it calls `setUpAccounts`. */
export let api: Api;
export let workspace: Workspace;
export let owner: Person;
/** New for each test, if the file chose a role. */
export let person: Person;

type Role = Parameters<Workspace["join"]>[0];
type Listener = Pick<Api, "call">;

/** One API, with one workspace, for all tests of a file. */
export function setUpAccounts(options: { hasWorker?: boolean; personRole?: Role } = {}): void {
  const { hasWorker = false, personRole } = options;
  beforeAll(async () => {
    api = await startApi();
    if (hasWorker) {
      await api.startWorker();
    }
    workspace = await api.createWorkspace();
    owner = workspace.owner;
  });
  afterAll(() => api?.[Symbol.asyncDispose]());
  if (personRole) {
    beforeEach(async () => {
      person = await workspace.join(personRole);
    });
  }
}

export const post = (path: string, body?: unknown, cookie?: string, listener: Listener = api) =>
  listener.call({ method: "POST", path: `/auth${path}`, body, cookie });
export const me = (method: string, path: string, body?: unknown, cookie = person.cookie) =>
  api.call({ method, path: `/me${path}`, cookie, body });
export const signIn = (body: object, listener?: Listener) =>
  post("/sign-in/email", body, undefined, listener);
export const getSession = (cookie?: string, listener: Listener = api) =>
  listener.call({ path: "/auth/get-session", cookie });
export const sessionStatus = async (cookie: string) => (await getSession(cookie)).status;

/** The kinds of mail in the outbox for an address, oldest first. */
export async function sentTo(email: string): Promise<string[]> {
  const { json } = await api.call({ path: "/sandbox/outbox" });
  return json.flatMap((mail: { to: string; kind: string }) => (mail.to === email ? [mail.kind] : []));
}

export const summaryOf = ({ status, json }: Answer) => [status, json.code, json.errors?.[0]?.pointer];
export const withoutRequestId = ({ text }: Answer) => text.replace(/req_[0-9a-z_]{41}/, "<request>");
export const invalidLink = [422, "link_invalid", "/token"];
