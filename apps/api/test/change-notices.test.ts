import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, publicId, rowId } from "../src/kernel/ids.ts";
import { chance } from "./rights-rows/row.ts";
import { newApiKey } from "./support/accounts/api-key.ts";
import type { Call } from "./support/client.ts";
import { addContact } from "./support/domains/add-contact.ts";
import { type Api, startApi, type Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

// Each change that requires fresh proof is emailed to the owners, and to the mailbox or person concerned.

let api: Api;
let workspace: Workspace;
let domainName: string;

type Mail = { kind: string; toAddress: string; subject: string; text: string };

beforeAll(async () => {
  api = await startApi({ withCards: true });
  await api.startWorker();
  workspace = await api.createWorkspace();
  domainName = await workspace.addDomain();
  const card = { number: "4242424242424242", default: true };
  await send("POST", "/sandbox/payment-methods", card);
  await send("POST", "/me/mail/activate", { domainName, planSlug: "business" });
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: object, by: Partial<Call> = {}) {
  const answer = await api.call({ cookie: workspace.owner.cookie, method, path, body, ...by });
  if (answer.status >= 300) {
    throw new Error(`${method} ${path} failed: ${answer.text}`);
  }
  return answer.json;
}

/** Without the invisible breaks that keep mail programs from linking names. */
const mailsTo = async (toAddress: string): Promise<Mail[]> => {
  const rows = await api.sql<Mail[]>`
    select kind, to_address as "toAddress", subject, text from sandbox_outbox
    where to_address = ${toAddress} and kind = 'security_change' order by id`;
  const plain = (text: string) => text.replaceAll("\u200b", "");
  return rows.map((mail) => ({ ...mail, subject: plain(mail.subject), text: plain(mail.text) }));
};
const mailAbout = (toAddress: string, subject: string) =>
  until(`an email to ${toAddress} about "${subject}"`, async () =>
    (await mailsTo(toAddress)).find((mail) => mail.subject === subject),
  );

async function newAccount(): Promise<{ path: string; address: string }> {
  const id = newId();
  const address = `box-${chance()}@${domainName}`;
  await api.sql`insert into mail_accounts (id, mail_domain_id, full_address, display_name, password_hash, created_at)
    select ${id}, id, ${address}, 'Info', '{ARGON2ID}none', now() from mail_domains where domain_name = ${domainName}`;
  return { path: `/me/mail/${domainName}/accounts/${publicId("mac", id)}`, address };
}
const newEndpoint = async (url: string) =>
  `/webhooks/outbound/${(await send("POST", "/webhooks/outbound", { url, events: ["domain.expired"] })).id}`;

/** Makes the change; returns the subject, what the text shows, and who else is written to. */
type Made = { subject: string; shows?: string; concerned?: string };
const changes: Record<string, () => Promise<Made>> = {
  "a mailbox's password": async () => {
    const { path, address } = await newAccount();
    await send("POST", `${path}/password`, {});
    return { subject: `The password of ${address} was changed`, concerned: address };
  },
  "an app password": async () => {
    const { path, address } = await newAccount();
    await send("POST", `${path}/app-passwords`, { label: "Phone" });
    return { subject: `${address} has a new app password`, shows: "For: Phone", concerned: address };
  },
  "the forwarding of a mailbox": async () => {
    const { path, address } = await newAccount();
    await send("PATCH", path, { forwardTo: "thief@elsewhere.example" });
    const subject = `The forwarding of ${address} was changed`;
    return { subject, shows: "thief@elsewhere.example", concerned: address };
  },
  "an alias with an outside target": async () => {
    const fromAddress = `a-${chance()}@${domainName}`;
    const body = { fromAddress, toAddresses: [`in@${domainName}`, "thief@elsewhere.example"] };
    await send("POST", `/me/mail/${domainName}/aliases`, body);
    const subject = `Mail to ${fromAddress} goes to new external recipients`;
    return { subject, shows: "New recipients: thief@elsewhere.example" };
  },
  "a catch-all": async () => {
    const { address } = await newAccount();
    await send("POST", `/me/mail/${domainName}/aliases`, {
      fromAddress: `*@${domainName}`,
      toAddress: address,
    });
    return { subject: `The catch-all *@${domainName} was changed`, shows: address };
  },
  "suspended mail": async () => {
    const name = await workspace.addDomain();
    await send("POST", "/me/mail/activate", { domainName: name, planSlug: "starter" });
    await send("PATCH", `/me/mail/${name}`, { suspended: true });
    return { subject: `Mail of ${name} was suspended` };
  },
  "sender exceptions": async () => {
    const exceptions = [{ network: "192.0.2.0/24", note: "List" }];
    await send("PUT", `/me/mail/${domainName}/sender-exceptions`, { exceptions });
    return { subject: `The sender exceptions of ${domainName} were changed`, shows: "+ 192.0.2.0/24" };
  },
  "a webhook's secret": async () => {
    const url = `https://hooks.example.com/${chance()}`;
    await send("POST", `${await newEndpoint(url)}/secret`, {});
    return { subject: `A new signing secret was created for ${url}` };
  },
  "a webhook's URL": async () => {
    const url = `https://hooks.example.com/${chance()}`;
    await send("PATCH", await newEndpoint(url), { url: "https://thief.example.com/in" });
    return { subject: `Webhooks to ${url} go to another URL`, shows: "thief.example.com/in" };
  },
  "a contact's email address": async () => {
    const id = await addContact(api, workspace);
    const email = `dana-${chance()}@example.com`;
    await api.sql`update contacts set email = ${email} where id = ${rowId("con", id) ?? ""}`;
    await send("PATCH", `/contacts/${id}`, { email: "thief@example.com" });
    const subject = "The email address of the contact Dana Meier was changed";
    return { subject, shows: `${email} → thief@example.com`, concerned: email };
  },
  "a domain's contacts": async () => {
    const name = await workspace.addDomain();
    const [before, after] = [await addContact(api, workspace), await addContact(api, workspace)];
    const [former, latter] = [`former-${chance()}@example.com`, `latter-${chance()}@example.com`];
    await api.sql`update contacts set email = ${former} where id = ${rowId("con", before) ?? ""}`;
    await api.sql`update contacts set email = ${latter} where id = ${rowId("con", after) ?? ""}`;
    await api.sql`update domains set registrant_contact_id = ${rowId("con", before) ?? ""} where name = ${name}`;
    await send("PUT", `/domains/${name}/contacts`, { registrantId: before, techId: after });
    const subject = `The contacts of ${name} have other email addresses`;
    return { subject, shows: `${former} → ${latter}`, concerned: former };
  },
  nameservers: async () => {
    const name = await workspace.addDomain();
    const nameservers = [{ host: "ns1.example.org" }, { host: "ns2.example.org" }];
    await send("PUT", `/domains/${name}/nameservers`, { nameservers });
    return {
      subject: `The nameservers of ${name} were changed`,
      shows: "Now: ns1.example.org, ns2.example.org",
    };
  },
  "a removed transfer lock": async () => {
    const name = await workspace.addDomain();
    await send("PATCH", `/domains/${name}`, { locked: true });
    await send("PATCH", `/domains/${name}`, { locked: false });
    return { subject: `The transfer lock of ${name} was removed` };
  },
  "a key's addresses": async () => {
    const { id } = await newApiKey(api, workspace, { ipRanges: ["192.0.2.0/24"] });
    await send("PATCH", `/api-keys/${id}`, { ipRanges: null });
    return { subject: "The API key “Test key” can be used from more IP addresses" };
  },
  "an invitation": async () => {
    const email = `invited-${chance()}@people.test`;
    await send("POST", "/workspace/invitations", { email, role: "member" });
    return { subject: `${email} was invited`, shows: "Role: member" };
  },
  "a member's domains": async () => {
    const { memberId, email } = await workspace.join("member", { domainNames: [domainName] });
    await send("PATCH", `/workspace/members/${memberId}`, { domainNames: null });
    return { subject: `${email} has access to more domains`, shows: "Domains: *", concerned: email };
  },
  "a member's role": async () => {
    const { memberId, email } = await workspace.seat("member");
    await send("PATCH", `/workspace/members/${memberId}`, { role: "admin" });
    return { subject: `${email} has a new role`, shows: "member → admin", concerned: email };
  },
};

const shortened = (subject: string) => subject.slice(0, 160);

describe("an email to the owners and those concerned", () => {
  it.each(Object.entries(changes))("tells of %s: who, when and from where", async (_what, change) => {
    const { subject, shows = "", concerned } = await change();
    for (const to of [workspace.owner.email, ...(concerned ? [concerned] : [])]) {
      const { text } = await mailAbout(to, shortened(subject));
      expect(text).toContain(shows);
      expect(text).toContain(`By: ${workspace.owner.email}`);
      expect(text).toMatch(/When: .* UTC/);
      expect(text).toContain("From: 127.0.0.1");
    }
  });

  it("names the key if one made the change", async () => {
    const key = await newApiKey(api, workspace, { scopes: ["mail:write"] });
    const { path, address } = await newAccount();
    await send("POST", `${path}/password`, {}, { cookie: undefined, headers: key.headers });
    const { text } = await mailAbout(workspace.owner.email, `The password of ${address} was changed`);
    expect(text).toContain("By: Test key");
  });

  it("isn't sent for a change that failed or changed nothing", async () => {
    const name = await workspace.addDomain();
    const nameservers = [{ host: "ns1.example.net" }, { host: "ns2.example.net" }];
    await send("PUT", `/domains/${name}/nameservers`, { nameservers });
    await api.call({
      cookie: workspace.owner.cookie,
      method: "PUT",
      path: `/domains/${name}/nameservers`,
      body: { nameservers: [{ host: "not a host" }] },
    });
    expect(await api.sql`select from change_notices where target = ${name}`).toEqual([]);
  });
});

describe("many changes of one kind", () => {
  it("share one email after the first five, and none is left out", async () => {
    const other = await api.createWorkspace();
    const body = { url: "https://hooks.example.com/in", events: ["domain.expired"] };
    const by = { cookie: other.owner.cookie };
    const { id } = await send("POST", "/webhooks/outbound", body, by);
    const path = `/webhooks/outbound/${id}`;
    const move = (count: number) => send("PATCH", path, { url: `https://hooks.example.com/${count}` }, by);
    for (let count = 1; count <= 5; count += 1) {
      await move(count);
      await until(`email ${count}`, async () => (await mailsTo(other.owner.email)).length === count);
    }
    // Also of the next period, which may begin during this test.
    await api.sql`insert into rate_limit_windows (bucket, window_start, used)
      select ${`change-notices:${other.id}:webhook_url:`},
        to_timestamp((floor(extract(epoch from now()) / 600) + next) * 600), 5
      from generate_series(0, 1) next on conflict (bucket, window_start) do update set used = 5`;
    for (let count = 6; count <= 12; count += 1) {
      await move(count);
    }
    await until(
      "the others wait for the end of the period",
      async () =>
        (
          await api.sql`select from graphile_worker.jobs
            where key like ${`change-notices:${other.id}:webhook_url:%`} and run_at > now()`
        ).length === 1,
    );
    expect(await mailsTo(other.owner.email)).toHaveLength(5);
    expect(await api.sql`select from change_notices where workspace_id = ${other.id}`).toHaveLength(7);
    // The period ends.
    await api.sql`delete from rate_limit_windows where bucket like ${`change-notices:${other.id}:%`}`;
    await api.sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
      from graphile_worker.jobs where key like ${`change-notices:${other.id}:%`}`;
    const { text } = await mailAbout(other.owner.email, "Webhooks go to other URLs");
    for (let count = 5; count <= 11; count += 1) {
      expect(text).toContain(
        `https://hooks.example.com/${count}\nNew URL: https://hooks.example.com/${count + 1}`,
      );
    }
    expect(await api.sql`select from change_notices where workspace_id = ${other.id}`).toEqual([]);
    expect(await mailsTo(other.owner.email)).toHaveLength(6);
  });
});
