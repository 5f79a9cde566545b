import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "./support/accounts/api-key.ts";
import type { Answer } from "./support/answer.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "./support/start-api.ts";

// A client of an agency: a member, or a key, limited to one of the workspace's two domains. Both have mail.

let api: Api;
let workspace: Workspace;
let seen: string;
let hidden: string;
const unknown = "not-registered.com";
type Credentials = { cookie?: string; headers?: Record<string, string> };
const limited: Record<string, Credentials> = {};

beforeAll(async () => {
  api = await startApi();
  workspace = await api.createWorkspace();
  [seen, hidden] = [await workspace.addDomain(), await workspace.addDomain()];
  const { cookie } = workspace.owner;
  for (const domainName of [seen, hidden]) {
    const body = { domainName, planSlug: "starter" };
    await api.call({ method: "POST", path: "/me/mail/activate", cookie, body });
    const mailbox = { localPart: "info", displayName: "Info" };
    await api.call({ method: "POST", path: `/me/mail/${domainName}/accounts`, cookie, body: mailbox });
  }
  limited.member = { cookie: (await workspace.join("member", { domainNames: [seen] })).cookie };
  limited.key = { headers: (await newApiKey(api, workspace, { domainNames: [seen] })).headers };
});
afterAll(() => api?.[Symbol.asyncDispose]());

const callers = ["member", "key"];
const ask = (caller: string, path: string, body?: object, method = body ? "POST" : "GET") =>
  api.call({ method, path, body, ...limited[caller] });
const bytes = ({ status, text }: Answer) => [status, text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>")];

const newMailbox = { localPart: "sales", displayName: "Sales" };
const aliasOf = (name: string) => ({ fromAddress: `team@${name}`, toAddress: "team@elsewhere.example" });
/** Every operation that names one domain, with its input. */
const aboutOne: [string, (name: string) => [path: string, body?: object, method?: string]][] = [
  ["history", (name) => [`/domains/${name}/history`]],
  ["dnssec", (name) => [`/domains/${name}/dnssec`]],
  ["publish a DS record", (name) => [`/domains/${name}/dnssec`, newDsRecord()]],
  [
    "remove a DS record",
    (name) => [
      `/domains/${name}/dnssec?keyTag=1&algorithm=13&digestType=2&digest=${"A".repeat(64)}`,
      undefined,
      "DELETE",
    ],
  ],
  ["mail domain", (name) => [`/me/mail/${name}`]],
  ["activate mail", (name) => ["/me/mail/activate", { domainName: name, planSlug: "starter" }]],
  ["mail accounts", (name) => [`/me/mail/${name}/accounts`]],
  ["create a mail account", (name) => [`/me/mail/${name}/accounts`, newMailbox]],
  ["mail aliases", (name) => [`/me/mail/${name}/aliases`]],
  ["renew", (name) => [`/domains/${name}/renew`, { years: 1, currentExpiresAt: "2030-01-01T00:00:00.000Z" }]],
  ["restore", (name) => [`/domains/${name}/restore`, {}]],
  ["create a mail alias", (name) => [`/me/mail/${name}/aliases`, aliasOf(name)]],
];

describe.each(callers)("a %s that is limited to one domain", (caller) => {
  it("only finds that one in every list", async () => {
    const domains = await ask(caller, "/domains/mine");
    expect(domains.json.map(({ name }: { name: string }) => name)).toEqual([seen]);
    const page = await ask(caller, "/domains/mine?limit=1");
    expect([page.json.length, page.headers.link]).toEqual([1, undefined]);
    const mail = await ask(caller, "/me/mail");
    expect(mail.json.map(({ domainName }: { domainName: string }) => domainName)).toEqual([seen]);
    for (const answer of [domains, page, mail]) {
      expect(answer.text).not.toContain(hidden);
    }
  });

  it.each(aboutOne)(
    "gets the same response for another domain as for an unknown one: %s",
    async (_, about) => {
      const answers = [
        bytes(await ask(caller, ...about(hidden))),
        bytes(await ask(caller, ...about(unknown))),
      ];
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.[0]).toBe(404);
      expect((await ask(caller, ...about(seen))).text).not.toContain("Not found, or you don");
    },
  );

  it("can order the renewal of that one, and another's is refused like an unknown one's", async () => {
    const currentExpiresAt = "2030-01-01T00:00:00.000Z";
    const order = async (name: string) =>
      bytes(await ask(caller, "/orders", { lines: [{ kind: "renewal", name, years: 1, currentExpiresAt }] }));
    const refused = await order(hidden);
    expect(refused).toEqual(await order(unknown));
    expect(refused[0]).toBe(422);
    // Its expiry date is another one.
    expect((await order(seen))[0]).toBe(409);
  });

  it("can't do what concerns the whole workspace", async () => {
    for (const path of ["/webhooks/outbound", "/workspace/members", "/workspace/invitations", "/api-keys"]) {
      const { status, json } = await ask(caller, path);
      expect([path, status, json.code]).toEqual([path, 403, "forbidden"]);
    }
    const invitation = { email: "friend@people.test", role: "read_only" };
    expect((await ask(caller, "/workspace/invitations", invitation)).status).toBe(403);
    expect((await ask(caller, "/domains/search?q=a-free-name.com")).status).toBe(200);
  });

  it("can't find out with an alias whether another domain has its mail here", async () => {
    const aliases = [`box@${hidden}`, "box@elsewhere.example"].map((toAddress, index) =>
      ask(caller, `/me/mail/${seen}/aliases`, { fromAddress: `${caller}-${index}@${seen}`, toAddress }),
    );
    for (const { status, json } of await Promise.all(aliases)) {
      expect([status, json.toAddresses[0].external]).toEqual([201, true]);
    }
    const listed = await ask(caller, `/me/mail/${seen}/aliases`);
    for (const { toAddresses } of listed.json) {
      expect(toAddresses[0].external).toBe(true);
    }
  });
});

describe("the panel's procedures", () => {
  const query = (procedure: string, input?: object) =>
    api.call({
      path: `/trpc/${procedure}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ""}`,
      ...limited.member,
    });

  it("show a limited member only their own domain", async () => {
    for (const procedure of [
      "domains.page",
      "domains.find",
      "domains.matching",
      "mail.find",
      "mail.page",
      "session.current",
    ]) {
      const { status, text } = await query(procedure, {});
      expect([procedure, status, text.includes(hidden), text.includes(seen)]).toEqual([
        procedure,
        200,
        false,
        true,
      ]);
    }
    const withoutNames = ({ status, text }: Answer) => [
      status,
      text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>"),
    ];
    for (const name of ["domains.get", "domains.history", "domains.dnssec", "mail.get", "mail.accountPage"]) {
      const input = (value: string) => ({ [name.startsWith("mail") ? "domainName" : "name"]: value });
      const answers = [await query(name, input(hidden)), await query(name, input(unknown))].map(withoutNames);
      expect(answers[0]).toEqual(answers[1]);
      expect((await query(name, input(seen))).status).toBe(200);
    }
  });
});

describe("a changed domain limit", () => {
  it("applies from the next request, for existing sessions", async () => {
    const { cookie, memberId } = await workspace.join("read_only", { domainNames: [seen] });
    const names = async () =>
      (await api.call({ path: "/domains/mine", cookie })).json.map(({ name }: { name: string }) => name);
    const change = (domainNames: string[] | null) =>
      api.call({
        method: "PATCH",
        path: `/workspace/members/${memberId}`,
        cookie: workspace.owner.cookie,
        body: { domainNames },
      });
    expect(await names()).toEqual([seen]);
    await change([hidden]);
    expect(await names()).toEqual([hidden]);
    await change(null);
    expect(await names()).toEqual([seen, hidden].sort());
  });

  it("hides everything about a domain that the workspace no longer has", async () => {
    const name = await workspace.addDomain();
    const { cookie } = await workspace.join("member", { domainNames: [name] });
    await api.sql`update domains set status = 'transferred_out' where name = ${name}`;
    expect((await api.call({ path: "/domains/mine", cookie })).json).toEqual([]);
    const other = await api.createWorkspace();
    await api.sql`update domains set status = 'active', workspace_id = ${other.id} where name = ${name}`;
    expect((await api.call({ path: `/domains/${name}/dnssec`, cookie })).status).toBe(404);
  });
});
