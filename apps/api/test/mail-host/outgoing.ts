import { beforeAll, describe, expect, it } from "vitest";
import { type Domain, type Mailbox, messageOf } from "../support/mail/customers.ts";
import { putSieveScript, SmtpSession, verifiesDkim } from "../support/mail/mail-host.ts";
import { type MailSetup, newMark, shareMail, skipsMailServers } from "../support/mail/setup.ts";

// What leaves because of a mailbox: forwarded mail, automatic replies, redirected messages and notices.

let mail: MailSetup;
let own: Domain;
let foreign: Domain;
let anna: Mailbox;
let ben: Mailbox;
let tina: Mailbox;
const verifiedClient = "127.0.0.40";

const confirm = (address: string) =>
  mail.api.sql`update mail_forward_targets set confirmed_at = now() where address = ${address}`;
const sieve = (login: Mailbox, script: string) =>
  putSieveScript(mail.servers.ports.sieve, login, script.replaceAll("\n", "\r\n"));
const dkimOf = async ({ name, workspace }: Domain) =>
  (await mail.customers.rest(workspace, "GET", `/me/mail/${name}`)).dkim;
const returnPathOf = (text: string) => /^Return-Path: <(.*)>/m.exec(text)?.[1];

describe.skipIf(skipsMailServers)("what leaves because of a mailbox", () => {
  beforeAll(async () => {
    mail = await shareMail({ "verified.example": { TXT: [`v=spf1 ip4:${verifiedClient} -all`] } });
    [own, foreign] = await Promise.all([mail.customers.activate(), mail.customers.activate()]);
    // More mailboxes than the smallest plan has.
    await mail.api.sql`
      update mail_domains set plan_slug = 'pro', max_accounts = 25
      where domain_name = any (${[own.name, foreign.name]})`;
    [anna, ben, tina] = await Promise.all([
      mail.customers.createMailbox(own, "anna"),
      mail.customers.createMailbox(own, "ben"),
      mail.customers.createMailbox(foreign, "tina"),
    ]);
    for (const login of [anna, tina]) {
      await mail.untilSigned(login);
    }
    const [closed, deleted] = [
      await mail.customers.createMailbox(own, "closed"),
      await mail.customers.createMailbox(own, "deleted"),
    ];
    await mail.alias(own, `to-closed@${own.name}`, closed.user);
    await mail.alias(own, `to-alias@${own.name}`, `to-closed@${own.name}`);
    await mail.alias(own, `to-deleted@${own.name}`, deleted.user);
    await mail.alias(own, `to-one@${own.name}`, closed.user);
    await mail.alias(own, `to-one@${own.name}`, ben.user);
    await mail.change(own, closed, { active: false });
    await mail.customers.rest(own.workspace, "DELETE", `/me/mail/${own.name}/accounts/${deleted.id}`);
  });

  it("is forwarded with the domain's own envelope sender and its seal, and keeps its From", async () => {
    const address = `friend@${own.name}`;
    await mail.alias(own, address, "friend@external.example");
    await confirm("friend@external.example");
    const mark = newMark();
    expect(await mail.fromOutside(address, messageOf("x@outside.example", mark))).toMatch(/^250/);
    const forwarded = await mail.left(mark);
    expect(forwarded).toContain("Delivered-To: friend@external.example");
    expect(forwarded).toContain("From: <x@outside.example>");
    expect(returnPathOf(forwarded)).toMatch(new RegExp(`^SRS0=.*@${own.name}$`));
    expect(forwarded).toMatch(new RegExp(`^ARC-Seal: i=1; .*d=${own.name};`, "ms"));
  });

  it("is an automatic reply without an envelope sender, from the account, that verifies", async () => {
    const script = `require ["vacation"];\nvacation :days 1 :subject "Away" "I am away.";\n`;
    expect(await sieve(ben, script)).toMatch(/^OK/);
    const mark = newMark();
    const text = messageOf("x@outside.example", mark).replace("someone@example.com", ben.user);
    expect(await mail.fromOutside(ben.user, text, "reply1@outside.example")).toMatch(/^250/);
    const reply = await mail.left("I am away");
    expect(returnPathOf(reply)).toBe("");
    expect(reply).toContain(`From: <${ben.user}>`);
    expect(
      await verifiesDkim(reply.replace(/^(Return-Path|Delivered-To): .*\r\n/gm, ""), await dkimOf(own)),
    ).toBe(true);
    expect(reply).not.toMatch(/account\.internal/);
  });

  it("is redirected to an address that has confirmed, and stays in the mailbox otherwise", async () => {
    const script = `redirect "deputy@external.example";\n`;
    await mail.alias(own, `deputies@${own.name}`, "deputy@external.example");
    await confirm("deputy@external.example");
    expect(await sieve(anna, script)).toMatch(/^OK/);
    const mark = newMark();
    expect(await mail.fromOutside(anna.user, messageOf("x@outside.example", mark))).toMatch(/^250/);
    const redirected = await mail.left(mark);
    expect(redirected).toContain("Delivered-To: deputy@external.example");
    expect(returnPathOf(redirected)).toMatch(new RegExp(`^SRS0=.*@${own.name}$`));
    expect(redirected).toMatch(new RegExp(`^ARC-Seal: i=1; .*d=${own.name};`, "ms"));
    await mail.api
      .sql`update mail_forward_targets set confirmed_at = null where address = 'deputy@external.example'`;
    const kept = newMark();
    expect(await mail.fromOutside(anna.user, messageOf("x@outside.example", kept))).toMatch(/^250/);
    await mail.arrived(anna, kept);
    expect(mail.servers.outgoing().filter((each) => each.includes(kept))).toEqual([]);
  });

  it("goes nowhere for a forwarding that ended, and not as probable spam", async () => {
    const spam = "YJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X";
    const outside = "spamless@external.example";
    const away = await mail.customers.createMailbox(own, "away");
    const copied = await mail.customers.createMailbox(own, "copied");
    await mail.change(own, away, { forwardTo: outside, keepCopy: false });
    await mail.change(own, copied, { forwardTo: outside, keepCopy: true });
    await mail.alias(own, `only-outside@${own.name}`, outside);
    await mail.alias(own, `both@${own.name}`, outside);
    await mail.alias(own, `both@${own.name}`, ben.user);
    await confirm(outside);
    const send = async (to: string) => {
      const mark = newMark();
      const text = `${messageOf("x@outside.example", mark)}${spam}\r\n`;
      return { mark, reply: await mail.fromOutside(to, text) };
    };
    expect((await send(`only-outside@${own.name}`)).reply).toMatch(/^554 5\.7\.1/);
    const marks: string[] = [];
    for (const [to, login] of [
      [away.user, away],
      [copied.user, copied],
      [`both@${own.name}`, ben],
    ] as const) {
      const { mark, reply } = await send(to);
      expect(reply).toMatch(/^250/);
      await mail.arrived(login, mark, "Junk");
      marks.push(mark);
    }
    expect(mail.servers.outgoing().filter((text) => marks.some((mark) => text.includes(mark)))).toEqual([]);
    const later = newMark();
    expect(await mail.fromOutside(away.user, messageOf("x@outside.example", later))).toMatch(/^250/);
    await mail.left(later);
    for (const each of [away, copied]) {
      expect(mail.servers.stored(each).filter((text) => text.includes(later))).toEqual([]);
    }
  });

  it("is a notice to senders who passed SPF, and otherwise the message stays in Junk or in the list", async () => {
    const refused = "refuse@external.example";
    const away = await mail.customers.createMailbox(own, "refused");
    await mail.change(own, away, { forwardTo: refused, keepCopy: false });
    await mail.alias(own, `refusing@${own.name}`, refused);
    await confirm(refused);
    const verified = { from: "x@verified.example", client: verifiedClient };
    const forged = { from: "x@victim.example", client: "127.0.0.1" };
    for (const to of [away.user, `refusing@${own.name}`]) {
      const mark = newMark();
      const text = messageOf(verified.from, mark);
      expect(await mail.fromOutside(to, text, verified.from, { client: verified.client })).toMatch(/^250/);
      const notice = await mail.left(mark);
      expect(notice).toContain("Delivered-To: x@verified.example");
      expect(notice).toMatch(/^From: .*MAILER-DAEMON@mail\.zonepost\.test/m);
      expect(notice).not.toMatch(/forward\.internal/);
    }
    const marks = [newMark(), newMark()] as const;
    expect(await mail.fromOutside(away.user, messageOf(forged.from, marks[0]), forged.from)).toMatch(/^250/);
    const kept = await mail.arrived(away, marks[0], "Junk");
    expect(kept).toContain(`Subject: ${marks[0]}`);
    expect(
      await mail.fromOutside(`refusing@${own.name}`, messageOf(forged.from, marks[1]), forged.from),
    ).toMatch(/^250/);
    await expect
      .poll(() => mail.servers.log("postfix"))
      .toMatch(/to=<nowhere@nowhere\.internal>.*status=sent/);
    expect(mail.servers.outgoing().filter((text) => text.includes("Delivered-To: x@victim.example"))).toEqual(
      [],
    );
    // A signed-in sender is told.
    const own1 = newMark();
    expect(await mail.submit(tina, tina.user, `refusing@${own.name}`, messageOf(tina.user, own1))).toMatch(
      /^250/,
    );
    await mail.arrived(tina, own1);
  });

  it.each([
    ["an address literal of the host", () => "anything@[127.0.0.1]"],
    ["an address literal elsewhere", () => "anything@[192.0.2.1]"],
    ["an IPv6 literal", () => "anything@[IPv6:::1]"],
    ["a bare address", () => "anything@127.0.0.1"],
    ["an unknown address", () => `unknown@${foreign.name}`],
    ["an alias of a suspended account", () => `to-closed@${own.name}`],
    ["an alias of aliases of a suspended account", () => `to-alias@${own.name}`],
    ["an alias of a deleted account", () => `to-deleted@${own.name}`],
    ["an address of the hops inside the host", () => `x=y.example@${"0".repeat(32)}.forward.internal`],
    ["a returned message", () => `${anna.user}.returned.internal`],
    ["a forged rewritten sender", () => `SRS0=AAAAAAAAAA=AA=victim.example=x@${own.name}`],
  ])("refuses at RCPT %s", async (_, recipient) => {
    expect(await mail.fromOutside(recipient())).toMatch(/^5\d\d 5\./);
    expect(await mail.fromOutside(recipient(), undefined, "")).toMatch(/^5\d\d 5\./);
  });

  it("is no bounce of one closed target, whose alias delivers to the others", async () => {
    const mark = newMark();
    expect(await mail.submit(tina, tina.user, `to-one@${own.name}`, messageOf(tina.user, mark))).toMatch(
      /^250/,
    );
    await mail.arrived(ben, mark);
    expect(mail.servers.log("postfix")).not.toMatch(/to=<closed@/);
  });

  it("is no report of success", async () => {
    const session = await SmtpSession.open(mail.servers.ports.smtp);
    const mark = newMark();
    for (const line of [
      "MAIL FROM:<forged@victim.example> RET=FULL ENVID=x",
      `RCPT TO:<${tina.user}> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;${tina.user}`,
      `rcpt to: <${tina.user.toUpperCase()}> NOTIFY=SUCCESS`,
      "DATA",
    ]) {
      expect(await session.command(line)).toMatch(/^[23]5[04]/);
    }
    expect(await session.command(`${messageOf("forged@victim.example", mark)}.`)).toMatch(/^250/);
    session.close();
    await mail.arrived(tina, mark);
    const after = newMark();
    expect(await mail.submit(tina, tina.user, "you@external.example", messageOf(tina.user, after))).toMatch(
      /^250/,
    );
    await mail.left(after);
    expect(
      mail.servers.outgoing().filter((text) => text.includes("Delivered-To: forged@victim.example")),
    ).toEqual([]);
  });

  it.each([
    ["a line of 5,000 characters", `${"x".repeat(5_000)}`],
    ["a line of 998 characters", "y".repeat(998)],
    ["8-bit text", "Gr\u00fc\u00dfe"],
    ["a dot on a line", ".."],
    ["trailing spaces", "text   \r\n \r\n\r\n"],
  ])("verifies at its receiver, with %s", async (_, body) => {
    const mark = newMark();
    const type =
      "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n";
    const text = `${messageOf(tina.user, mark, type)}${body}\r\n`;
    expect(await mail.submit(tina, tina.user, "you@external.example", text)).toMatch(/^250/);
    const outgoing = (await mail.left(mark)).replace(/^(Return-Path|Delivered-To): .*\r\n/gm, "");
    expect(await verifiesDkim(outgoing, await dkimOf(foreign))).toBe(true);
  });

  it("is in the list of messages of its workspace, with the mailbox whose rules sent it", async () => {
    type Listed = {
      sender: string;
      recipient: string;
      originalRecipient: string | null;
      kind: string;
      summary: string;
    };
    const kindsOf = async (address: string) => {
      const listed: Listed[] = await mail.customers.rest(
        own.workspace,
        "GET",
        `/me/mail/${own.name}/messages?address=${encodeURIComponent(address)}`,
      );
      return listed.map(({ recipient, originalRecipient, kind }) =>
        [recipient, originalRecipient, kind].join(" "),
      );
    };
    await expect.poll(() => kindsOf("reply1@outside.example")).toContain("reply1@outside.example  sent");
    await expect
      .poll(() => kindsOf("deputy@external.example"))
      .toContain(`deputy@external.example ${anna.user} forwarded`);
    await expect
      .poll(() => kindsOf(`both@${own.name}`))
      .toContain(`spamless@external.example both@${own.name} discarded`);
    await expect
      .poll(() => kindsOf(`refusing@${own.name}`))
      .toContain(`refuse@external.example refusing@${own.name} bounced`);
  });

  it("is limited: a forwarding over its limit is deferred at RCPT, a reply isn't made, and own mail still leaves", async () => {
    const limit = async (id: string, cause: string) =>
      mail.api.sql`
        insert into mail_sending_minutes (scope_id, cause, minute, recipients)
        select id, ${cause}, date_trunc('minute', now()), 500 from mail_accounts where full_address = ${id}
        on conflict (scope_id, cause, minute) do update set recipients = 500`;
    const busy = await mail.customers.createMailbox(foreign, "busy");
    await mail.change(foreign, busy, { forwardTo: "busy@external.example", keepCopy: true });
    await confirm("busy@external.example");
    expect(await mail.fromOutside(busy.user)).toMatch(/^250/);
    await limit(busy.user, "strangers");
    expect(await mail.fromOutside(busy.user)).toMatch(/^450 4\.7\.1/);
    expect(await mail.submit(busy, busy.user, "you@external.example")).toMatch(/^250/);
    await limit(busy.user, "own");
    expect(await mail.submit(busy, busy.user, "you@external.example")).toMatch(/^450 4\.7\.1/);

    const replier = await mail.customers.createMailbox(foreign, "replier");
    expect(await sieve(replier, `require ["vacation"];\nvacation :days 1 "No one is here.";\n`)).toMatch(
      /^OK/,
    );
    await limit(replier.user, "strangers");
    const mark = newMark();
    const text = messageOf("x@outside.example", mark).replace("someone@example.com", replier.user);
    expect(await mail.fromOutside(replier.user, text, "reply2@outside.example")).toMatch(/^250/);
    await mail.arrived(replier, mark);
    expect(mail.servers.outgoing().filter((each) => each.includes("No one is here"))).toEqual([]);
  });
});
