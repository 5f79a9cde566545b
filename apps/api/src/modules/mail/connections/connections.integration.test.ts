import { mailAccounts, mailAppPasswords } from "@zonepost/db";
import { type MailConnection, mailConnection } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { forbidden, now, problemOf, refusal, setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";

const mail = setUpMail();
const { activeDomain, createAccount, auditOf, expectNotFound } = mail;
const host = "mail.host.test";

type Path = { domainName: string; id: string };
let path: Path;
let accountId: string;
let appPasswordId: string;
beforeEach(async () => {
  const domainName = await activeDomain();
  // The mail hosts go by the time of the database.
  await run(
    sql`update mail_domains set paid_until = now() + interval '1 year' where domain_name = ${domainName}`,
  );
  const { id } = await createAccount(domainName, "info", { password: "quiet harbor lantern" });
  path = { domainName, id };
  accountId = rowId("mac", id) ?? "";
  appPasswordId = newId();
  await mail.fixture.db.insert(mailAppPasswords).values({
    id: appPasswordId,
    accountId,
    label: "Phone",
    hint: "abcd",
    passwordHash: "hash",
    createdAt: now,
  });
  await run(sql`delete from mail_hosts`);
});

const run = (query: ReturnType<typeof sql>) => mail.fixture.db.execute(query);
const list = async (of = path, ctx = mail.owner) =>
  z.array(mailConnection.strict()).parse(await mail.fixture.call("listMailConnections", ctx, of));
const end = (of = path, ctx = mail.owner) => mail.fixture.call("endMailConnections", ctx, of);

type Session = {
  process: string;
  accountId?: string;
  address?: string;
  protocol?: MailConnection["protocol"];
  since?: string;
  program?: string;
  sessionVersion?: number;
  passwordVersion?: number;
  appPasswordId?: string;
};
/** As an agent does. Resolves to the sessions that it shall end. */
async function report(opened: Session[], closed: string[] = [], by = host): Promise<string[]> {
  const rows = opened.map((session) => ({
    id: newId(),
    protocol: "imap",
    ipAddress: "203.0.113.7",
    since: new Date().toISOString(),
    address: `info@${path.domainName}`,
    ...session,
  }));
  const found = await mail.fixture.db.execute<{ process: string }>(sql`
    select process from mail_host.report_connections(
      ${by}, ${JSON.stringify(rows)}::text::jsonb, ${JSON.stringify(closed)}::text::jsonb) as process`);
  return found.map(({ process }) => process).sort();
}
const own = (process: string, more: Partial<Session> = {}): Session => ({
  process,
  accountId,
  sessionVersion: 0,
  passwordVersion: 0,
  ...more,
});
const byPhone = (process: string): Session => ({ process, accountId, sessionVersion: 0, appPasswordId });

describe("the open connections of an account", () => {
  it("are those that the mail hosts report, newest first", async () => {
    await report([
      own("1:1", { since: "2026-03-01T08:00:00Z", program: "Thunderbird 128" }),
      { ...byPhone("2:1"), since: "2026-03-01T09:00:00Z" },
    ]);
    await report(
      [own("1:1", { protocol: "submission", since: "2026-03-01T08:30:00Z" })],
      [],
      "mx2.host.test",
    );
    expect(await list()).toMatchObject([
      { protocol: "imap", appPasswordLabel: "Phone", host, program: null },
      { protocol: "submission", appPasswordLabel: null, host: "mx2.host.test" },
      {
        protocol: "imap",
        appPasswordLabel: null,
        since: "2026-03-01T08:00:00.000Z",
        program: "Thunderbird 128",
      },
    ]);
    const other = await createAccount(path.domainName, "other", { password: "quiet harbor lantern" });
    expect(await list({ ...path, id: other.id })).toEqual([]);
    await report([own("2:1")], ["1:1"]);
    expect(await list()).toHaveLength(2);
  });

  it.each<[what: string, hosts: ReturnType<typeof sql> | undefined, detail: RegExp]>([
    ["no mail host reports", undefined, /hasn't reported any yet/],
    ["a host has never reported", sql`('mx2', now(), now(), null)`, /hasn't reported any yet/],
    [
      "a host last reported a minute ago",
      sql`('mx2', now(), now(), now() - interval '61 seconds')`,
      /last reported them at \d\d:\d\d UTC on \d/,
    ],
  ])("aren't known while %s, also if others do", async (_what, hosts, detail) => {
    if (hosts) {
      await report([own("1:1")]);
      await run(
        sql`insert into mail_hosts (name, started_at, last_seen_at, connections_reported_at) values ${hosts}`,
      );
    }
    const problem = await problemOf(mail.fixture.call("listMailConnections", mail.owner, path));
    expect(problem).toMatchObject({
      status: 503,
      code: "mail_connections_unknown",
      detail: expect.stringMatching(detail),
    });
  });

  it("end on request: once, with an entry in the audit log, for sessions until then", async () => {
    await report([own("1:1"), byPhone("2:1"), { process: "3:1", since: "2026-03-01T08:00:00Z" }]);
    await end();
    expect(await report([own("4:1", { sessionVersion: 1 })])).toEqual(["1:1", "2:1", "3:1"]);
    expect(await report([], ["1:1", "2:1", "3:1"])).toEqual([]);
    expect((await auditOf()).at(-1)).toMatchObject({
      action: "mail_account.connections_ended",
      target: `info@${path.domainName}`,
    });
  });

  it("are seen with mail:read, and ended with mail:write, in the own workspace alone", async () => {
    await report([]);
    const reader = mail.workspace.ctx("read_only");
    expect(await list(path, reader)).toEqual([]);
    expect(await refusal(end(path, reader))).toEqual(forbidden);
    await expectNotFound("listMailConnections", path);
    await expectNotFound("endMailConnections", path);
    const [row] = await mail.fixture.db.select().from(mailAccounts).where(eq(mailAccounts.id, accountId));
    expect(row?.sessionVersion).toBe(0);
  });
});

describe("an agent", () => {
  const patch = (body: object) => mail.fixture.call("updateMailAccount", mail.owner, { ...path, body });
  const changePassword = (body: object) =>
    mail.fixture.call("changeMailAccountPassword", mail.owner, { ...path, body });
  const revoke = () =>
    mail.fixture.call("revokeMailAppPassword", mail.owner, {
      ...path,
      appPasswordId: publicId("map", appPasswordId),
    });

  it.each<[what: string, takeAway: () => Promise<unknown>, ended: string[]]>([
    ["nothing", async () => {}, []],
    ["another name", () => patch({ displayName: "Other" }), []],
    ["a new password", () => changePassword({}), ["own", "sending", "unknown"]],
    [
      "a new password for all",
      () => changePassword({ revokeAppPasswords: true }),
      ["own", "phone", "sending", "unknown"],
    ],
    ["a revoked app password", revoke, ["phone", "unknown"]],
    ["no sending", () => patch({ maySend: false }), ["sending"]],
    [
      "suspension, also a lifted one",
      () => patch({ active: false }).then(() => patch({ active: true })),
      ["own", "phone", "sending", "unknown"],
    ],
    [
      "deletion",
      () => mail.fixture.call("deleteMailAccount", mail.owner, path),
      ["own", "phone", "sending", "unknown"],
    ],
    [
      "deletion and restoration",
      async () => {
        await mail.fixture.call("deleteMailAccount", mail.owner, path);
        await mail.fixture.call("restoreMailAccount", mail.owner, path);
      },
      ["own", "phone", "sending", "unknown"],
    ],
    [
      "deactivation",
      () => mail.fixture.call("deactivateMail", mail.owner, { domainName: path.domainName }),
      ["own", "phone", "sending", "unknown"],
    ],
    [
      "erasure",
      () => run(sql`delete from mail_accounts where id = ${accountId}`),
      ["own", "phone", "sending", "unknown"],
    ],
  ])(
    "ends after %s what lost its right, whether it was reported before or not",
    async (_what, takeAway, ended) => {
      const sessions = (kind: string): Session[] => [
        own(`own${kind}`),
        byPhone(`phone${kind}`),
        own(`sending${kind}`, { protocol: "submission" }),
        { process: `unknown${kind}`, since: "2026-03-01T08:00:00Z" },
      ];
      expect(await report(sessions(""))).toEqual([]);
      await takeAway();
      expect(await report([])).toEqual(ended);
      expect(await report(sessions("-late"))).toEqual(
        [...ended, ...ended.map((name) => `${name}-late`)].sort(),
      );
    },
  );

  it("keeps a session whose password isn't known if it began after the last loss of a right", async () => {
    await changePassword({});
    const since = new Date(Date.now() + 1_000).toISOString();
    expect(await report([{ process: "1:1", since }])).toEqual([]);
    await end();
    await run(
      sql`update mail_accounts set sign_ins_void_before = now() + interval '2 seconds' where id = ${accountId}`,
    );
    expect(await report([])).toEqual(["1:1"]);
    expect(await report([{ process: "2:1", address: "stranger@host.test" }])).toEqual(["1:1", "2:1"]);
  });

  it("ends the newest sessions of an account above 100, and none of a neighbor", async () => {
    const neighbor = await createAccount(path.domainName, "neighbor", { password: "quiet harbor lantern" });
    const at = (second: number) =>
      new Date(Date.parse("2026-03-01T08:00:00Z") + second * 1_000).toISOString();
    const many = Array.from({ length: 102 }, (_, second) => own(`many:${second}`, { since: at(second) }));
    const theirs = own("theirs", { accountId: rowId("mac", neighbor.id), since: at(500) });
    expect(await report([theirs, ...many.toReversed()])).toEqual(["many:100", "many:101"]);
  });
});
