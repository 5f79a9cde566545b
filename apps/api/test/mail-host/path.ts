import { execFileSync } from "node:child_process";
import path from "node:path";
import type { MailMessage } from "@zonepost/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowId } from "../../src/kernel/ids.ts";
import { type Domain, type Mailbox, messageOf } from "../support/mail/customers.ts";
import { putSieveScript, SmtpSession } from "../support/mail/mail-host.ts";
import { startOtherMailHost } from "../support/mail/other-mail-host.ts";
import { type MailSetup, newMark, shareMail, skipsMailServers } from "../support/mail/setup.ts";

// What the path of a message tells, for each fate that the real servers can give it.

let mail: MailSetup;
let other: Awaited<ReturnType<typeof startOtherMailHost>>;
let own: Domain;
let postfix: string;
let [anna, filer, discarder, broken, busy]: Mailbox[] = [];
const outside = "x@outside.example";
const reported = "The sender's server or mail program reports it.";
const canTry = "The sender will try again.";
const automatic = "The next attempt is automatic.";

const postconf = (...settings: string[]) =>
  execFileSync("/usr/sbin/postconf", ["-c", postfix, "-e", ...settings]);
const setting = (name: string) =>
  execFileSync("/usr/sbin/postconf", ["-c", postfix, "-h", name], { encoding: "utf8" }).trim();
const reload = () => execFileSync("/usr/sbin/postfix", ["-c", postfix, "reload"], { stdio: "ignore" });
const queued = () =>
  execFileSync("/usr/sbin/postqueue", ["-c", postfix, "-j"], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { queue_id: string; recipients: { address: string }[] });
const queueIdOf = (address: string) =>
  queued().find(({ recipients }) => recipients.some((recipient) => recipient.address === address))?.queue_id;

const box = (mailbox: Mailbox | undefined): Mailbox => mailbox as Mailbox;
const userOf = (mailbox: Mailbox | undefined): string => box(mailbox).user;

/** A message with a Message-ID of its own, and a text that the spam filter's test patterns follow. */
const textOf = (from: string, mark: string, body = "") =>
  `${messageOf(from, mark, `Message-ID: <${mark}@outside.example>\r\n`)}${body}`;
const spam = (first: string) =>
  `${first}JS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X\r\n`;

async function find(query: Record<string, string>): Promise<MailMessage[]> {
  const where = `/me/mail/${own.name}/messages?${new URLSearchParams(query)}`;
  return mail.customers.rest(own.workspace, "GET", where);
}
/** The kinds of the steps, and the words for the last one; oldest message first. */
const outline = (messages: MailMessage[]) =>
  messages.map(({ steps, summary }) => [steps.map(({ kind }) => kind).join(" "), summary]).reverse();
const expectPath = (query: Record<string, string>, expected: unknown[][]) =>
  expect.poll(async () => outline(await find(query)), { interval: 200 }).toEqual(expected);
const withoutRetries = (messages: MailMessage[]) =>
  messages.map(({ steps, summary, kind }) => [
    [...new Set(steps.map((step) => step.kind))].join(" "),
    kind,
    summary,
  ]);
const expectWaiting = (query: Record<string, string>, expected: string[]) =>
  expect.poll(async () => withoutRetries(await find(query)), { interval: 200 }).toEqual([expected]);

describe.skipIf(skipsMailServers)("the path of a message (skipped without the mail servers)", () => {
  beforeAll(async () => {
    mail = await shareMail();
    const { customers, servers } = mail;
    own = await customers.activate();
    [anna, filer, discarder, broken, busy] = await Promise.all(
      ["anna", "filer", "discarder", "broken", "busy"].map((name) => customers.createMailbox(own, name)),
    );
    await mail.untilSigned(box(anna));
    const folder = path.join(servers.dataDir, "mail");
    postfix = path.join(folder, "configuration/postfix");
    other = await startOtherMailHost({
      certificateFile: path.join(folder, "certificate.pem"),
      keyFile: path.join(folder, "certificate.key"),
    });
    const host = `[127.0.0.1]:${other.port}`;
    postconf(
      `transport_maps = inline:{ other.example=smtp:${host}, dead.example=smtp:[127.0.0.1]:1 }, ${setting("transport_maps")}`,
      "smtp_tls_loglevel = 1",
      `smtp_tls_policy_maps = inline:{ ${host}=may }`,
    );
    reload();
    const rules = [
      [filer, 'require ["fileinto", "mailbox"]; fileinto :create "Work";'],
      [discarder, "discard;"],
      [broken, 'require "fileinto"; fileinto "There is no such folder";'],
    ] as const;
    for (const [login, rule] of rules) {
      expect(await putSieveScript(servers.ports.sieve, box(login), `${rule}\r\n`)).toMatch(/^OK/);
    }
  });
  afterAll(() => other?.stop());

  it.each<[string, () => string, string, string, string | RegExp]>([
    ["delivered", () => userOf(anna), "", "received delivered", "Delivered to anna@$"],
    [
      "filed by a rule",
      () => userOf(filer),
      "",
      "received delivered",
      "Delivered to filer@$: into a folder that a rule of the mailbox chose",
    ],
    [
      "delivered past rules with an error",
      () => userOf(broken),
      "",
      "received delivered",
      "Delivered to broken@$: into the inbox, since the rules of the mailbox have an error",
    ],
    [
      "discarded by a rule",
      () => userOf(discarder),
      "",
      "received discarded",
      "Discarded: a rule of the mailbox deleted it. No notice is sent.",
    ],
    [
      "moved to Junk",
      () => userOf(anna),
      spam("Y"),
      "received delivered filtered",
      /^Delivered to Junk: spam score [\d.]+ of 15\.00 \(/,
    ],
    ["refused as spam", () => userOf(anna), spam("X"), "refused", `Refused as spam (5.7.1). ${reported}`],
  ])("tells of mail from outside: %s", async (_, to, body, kinds, summary) => {
    const mark = newMark();
    await mail.fromOutside(to(), textOf(outside, mark, body));
    await expectPath({ messageId: `${mark}@outside.example` }, [
      [kinds, typeof summary === "string" ? summary.replace("$", own.name) : expect.stringMatching(summary)],
    ]);
  });

  it("tells each recipient's own fate, also of a message that is refused at its end", async () => {
    const session = await SmtpSession.open(mail.servers.ports.smtp);
    const send = async (mark: string, body: string) => {
      await session.command(`MAIL FROM:<${outside}>`);
      for (const to of [userOf(anna), userOf(discarder), userOf(filer), `unknown@${own.name}`]) {
        await session.command(`RCPT TO:<${to}>`);
      }
      await session.command("DATA");
      await session.command(`${textOf(outside, mark, body)}.`);
    };
    const [accepted, refused] = [newMark(), newMark()];
    await send(accepted, "");
    await send(refused, spam("X"));
    session.close();
    const kindsOf = (mark: string) => async () =>
      (await find({ messageId: `${mark}@outside.example` }))
        .map(({ recipient, kind }) => `${recipient.split("@")[0]} ${kind}`)
        .sort();
    await expect
      .poll(kindsOf(accepted))
      .toEqual(["anna delivered", "discarder discarded", "filer delivered"]);
    await expect.poll(kindsOf(refused)).toEqual(["anna refused", "discarder refused", "filer refused"]);
    await expectPath({ address: `unknown@${own.name}` }, [
      ["refused", `No such mailbox (550 5.1.1). ${reported}`],
      ["refused", `No such mailbox (550 5.1.1). ${reported}`],
    ]);
  });

  it("tells a refusal from a delay, and neither from a limit", async () => {
    await mail.alias(own, `friend@${own.name}`, "friend@external.example");
    expect(await mail.fromOutside(`friend@${own.name}`)).toMatch(/^450/);
    await expectPath({ address: `friend@${own.name}` }, [
      [
        "delayed",
        `Delayed: the target hasn't confirmed the forwarding yet, or it is paused (450 4.2.1). ${canTry}`,
      ],
    ]);

    await mail.api.sql`
      insert into mail_account_use (account_id, used_bytes) values (${rowId("mac", box(busy).id) ?? ""}, 99999999999)
      on conflict (account_id) do update set used_bytes = excluded.used_bytes`;
    expect(await mail.fromOutside(userOf(busy))).toMatch(/^552/);
    await expectPath({ address: userOf(busy) }, [
      ["refused", `Refused: the mailbox is full (552 5.2.2). ${reported}`],
    ]);

    // The mailbox counts toward the plan's storage, which the others need.
    await mail.api
      .sql`update mail_account_use set used_bytes = 0 where account_id = ${rowId("mac", box(busy).id) ?? ""}`;

    const { session } = await SmtpSession.signIn(mail.servers.ports.submission, box(busy));
    await session.command(`MAIL FROM:<${userOf(busy)}>`);
    let reply = "";
    for (let count = 0; count <= 200 && !reply.startsWith("4"); count += 1) {
      reply = await session.command(`RCPT TO:<r${count}@external.example>`);
    }
    session.close();
    expect(reply).toMatch(/^450 4\.7\.1/);
    await expectPath({ address: userOf(busy), status: "limited" }, [
      ["limited", `Over the limit: the account has reached its sending limit (450 4.7.1). ${canTry}`],
    ]);
  });

  it("tells why a program's message was refused, without a score that says nothing", async () => {
    const mark = newMark();
    expect(
      await mail.submit(box(anna), userOf(anna), "a@external.example", textOf("ceo@bank.example", mark)),
    ).toMatch(/^5/);
    await expectPath({ messageId: `<${mark}@outside.example>` }, [
      ["refused", `Refused: the From header has an address that isn't the account's (5.7.1). ${reported}`],
    ]);
    const [message] = await find({ messageId: `<${mark}@outside.example>` });
    expect(message?.steps[0]?.detail).not.toContain("score");
  });

  it("tells how mail left: encrypted or not, and what the other host answered", async () => {
    const send = async (to: string) => {
      const mark = newMark();
      const text = textOf(userOf(anna), mark);
      expect(await mail.submit(box(anna), userOf(anna), to, text)).toMatch(/^250/);
      return { messageId: `${mark}@outside.example` };
    };
    const tlsOf = async (query: Record<string, string>) => (await find(query))[0]?.steps.at(-1)?.tls;
    const sent = await send("someone@other.example");
    await expectPath(sent, [["received sent", "Sent: accepted by 127.0.0.1"]]);
    expect(await tlsOf(sent)).toBe("encrypted (TLSv1.3), certificate not verified");
    const unencrypted = await send("someone@external.example");
    await expectPath(unencrypted, [["received sent", "Sent: accepted by 127.0.0.1"]]);
    expect(await tlsOf(unencrypted)).toBe("not encrypted");

    const greylisted = await send("greylisted@other.example");
    await expectWaiting(greylisted, [
      "received greylisted",
      "greylisted",
      `Greylisted: 127.0.0.1 accepts mail from new senders only later (450 4.7.1). ${automatic}`,
    ]);
    expect((await find(greylisted))[0]?.steps.at(-1)?.retriesBy).toEqual(expect.any(String));
    const full = await send("full@other.example");
    await expectWaiting(full, [
      "received deferred",
      "deferred",
      `Waiting: the mailbox is full (452 4.2.2), 127.0.0.1. ${automatic}`,
    ]);
    const gone = await send("gone@other.example");
    await expectPath(gone, [
      ["received bounced", "Undeliverable: no such mailbox (550 5.1.1). The sender is told."],
    ]);
  });

  it("tells of copies for other hosts, and of those that aren't forwarded", async () => {
    const target = "target@external.example";
    const everyone = `everyone@${own.name}`;
    await mail.change(own, box(broken), { forwardTo: target, keepCopy: false });
    await mail.alias(own, everyone, target);
    await mail.alias(own, everyone, userOf(anna));
    await mail.api.sql`update mail_forward_targets set confirmed_at = now() where address = ${target}`;
    const send = async (to: string, body: string) => {
      const mark = newMark();
      expect(await mail.fromOutside(to, textOf(outside, mark, body))).toMatch(/^250/);
      return { messageId: `${mark}@outside.example` };
    };
    await expectPath(await send(userOf(broken), ""), [["received forwarded", `Forwarded to ${target}`]]);
    const notForwarded = "it is probably spam, which isn't forwarded";
    await expectPath(await send(userOf(broken), spam("Y")), [
      ["received filtered", `Delivered to Junk: ${notForwarded}`],
    ]);
    const copies = await send(everyone, spam("Y"));
    await expect
      .poll(async () => (await find(copies)).map(({ recipient, kind }) => `${recipient} ${kind}`).sort())
      .toEqual([`${userOf(anna)} filtered`, `${target} discarded`]);
    await expectPath({ ...copies, status: "discarded" }, [
      ["received discarded", `Discarded: ${notForwarded}. No notice is sent.`],
    ]);
  });

  it("tells what a mailbox's rules send: a reply as the account's own, and a message that they redirect", async () => {
    const put = (login: Mailbox | undefined, rule: string) =>
      putSieveScript(mail.servers.ports.sieve, box(login), `${rule}\r\n`);
    expect(await put(filer, 'require "vacation"; vacation "I am away.";')).toMatch(/^OK/);
    expect(await put(discarder, 'redirect "target@external.example";')).toMatch(/^OK/);
    const correspondent = "correspondent@outside.example";
    const text = textOf(correspondent, newMark()).replace("someone@example.com", userOf(filer));
    expect(await mail.fromOutside(userOf(filer), text, correspondent)).toMatch(/^250/);
    await expectPath({ address: correspondent, status: "sent" }, [
      ["received sent", "Sent: accepted by 127.0.0.1"],
    ]);
    const redirected = newMark();
    expect(await mail.fromOutside(userOf(discarder), textOf(outside, redirected))).toMatch(/^250/);
    const paths = async () =>
      (await find({ messageId: `${redirected}@outside.example` }))
        .map(({ recipient, kind, summary }) => `${recipient} ${kind}: ${summary}`)
        .sort();
    await expect
      .poll(paths, { interval: 200 })
      .toEqual([
        `${userOf(discarder)} forwarded: Forwarded by a rule of the mailbox`,
        "target@external.example forwarded: Forwarded to target@external.example",
      ]);
  });

  it("tells the ends of a message that waits: expired, ended or deleted by the operator", async () => {
    const send = async (to: string) => {
      const mark = newMark();
      await mail.submit(box(anna), userOf(anna), to, textOf(userOf(anna), mark));
      const query = { messageId: `${mark}@outside.example` };
      await expectWaiting(query, [
        "received deferred",
        "deferred",
        `Waiting: the server didn't answer. ${automatic}`,
      ]);
      return query;
    };
    const ended = await send("ended@dead.example");
    execFileSync("/usr/sbin/postsuper", ["-c", postfix, "-e", queueIdOf("ended@dead.example") ?? ""], {
      stdio: "ignore",
    });
    execFileSync("/usr/sbin/postqueue", ["-c", postfix, "-f"]);
    await expectWaiting(ended, [
      "received deferred expired",
      "expired",
      "Expired: your administrator ended the attempts. The sender is told.",
    ]);
    const deleted = await send("deleted@dead.example");
    execFileSync("/usr/sbin/postsuper", ["-c", postfix, "-d", queueIdOf("deleted@dead.example") ?? ""], {
      stdio: "ignore",
    });
    await expectWaiting(deleted, [
      "received deferred discarded",
      "discarded",
      "Discarded: your administrator deleted it while it was waiting. No notice is sent.",
    ]);
    const late = await send("late@dead.example");
    postconf("maximal_queue_lifetime = 1s");
    reload();
    execFileSync("/usr/sbin/postqueue", ["-c", postfix, "-f"]);
    await expectWaiting(late, [
      "received deferred expired",
      "expired",
      "Expired: it couldn't be delivered for too long. The sender is told.",
    ]);
  });

  it("refuses what is no Message-ID, and names the parameter", async () => {
    for (const messageId of ["", "<a@b.test", "<a@b.test> <c@d.test>"]) {
      const answer = await mail.api.call({
        path: `/me/mail/${own.name}/messages?${new URLSearchParams({ messageId })}`,
        cookie: own.workspace.owner.cookie,
      });
      expect(answer.status).toBe(422);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: "/query/messageId" })]);
    }
  });
});
