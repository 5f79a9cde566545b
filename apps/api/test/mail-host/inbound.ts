import { writeFileSync } from "node:fs";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { domainToASCII } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type Domain, type Mailbox, messageOf } from "../support/mail/customers.ts";
import { putSieveScript, SmtpSession } from "../support/mail/mail-host.ts";
import { type MailSetup, newMark, shareMail, skipsMailServers } from "../support/mail/setup.ts";
import { createSigner } from "../support/mail/sign-message.ts";

// What mail from other hosts is let in, with Postfix, Dovecot and Rspamd as `npm run sandbox:mail` starts them.

let mail: MailSetup;
let own: Domain;
let anna: Mailbox;

/** Mail from here passes SPF of those that list it, mail from elsewhere on loopback doesn't. */
const listed = "127.0.0.40";
const spf = `v=spf1 ip4:${listed} -all`;
const list = createSigner("list.example");
const otherList = createSigner("otherlist.example");
const signing = createSigner("strict.example");
const dmarc = (policy: string) => ({ TXT: [`v=DMARC1; ${policy}`] });
const published = {
  "strict.example": { TXT: [spf] },
  "_dmarc.strict.example": dmarc("p=reject"),
  ...signing.records,
  "careful.example": { TXT: [spf] },
  "_dmarc.careful.example": dmarc("p=quarantine"),
  "open.example": { TXT: [spf] },
  "_dmarc.open.example": dmarc("p=none"),
  "below.example": { TXT: [spf] },
  "_dmarc.below.example": dmarc("p=none; sp=reject"),
  "exact.example": { TXT: [spf] },
  "mail.exact.example": { TXT: [spf] },
  "_dmarc.exact.example": dmarc("p=reject; aspf=s"),
  "mail.strict.example": { TXT: [spf] },
  "tested.example": { TXT: [spf] },
  "_dmarc.tested.example": dmarc("p=reject; t=y"),
  "xn--bckerei-5wa.example": { TXT: [spf] },
  "_dmarc.xn--bckerei-5wa.example": dmarc("p=reject"),
  "_dmarc.away.example": "SERVFAIL",
  "spf-away.example": "SERVFAIL",
  "_dmarc.spf-away.example": dmarc("p=reject"),
  "forwarder.example": { TXT: [spf] },
  "mx.strict.example": { TXT: [spf] },
  "list.example": { TXT: [spf] },
  ...list.records,
  ...otherList.records,
} as const;

type Message = {
  from: string;
  sender?: string;
  client?: string;
  /** Seals or signs. */
  prepare?: (text: string) => string;
};
type Fate = "inbox" | "junk" | RegExp;

const passes = (from: string) => ({ from, client: listed });

/** What became of a message to a mailbox of ours. */
async function fateOf({ from, sender = "x@elsewhere.example", client, prepare = (text) => text }: Message) {
  const mark = newMark();
  const text = prepare(messageOf(from, mark, `Message-ID: <${mark}@client.test>\r\n`));
  const session = await SmtpSession.open(mail.servers.ports.smtp, { from: client });
  const reply = await session.send(sender, anna.user, text);
  session.close();
  if (!reply.startsWith("250")) {
    return reply;
  }
  let folder = "";
  await expect
    .poll(
      async () => {
        const found = ["INBOX", "Junk"].find((each) =>
          mail.servers.stored(anna, each).some((stored) => stored.includes(mark)),
        );
        folder = found?.toLowerCase() ?? "";
        return folder;
      },
      { message: `${mark} from ${from}` },
    )
    .not.toBe("");
  return folder;
}

async function expectFates(rows: [string, Message, Fate][]) {
  const fates = await Promise.all(rows.map(async ([name, message]) => `${name}: ${await fateOf(message)}`));
  expect(fates).toEqual(
    rows.map(([name, , fate]) =>
      typeof fate === "string"
        ? `${name}: ${fate}`
        : expect.stringMatching(new RegExp(`^${name.replaceAll(/[()=.]/g, "\\$&")}: ${fate.source}`)),
    ),
  );
}

describe.skipIf(skipsMailServers)("mail from other hosts (skipped without the mail servers)", () => {
  beforeAll(async () => {
    mail = await shareMail(structuredClone(published) as never);
    own = await mail.customers.activate();
    anna = await mail.customers.createMailbox(own, "anna");
    const map = path.join(mail.servers.dataDir, "mail/configuration/rspamd/trusted-sealers.map");
    writeFileSync(map, "# Lists.\nlist.example\n");
    await mail.untilSigned(anna);
  });

  it("is refused, put into Junk or let in as the author's domain publishes it", async () => {
    const own554 = (domain: string) =>
      new RegExp(`554 5\\.7\\.1 The DMARC policy of ${domain.replaceAll(".", "\\.")} `);
    await expectFates([
      ["p=reject, fails", { from: "ceo@strict.example" }, own554("strict.example")],
      ["p=reject, in upper case", { from: "CEO@STRICT.Example" }, own554("strict.example")],
      [
        "p=reject, SPF passes for another domain",
        { from: "ceo@strict.example", sender: "x@open.example", client: listed },
        own554("strict.example"),
      ],
      ["p=reject, SPF passes", { ...passes("ceo@strict.example"), sender: "x@strict.example" }, "inbox"],
      [
        "p=reject, a forwarder that keeps the signature",
        {
          from: "ceo@strict.example",
          sender: "srs0=1@forwarder.example",
          client: listed,
          prepare: signing.sign,
        },
        "inbox",
      ],
      [
        "p=reject, signed, then changed",
        { from: "ceo@strict.example", prepare: (text) => `${signing.sign(text)}more\r\n` },
        own554("strict.example"),
      ],
      ["p=quarantine, fails", { from: "ceo@careful.example" }, "junk"],
      ["p=quarantine, passes", { ...passes("ceo@careful.example"), sender: "x@careful.example" }, "inbox"],
      ["p=none, fails", { from: "ceo@open.example" }, "inbox"],
      ["no policy", { from: "ceo@elsewhere.example" }, "inbox"],
      ["t=y, fails", { from: "ceo@tested.example" }, "inbox"],
      ["a subdomain of p=reject", { from: "ceo@shop.strict.example" }, own554("shop.strict.example")],
      [
        "a subdomain, SPF passes for the domain",
        { ...passes("ceo@shop.strict.example"), sender: "x@strict.example" },
        "inbox",
      ],
      ["a subdomain under sp=reject", { from: "ceo@shop.below.example" }, own554("shop.below.example")],
      ["the domain above sp=reject", { from: "ceo@below.example" }, "inbox"],
      [
        "aspf=s, SPF passes for a subdomain",
        { ...passes("ceo@exact.example"), sender: "x@mail.exact.example" },
        own554("exact.example"),
      ],
      [
        "an IDN domain as A-labels",
        { from: "ceo@xn--bckerei-5wa.example" },
        own554("xn--bckerei-5wa.example"),
      ],
      [
        "an IDN domain, passes",
        { ...passes("ceo@xn--bckerei-5wa.example"), sender: "x@xn--bckerei-5wa.example" },
        "inbox",
      ],
      [
        "two authors, one with p=reject",
        { from: "a@open.example>, <ceo@strict.example" },
        own554("strict.example"),
      ],
      ["a policy that can't be read now", { from: "ceo@away.example" }, "inbox"],
      [
        "p=reject, SPF can't be read now",
        { from: "ceo@spf-away.example", sender: "x@spf-away.example" },
        /451 4\.7\.1 .*spf-away\.example/,
      ],
      [
        "p=reject, no envelope sender, the host's name passes",
        { ...passes("mailer-daemon@strict.example"), sender: "" },
        own554("strict.example"),
      ],
    ]);
  });

  it("is refused from a hosted domain's people, unless they sign in, pass, or the domain asks for nothing", async () => {
    const [open, silent, excepted] = await Promise.all([0, 1, 2].map(() => mail.customers.activate()));
    const records = {
      [`_dmarc.${open?.name}`]: dmarc("p=none"),
      [`_dmarc.${silent?.name}`]: { TXT: [] },
      [own.name]: { TXT: [spf] },
    };
    mail.servers.setRecords({ ...structuredClone(published), ...records } as never);
    await mail.customers.rest(
      excepted?.workspace as never,
      "PUT",
      `/me/mail/${excepted?.name}/sender-exceptions`,
      {
        exceptions: [{ network: "127.0.0.50/32", note: "Newsletters" }],
      },
    );
    const signIn = /554 5\.7\.1 Sign in to send from /;
    await expectFates([
      ["fails", { from: `ben@${own.name}` }, signIn],
      ["fails, from its own address to itself", { from: anna.user }, signIn],
      ["p=none", { from: `ben@${open?.name}` }, "junk"],
      ["no policy", { from: `ben@${silent?.name}` }, "junk"],
      ["from the network of an exception", { from: `ben@${excepted?.name}`, client: "127.0.0.50" }, "inbox"],
      ["with an exception, from elsewhere", { from: `ben@${excepted?.name}`, client: "127.0.0.51" }, signIn],
      ["as the second author", { from: `x@elsewhere.example>, <ben@${own.name}` }, signIn],
      ["a subdomain that isn't hosted", { from: `ben@shop.${own.name}` }, "junk"],
    ]);
    // Rspamd reads the agent's map of exceptions within a second.
    const asEnvelope = { sender: `news@${excepted?.name}`, from: `ben@${excepted?.name}` };
    await expect.poll(() => fateOf({ ...asEnvelope, client: "127.0.0.50" })).toBe("inbox");
    await expect.poll(() => fateOf({ ...asEnvelope, client: "127.0.0.51" })).toMatch(/^554 5\.7\.1 Sign in/);
  });

  it("is let in from mailing lists that the operator trusts, if they saw it pass", async () => {
    const from = "ceo@strict.example";
    const passed = `dmarc=pass (p=REJECT) header.from=strict.example; spf=pass smtp.mailfrom=strict.example`;
    const refused = /554 5\.7\.1 The DMARC policy of strict\.example /;
    const marked = (text: string) => text.replace("Subject: ", "Subject: [List] ");
    await expectFates([
      [
        "the From is rewritten",
        { from: "list@list.example", sender: "bounces@list.example", client: listed },
        "inbox",
      ],
      ["sealed by a trusted list", { from, prepare: (text) => list.seal(marked(text), passed) }, "inbox"],
      ["sealed by another list", { from, prepare: (text) => otherList.seal(marked(text), passed) }, refused],
      [
        "sealed, and not passed",
        { from, prepare: (text) => list.seal(text, "dmarc=fail header.from=strict.example") },
        refused,
      ],
      [
        "sealed, and passed for another author",
        { from, prepare: (text) => list.seal(text, "dmarc=pass header.from=open.example") },
        refused,
      ],
      ["sealed, then changed", { from, prepare: (text) => `${list.seal(text, passed)}more\r\n` }, refused],
      [
        "sealed, then sealed by another list",
        { from, prepare: (text) => otherList.seal(list.seal(text, passed), "arc=pass") },
        refused,
      ],
      [
        "sealed by another list, then by a trusted one",
        {
          from,
          prepare: (text) => list.seal(otherList.seal(text, passed), `arc=pass; ${passed}`),
        },
        "inbox",
      ],
    ]);
  });

  it("is refused without one From header that names its author", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `a${at}@elsewhere.example`).join(">, <");
    const refused = /554 5\.7\.1 .*From header/;
    const header = (value: string): Message => ({
      from: "x@elsewhere.example",
      prepare: (text) => text.replace(/^From:.*\r\n/, value),
    });
    await expectFates([
      ["none", header(""), refused],
      ["two", header("From: <a@open.example>\r\nFrom: <b@open.example>\r\n"), refused],
      ["two, far apart", header("From: <a@open.example>\r\nX-A: b\r\nFROM: <b@open.example>\r\n"), refused],
      [
        "a second with a space before its colon",
        header("From: <a@open.example>\r\nFrom : <b@open.example>\r\n"),
        refused,
      ],
      ["empty", header("From:\r\n"), refused],
      ["a name alone", header("From: Boss\r\n"), refused],
      ["an empty group", header("From: undisclosed:;\r\n"), refused],
      ["a group", header("From: Team: <a@open.example>;\r\n"), refused],
      ["two addresses for one author", header("From: <a@open.example> <b@open.example>\r\n"), refused],
      [
        "another address as an unquoted name",
        header("From: ceo@strict.example <a@open.example>\r\n"),
        refused,
      ],
      ["60 authors", { from: many }, refused],
      [
        "the same address as an unquoted name",
        header("From: a@elsewhere.example <a@elsewhere.example>\r\n"),
        "inbox",
      ],
      ["a name with a comma", header('From: "Boss, The" <a@elsewhere.example>\r\n'), "inbox"],
      ["a folded header", header("From: The\r\n Boss\r\n <a@elsewhere.example>\r\n"), "inbox"],
    ]);
  });

  it("reaches ASCII mailboxes from senders with letters beyond ASCII, and is delivered as it was accepted", async () => {
    for (const [parameters, header] of [
      [" SMTPUTF8", "müller@elsewhere.example"],
      [" BODY=8BITMIME SMTPUTF8", "müller@bücher.example"],
      [" SMTPUTF8 SIZE=1000", "x@elsewhere.example"],
    ]) {
      const mark = newMark();
      const session = await SmtpSession.open(mail.servers.ports.smtp);
      expect(await session.command("EHLO client.test")).toContain("SMTPUTF8");
      const text = bytes(messageOf(header ?? "", `Grüße ${mark}`));
      const commands = [`MAIL FROM:<müller@bücher.example>${parameters}`, `RCPT TO:<${anna.user}>`, "DATA"];
      for (const command of commands) {
        expect(await session.command(bytes(command))).toMatch(/^[23]/);
      }
      expect(await session.command(`${text}.`)).toMatch(/^250/);
      session.close();
      const stored = () => ["INBOX", "Junk"].flatMap((folder) => mail.servers.stored(anna, folder));
      await expect.poll(() => stored().some((each) => each.includes(mark))).toBe(true);
      const delivered = stored().find((each) => each.includes(mark)) ?? "";
      expect(delivered).toContain(bytes(`From: <${header}>`));
    }
    const replyTo = async (client: string) => {
      const session = await SmtpSession.open(mail.servers.ports.smtp, { from: client });
      const sender = "müller@bäckerei.example";
      const commands = [`MAIL FROM:<${sender}> SMTPUTF8`, `RCPT TO:<${anna.user}>`, "DATA"];
      for (const command of commands) {
        await session.command(bytes(command));
      }
      return session.command(`${bytes(messageOf(sender, newMark()))}.`).finally(() => session.close());
    };
    expect(await replyTo(listed)).toMatch(/^250/);
    expect(await replyTo("127.0.0.41")).toMatch(/^554 5\.7\.1 The DMARC policy of xn--bckerei-5wa\.example/);
    expect(mail.servers.log("postfix")).not.toMatch(/SMTPUTF8 is required|status=bounced/);
  });

  it("reaches a mailbox of an IDN domain in both scripts, which signs in with both", async () => {
    const workspace = own.workspace;
    const unicode = `bäckerei-${process.pid}.com`;
    const ascii = domainToASCII(unicode);
    await mail.api.sql`update domains set name = ${ascii} where name = ${await workspace.addDomain()}`;
    await mail.customers.rest(workspace, "POST", "/me/mail/activate", {
      domainName: ascii,
      planSlug: "starter",
    });
    const box = await mail.customers.createMailbox({ name: ascii, workspace }, "info");
    expect(box.user).toBe(`info@${ascii}`);
    const { passwordOnce } = await mail.customers.rest(
      workspace,
      "POST",
      `/me/mail/${ascii}/accounts/${box.id}/app-passwords`,
      { label: "Phone" },
    );
    await mail.untilSigned(box);
    const spellings = [ascii, ascii.toUpperCase(), unicode, unicode.toUpperCase(), unicode.normalize("NFD")];
    for (const domain of spellings) {
      for (const password of [box.password, passwordOnce]) {
        const login = { user: `info@${domain}`, password };
        const what = `${domain} with ${password === box.password ? "its" : "an app"} password`;
        const { session, reply } = await SmtpSession.signIn(mail.servers.ports.submission, login);
        session.close();
        expect(`${what}: ${reply}`).toMatch(/: 235/);
        expect(await imapLogin(login), what).toMatch(/OK/);
        expect(await putSieveScript(mail.servers.ports.sieve, login, "keep;\r\n"), what).toMatch(/^OK/);
      }
      const mark = newMark();
      const session = await SmtpSession.open(mail.servers.ports.smtp);
      const commands = ["MAIL FROM:<x@elsewhere.example> SMTPUTF8", `RCPT TO:<info@${domain}>`, "DATA"];
      for (const command of commands) {
        expect(`${domain}: ${await session.command(bytes(command))}`).toMatch(/: [23]/);
      }
      expect(await session.command(`${messageOf("x@elsewhere.example", mark)}.`)).toMatch(/^250/);
      session.close();
      await expect.poll(() => mail.servers.stored(box).some((each) => each.includes(mark))).toBe(true);
    }
    const mark = newMark();
    const from = bytes(messageOf(`info@${unicode}`, mark));
    expect(await mail.submit(box, box.user, anna.user, from)).toMatch(/^250/);
    expect(await mail.submit(anna, anna.user, box.user, from)).toMatch(/^554 5\.7\.1/);
  });
});

/** The session writes one byte for each character. */
const bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

async function imapLogin({ user, password }: { user: string; password: string }): Promise<string> {
  const login = Buffer.from(`\0${user}\0${password}`).toString("base64");
  const socket = connectTls({ port: mail.servers.ports.imaps, host: "127.0.0.1", rejectUnauthorized: false });
  let received = "";
  socket.write(`a AUTHENTICATE PLAIN ${login}\r\n`);
  for await (const chunk of socket) {
    received += chunk;
    if (/^a /m.test(received)) {
      break;
    }
  }
  return /^a (\w+)/m.exec(received)?.[1] ?? "";
}
