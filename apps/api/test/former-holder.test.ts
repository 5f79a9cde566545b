import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailOrderRows, mailRows } from "./rights-rows/mail.ts";
import { unknownId } from "./rights-rows/row.ts";
import { dana } from "./support/domains/add-contact.ts";
import { newName } from "./support/domains/domain-fixture.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "./support/start-api.ts";

// A deletes a domain with mail, and B registers the name. B has not activated mail yet, then has. In the end, A
// registers it again.

let api: Api;
let former: Workspace;
let next: Workspace;
let name: string;
/** Of an account that the former holder had. */
let id: string;
const unknown = newName();

const post = (workspace: Workspace, path: string, body: object) =>
  api.call({ method: "POST", path, body, cookie: workspace.owner.cookie });

async function register(workspace: Workspace): Promise<void> {
  const registrantId = (await post(workspace, "/contacts", dana)).json.id;
  const { json } = await post(workspace, "/domains", { name, contacts: { registrantId }, locked: false });
  expect(json).toMatchObject({ kind: "registration", state: "succeeded" });
}

const activate = (workspace: Workspace) =>
  post(workspace, "/me/mail/activate", { domainName: name, planSlug: "starter" });

beforeAll(async () => {
  api = await startApi();
  former = await api.createWorkspace();
  next = await api.createWorkspace();
  name = newName();
  await register(former);
  expect((await activate(former)).status).toBe(201);
  const made = await post(former, `/me/mail/${name}/accounts`, { localPart: "info", displayName: "Info" });
  id = made.json.id;
  const deleted = await post(former, `/domains/${name}/delete`, { confirmName: name });
  expect(deleted.json).toMatchObject({ kind: "deletion", state: "succeeded" });
});
afterAll(() => api?.[Symbol.asyncDispose]());

type Sent = { method?: string; path: string; body?: object };
const account = { localPart: "late", displayName: "Late" };
const alias = (domainName: string) => ({
  fromAddress: `late@${domainName}`,
  toAddress: "sales@elsewhere.example",
});

/** Every operation on one mail domain, so that a new one needs a row. */
const rest: Record<string, (domainName: string) => Sent> = {
  activateMail: (domainName) => ({
    method: "POST",
    path: "/me/mail/activate",
    body: { domainName, planSlug: "starter" },
  }),
  getMailDomain: (domainName) => ({ path: `/me/mail/${domainName}` }),
  getMailDns: (domainName) => ({ path: `/me/mail/${domainName}/dns` }),
  checkMailDns: (domainName) => ({ method: "POST", path: `/me/mail/${domainName}/dns/check` }),
  getMailDnsZone: (domainName) => ({ path: `/me/mail/${domainName}/dns/zone` }),
  getMailDnsShare: (domainName) => ({ path: `/me/mail/${domainName}/dns/share` }),
  createMailDnsShare: (domainName) => ({ method: "POST", path: `/me/mail/${domainName}/dns/share` }),
  revokeMailDnsShare: (domainName) => ({ method: "DELETE", path: `/me/mail/${domainName}/dns/share` }),
  mergeMailSpf: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/dns/spf`,
    body: { record: "v=spf1 a:mail.host.test ~all" },
  }),
  replaceMailDnsRecords: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/dns/replacements`,
    body: { name: domainName, type: "MX" },
  }),
  releaseMailDnsRecords: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/dns/releases`,
    body: { name: domainName, type: "MX" },
  }),
  updateMailDomain: (domainName) => ({
    method: "PATCH",
    path: `/me/mail/${domainName}`,
    body: { autoRenew: false },
  }),
  deactivateMail: (domainName) => ({ method: "DELETE", path: `/me/mail/${domainName}` }),
  listMailSenderExceptions: (domainName) => ({ path: `/me/mail/${domainName}/sender-exceptions` }),
  replaceMailSenderExceptions: (domainName) => ({
    method: "PUT",
    path: `/me/mail/${domainName}/sender-exceptions`,
    body: { exceptions: [] },
  }),
  resendMailForwarding: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/forwarding/resend`,
    body: { address: "sales@elsewhere.example" },
  }),
  createMailAccount: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/accounts`,
    body: account,
  }),
  listMailAccounts: (domainName) => ({ path: `/me/mail/${domainName}/accounts` }),
  getMailAccount: (domainName) => ({ path: `/me/mail/${domainName}/accounts/${id}` }),
  updateMailAccount: (domainName) => ({
    method: "PATCH",
    path: `/me/mail/${domainName}/accounts/${id}`,
    body: { active: true },
  }),
  changeMailAccountPassword: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/accounts/${id}/password`,
    body: {},
  }),
  deleteMailAccount: (domainName) => ({ method: "DELETE", path: `/me/mail/${domainName}/accounts/${id}` }),
  restoreMailAccount: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/accounts/${id}/restore`,
  }),
  listMailAppPasswords: (domainName) => ({ path: `/me/mail/${domainName}/accounts/${id}/app-passwords` }),
  createMailAppPassword: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/accounts/${id}/app-passwords`,
    body: { label: "Phone" },
  }),
  revokeMailAppPassword: (domainName) => ({
    method: "DELETE",
    path: `/me/mail/${domainName}/accounts/${id}/app-passwords/${unknownId("map")}`,
  }),
  listMailConnections: (domainName) => ({ path: `/me/mail/${domainName}/accounts/${id}/connections` }),
  endMailConnections: (domainName) => ({
    method: "DELETE",
    path: `/me/mail/${domainName}/accounts/${id}/connections`,
  }),
  createMailAlias: (domainName) => ({
    method: "POST",
    path: `/me/mail/${domainName}/aliases`,
    body: alias(domainName),
  }),
  getMailAlias: (domainName) => ({ path: `/me/mail/${domainName}/aliases/${unknownId("mal")}` }),
  updateMailAlias: (domainName) => ({
    method: "PATCH",
    path: `/me/mail/${domainName}/aliases/${unknownId("mal")}`,
    body: { toAddresses: ["shop@elsewhere.example"] },
  }),
  deleteMailAlias: (domainName) => ({
    method: "DELETE",
    path: `/me/mail/${domainName}/aliases/${unknownId("mal")}`,
  }),
  listMailAliases: (domainName) => ({ path: `/me/mail/${domainName}/aliases` }),
  listMailMessages: (domainName) => ({ path: `/me/mail/${domainName}/messages` }),
  getMailUsage: (domainName) => ({ path: `/me/mail/${domainName}/usage` }),
  listDkimKeys: (domainName) => ({ path: `/me/mail/${domainName}/dkim` }),
  rotateDkimKey: (domainName) => ({ method: "POST", path: `/me/mail/${domainName}/dkim/rotate` }),
  cancelDkimRotation: (domainName) => ({ method: "POST", path: `/me/mail/${domainName}/dkim/cancel` }),
};

const query = (procedure: string, input: object): Sent => ({
  path: `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
});
const mutation = (procedure: string, body: object): Sent => ({
  method: "POST",
  path: `/trpc/${procedure}`,
  body,
});
const trpc: Record<string, (domainName: string) => Sent> = {
  "mail.get": (domainName) => query("mail.get", { domainName }),
  "mail.dns": (domainName) => query("mail.dns", { domainName }),
  "mail.messages": (domainName) => query("mail.messages", { domainName }),
  "mail.usage": (domainName) => query("mail.usage", { domainName }),
  "mail.spfMerge": (domainName) => query("mail.spfMerge", { domainName }),
  "mail.mergeSpf": (domainName) =>
    mutation("mail.mergeSpf", { domainName, record: "v=spf1 a:mail.host.test ~all" }),
  "mail.replaceDnsRecords": (domainName) =>
    mutation("mail.replaceDnsRecords", { domainName, name: domainName, type: "MX" }),
  "mail.releaseDnsRecords": (domainName) =>
    mutation("mail.releaseDnsRecords", { domainName, name: domainName, type: "MX" }),
  "mail.checkDns": (domainName) => mutation("mail.checkDns", { domainName }),
  "mail.dnsShare": (domainName) => query("mail.dnsShare", { domainName }),
  "mail.createDnsShare": (domainName) => mutation("mail.createDnsShare", { domainName }),
  "mail.revokeDnsShare": (domainName) => mutation("mail.revokeDnsShare", { domainName }),
  "orders.activateMail": (domainName) => mutation("orders.activateMail", { domainName, planSlug: "starter" }),
  "orders.updateMail": (domainName) => mutation("orders.updateMail", { domainName, autoRenew: false }),
  "mail.deactivate": (domainName) => mutation("mail.deactivate", { domainName }),
  "mail.dnsLights": (domainName) => query("mail.dnsLights", { domainName }),
  "mail.accountPage": (domainName) => query("mail.accountPage", { domainName }),
  "mail.createAccount": (domainName) => mutation("mail.createAccount", { domainName, ...account }),
  "mail.account": (domainName) => query("mail.account", { domainName, id }),
  "mail.updateAccount": (domainName) => mutation("mail.updateAccount", { domainName, id, active: true }),
  "mail.changeAccountPassword": (domainName) => mutation("mail.changeAccountPassword", { domainName, id }),
  "mail.deleteAccount": (domainName) => mutation("mail.deleteAccount", { domainName, id }),
  "mail.restoreAccount": (domainName) => mutation("mail.restoreAccount", { domainName, id }),
  "mail.appPasswords": (domainName) => query("mail.appPasswords", { domainName, id }),
  "mail.createAppPassword": (domainName) =>
    mutation("mail.createAppPassword", { domainName, id, label: "Phone" }),
  "mail.revokeAppPassword": (domainName) =>
    mutation("mail.revokeAppPassword", { domainName, id, appPasswordId: unknownId("map") }),
  "mail.connections": (domainName) => query("mail.connections", { domainName, id }),
  "mail.endConnections": (domainName) => mutation("mail.endConnections", { domainName, id }),
  "mail.aliases": (domainName) => query("mail.aliases", { domainName }),
  "mail.senderExceptions": (domainName) => query("mail.senderExceptions", { domainName }),
  "mail.replaceSenderExceptions": (domainName) =>
    mutation("mail.replaceSenderExceptions", { domainName, exceptions: [] }),
  "mail.resendForwarding": (domainName) =>
    mutation("mail.resendForwarding", { domainName, address: "sales@elsewhere.example" }),
  "mail.createAlias": (domainName) => mutation("mail.createAlias", { domainName, ...alias(domainName) }),
  "mail.updateAlias": (domainName) =>
    mutation("mail.updateAlias", {
      domainName,
      id: unknownId("mal"),
      toAddresses: ["shop@elsewhere.example"],
    }),
  "mail.deleteAlias": (domainName) => mutation("mail.deleteAlias", { domainName, id: unknownId("mal") }),
  "mail.dkimKeys": (domainName) => query("mail.dkimKeys", { domainName }),
  "mail.rotateDkimKey": (domainName) => mutation("mail.rotateDkimKey", { domainName }),
  "mail.cancelDkimRotation": (domainName) => mutation("mail.cancelDkimRotation", { domainName }),
};

const stages: [string, () => Promise<void>][] = [
  ["is gone", async () => {}],
  ["is another workspace's", () => register(next)],
  [
    "has another workspace's mail",
    async () => expect((await activate(next)).json).toMatchObject({ domainName: name, status: "active" }),
  ],
];

async function summariesOf(workspace: Workspace): Promise<string[]> {
  const answer = await api.call({ path: `/domains/${name}/history`, cookie: workspace.owner.cookie });
  expect(answer.status).toBe(200);
  return answer.json.map(({ summary }: { summary: string }) => summary);
}

const exportOf = async (workspace: Workspace) =>
  (await api.call({ path: `/domains/${name}/history/export`, cookie: workspace.owner.cookie })).text;

describe("the former holder of a domain", () => {
  it("has a row here for each mail operation", () => {
    expect(Object.keys(rest).sort()).toEqual(
      withoutLists({ ...mailRows.rest, ...mailOrderRows.rest }, ["getMailSettings", "listMailDomains"]),
    );
    expect(Object.keys(trpc).sort()).toEqual(
      withoutLists({ ...mailRows.trpc, ...mailOrderRows.trpc }, [
        "mail.find",
        "mail.storage",
        "mail.page",
        "mail.settings",
        "mail.findMailboxes",
      ]),
    );
  });

  it("gets the response of an unknown name from all of them, before and after the next holder has mail", async () => {
    const ask = async (sent: Sent) => {
      const { status, text, json } = await api.call({ ...sent, cookie: former.owner.cookie });
      const requestId = json.requestId ?? json.error?.data.problem.requestId ?? "";
      return { status, text: text.replaceAll(requestId, "") };
    };
    for (const [stage, begin] of stages) {
      await begin();
      for (const [operation, sent] of Object.entries({ ...rest, ...trpc })) {
        const answer = await ask(sent(name));
        expect({ stage, operation, status: answer.status }).toEqual({ stage, operation, status: 404 });
        expect(answer).toEqual(await ask(sent(unknown)));
      }
      const list = await api.call({ path: "/me/mail", cookie: former.owner.cookie });
      expect(list.json).toEqual([]);
      const found = await ask(query("mail.findMailboxes", { words: "info" }));
      expect(JSON.parse(found.text)).toEqual({ result: { data: [] } });
      const page = await ask(query("mail.page", {}));
      expect(JSON.parse(page.text).result.data).toMatchObject({ items: [], total: 0 });
    }
    const accounts = await api.call({ path: `/me/mail/${name}/accounts`, cookie: next.owner.cookie });
    expect(accounts.json).toEqual([]);
  });

  it("keeps its history up to the departure, apart from the next holder's, and nothing else", async () => {
    await api.call({
      method: "POST",
      path: `/domains/${name}/dnssec`,
      body: newDsRecord(),
      cookie: next.owner.cookie,
    });
    const departed = ["Deleted and released", "Registered for 1 year"];
    expect(await summariesOf(former)).toEqual(departed);
    expect(await summariesOf(next)).toEqual([expect.stringMatching(/^DS record/), "Registered for 1 year"]);
    const file = await exportOf(former);
    expect(departed.every((summary) => file.includes(summary))).toBe(true);
    expect(file.trim().split("\r\n")).toHaveLength(1 + departed.length);
    for (const path of ["", "/dnssec", "/dnssec/timeline", "/contacts"]) {
      const answer = await api.call({ path: `/domains/${name}${path}`, cookie: former.owner.cookie });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const third = await api.createWorkspace();
    for (const path of [`/domains/${name}/history`, `/domains/${name}/history/export`]) {
      expect((await api.call({ path, cookie: third.owner.cookie })).status).toBe(404);
    }
  });

  it("sees its former and its present history once it holds the name again", async () => {
    await post(next, `/domains/${name}/delete`, { confirmName: name });
    await register(former);
    expect(await summariesOf(former)).toEqual([
      "Registered for 1 year",
      "Deleted and released",
      "Registered for 1 year",
    ]);
    expect((await summariesOf(next))[0]).toBe("Deleted and released");
  });

  it("has no history of a name whose registration failed", async () => {
    const refused = newName();
    await api.registry.injectFault({ kind: "answer", command: "domain:create", code: 2306 });
    const registrantId = (await post(former, "/contacts", dana)).json.id;
    expect((await post(former, "/domains", { name: refused, contacts: { registrantId } })).status).toBe(409);
    const answer = await api.call({ path: `/domains/${refused}/history`, cookie: former.owner.cookie });
    expect(answer.status).toBe(404);
  });
});

const withoutLists = (rows: object = {}, lists: readonly string[]) =>
  Object.keys(rows)
    .filter((operation) => !lists.includes(operation))
    .sort();
