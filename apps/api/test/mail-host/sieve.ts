// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Sieve has the same notation
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { beforeAll, describe, expect, it } from "vitest";
import { rowId } from "../../src/kernel/ids.ts";
import { type Domain, type Mailbox, messageOf } from "../support/mail/customers.ts";
import { literal, ManageSieveSession } from "../support/mail/manage-sieve.ts";
import { type MailSetup, newMark, shareMail, skipsMailServers } from "../support/mail/setup.ts";
import { until } from "../support/until.ts";

// What rules of mailboxes may do, with the real mail servers: stored over ManageSieve, stored earlier, and at deliveries.

let mail: MailSetup;
let own: Domain;
let foreign: Domain;
let anna: Mailbox;
let ben: Mailbox;
let tina: Mailbox;

const fromOutside: MailSetup["fromOutside"] = (...args) => mail.fromOutside(...args);
const arrived: MailSetup["arrived"] = (...args) => mail.arrived(...args);
const signIn = (login: Mailbox) => ManageSieveSession.signIn(mail.servers.ports.sieve, login);

/** Stores a script and makes it the active one. Resolves to the last reply. */
async function use(login: Mailbox, script: string): Promise<string> {
  const session = await signIn(login);
  const stored = await session.put(script);
  const reply = stored.startsWith("OK") ? await session.command('SETACTIVE "rule"') : stored;
  session.close();
  return reply;
}

const homeOf = ({ id }: Mailbox) => path.join(mail.servers.dataDir, "mail/mailboxes", rowId("mac", id) ?? "");
const storedScript = (login: Mailbox, name: string) =>
  readFileSync(path.join(homeOf(login), `sieve/${name}.sieve`), "utf8");

/** Puts a script into the mailbox's folder, as one that was stored before the upgrade. */
function putIntoFolder(login: Mailbox, name: string, script: string, { isActive = true } = {}) {
  const folder = path.join(homeOf(login), "sieve");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.sieve`), script, { mode: 0o600 });
  if (isActive) {
    symlinkSync(`sieve/${name}.sieve`, path.join(homeOf(login), "active.sieve"));
  }
  mail.servers.own(homeOf(login));
}

describe.skipIf(skipsMailServers)("rules of a mailbox (skipped without the mail servers)", () => {
  beforeAll(async () => {
    mail = await shareMail();
    [own, foreign] = await Promise.all([mail.customers.activate(), mail.customers.activate()]);
    [anna, ben, tina] = await Promise.all([
      mail.customers.createMailbox(own, "anna"),
      mail.customers.createMailbox(own, "o'ben+1"),
      mail.customers.createMailbox(foreign, "tina"),
    ]);
    await mail.alias(own, `info@${own.name}`, anna.user);
    await mail.alias(own, `friend@${own.name}`, "friend@external.example");
    await mail.alias(own, `waiting@${own.name}`, "waiting@external.example");
    await mail.api.sql`
      update mail_forward_targets set confirmed_at = now() where address = 'friend@external.example'`;
  });

  it("are stored with what a mailbox may do, and refused with the line otherwise, by each command", async () => {
    const session = await signIn(anna);
    const accepted = [
      `require "copy"; redirect "${ben.user}"; redirect "friend@external.example"; redirect :copy "x@${own.name}";`,
      `require "vacation"; vacation :from "Anna <Info+x@${own.name}>" :addresses ["${anna.user.toUpperCase()}"] "x";`,
      'require ["fileinto", "mailbox", "variables", "body", "include", "subaddress", "envelope", "duplicate"]; keep;',
    ];
    for (const script of accepted) {
      expect(await session.check(script), script).toMatch(/^OK/);
      expect(await session.put(script), script).toMatch(/^OK/);
      expect(await session.command('SETACTIVE "rule"'), script).toMatch(/^OK/);
    }
    const refused = [
      [`keep;\r\nredirect "${tina.user}";`, /^NO "line 2: redirect to tina@/],
      ['redirect "waiting@external.example";', /^NO "line 1: redirect to waiting@/],
      [
        'require "variables";\nset "x" "a@external.example";\nredirect "${x}";',
        /^NO "line 3: the address of redirect/,
      ],
      [`require "vacation"; vacation :from "${ben.user}" "x";`, /^NO "line 1: vacation can't use o'ben\+1@/],
      [
        'require "enotify"; notify "mailto:x@y.example";',
        /^NO \{\d+\}\r\nline 1: .*enotify"\r\nline 1: .* notify$/,
      ],
      ['require "reject"; reject "no";', /^NO \{/],
      ['require "regex"; if header :regex "a" "b" {}', /^NO \{/],
      // Dovecot's compiler answers for itself.
      ['require "editheader"; keep;', /^NO .*editheader/s],
      ["keep", /^NO .*expected end of command/s],
      ["\u{feff}keep;", /^NO /],
      ['require "vacation-seconds"; keep;', /^NO /],
      ['require "vnd.dovecot.pipe"; keep;', /^NO /],
    ] as const;
    for (const [script, reply] of refused) {
      expect(await session.check(script), script).toMatch(reply);
      expect(await session.put(script, "refused"), script).toMatch(reply);
    }
    expect(await session.command("LISTSCRIPTS")).toMatch(/^"rule" ACTIVE\r\nOK/);
    session.close();
  });

  it("aren't let in by a script that lies in the mailbox, nor by one that includes it", async () => {
    const login = await mail.customers.createMailbox(own, "lying");
    const bad = `redirect "${tina.user}";\n`;
    putIntoFolder(login, "old", bad, { isActive: false });
    putIntoFolder(login, "fine", "keep;\n", { isActive: false });
    const session = await signIn(login);
    for (const [command, reply] of [
      ['SETACTIVE "old"', /^NO "line 1: redirect/],
      ["setactive {3+}\r\nold", /^NO "line 1: redirect/],
      ['RENAMESCRIPT "old" "other"', /^NO "line 1: redirect/],
      [`PUTSCRIPT "rule" ${literal('require "include"; include "old";')}`, /^NO "old: line 1: redirect/],
      ['SETACTIVE "nothing"', /^NO \(NONEXISTENT\)/],
      ['SETACTIVE "fine"', /^OK/],
      ['RENAMESCRIPT "fine" "finer"', /^OK/],
      [`PUTSCRIPT "rule" ${literal('require "include"; include "finer";')}`, /^OK/],
      ['SETACTIVE ""', /^OK/],
      ["UNAUTHENTICATE", /^NO/],
      [`GETSCRIPT "old"`, /^\{\d+\}\r\nredirect/],
    ] as const) {
      expect(await session.command(command), command).toMatch(reply);
    }
    session.close();
  });

  it("aren't stored unchecked while the database can't answer", async () => {
    const session = await signIn(ben);
    await mail.api.sql`alter function mail_host.may_forward rename to absent`;
    const replies = [await session.put("keep;"), await session.check("keep;")];
    await mail.api.sql`alter function mail_host.absent rename to may_forward`;
    expect(replies).toEqual([
      expect.stringMatching(/^NO \(TRYLATER\)/),
      expect.stringMatching(/^NO \(TRYLATER\)/),
    ]);
    expect(await session.put("keep;")).toMatch(/^OK/);
    session.close();
  });

  it("are reached with TLS alone, in each way that RFC 5804 has, from the client's own address", async () => {
    const { sieve } = mail.servers.ports;
    const plain = await ManageSieveSession.open(sieve, { from: "127.0.0.31" });
    expect(plain.greeting).toMatch(/"SASL" ""\r\n"STARTTLS"/);
    expect(await plain.authenticate(anna)).toMatch(/^NO \(ENCRYPT-NEEDED\)/);
    expect(await plain.command("LISTSCRIPTS")).toMatch(/^NO \(ENCRYPT-NEEDED\)/);
    expect(await plain.command('NOOP "a\\"b"')).toBe('OK (TAG "a\\"b") "Done."');
    await plain.startTls();
    expect(plain.greeting).toMatch(/"SASL" "PLAIN LOGIN"/);
    expect(plain.greeting).not.toContain("STARTTLS");
    expect(plain.greeting).not.toMatch(/enotify|reject|regex/);
    expect(await plain.put("keep;")).toMatch(/^NO "Sign in first"/);
    expect(await plain.authenticate({ ...anna, password: "wrong" })).toMatch(/^NO/);
    expect(await plain.command('AUTHENTICATE "DIGEST-MD5"')).toMatch(/^NO/);
    // A second identity, and a name that ends early.
    for (const text of [
      `${tina.user}\0${anna.user}\0${anna.password}`,
      `\0${anna.user}\0x\0${anna.password}`,
      "\0a",
    ]) {
      const encoded = Buffer.from(text).toString("base64");
      expect(await plain.command(`AUTHENTICATE "PLAIN" "${encoded}"`)).toMatch(/^NO "The name/);
    }
    const response = Buffer.from(`\0${anna.user.toUpperCase()}\0${anna.password}`).toString("base64");
    expect(await plain.command('AUTHENTICATE "PLAIN"')).toBe('""');
    expect(await plain.command(`{${response.length}+}\r\n${response}`)).toMatch(/^OK/);
    expect(await plain.put("keep;")).toMatch(/^OK/);
    plain.close();
    expect(mail.servers.log("dovecot")).toMatch(
      /managesieve-login: Info: Login: user=<anna@[^>]*>.*rip=127\.0\.0\.31.*secured/,
    );

    const named = await ManageSieveSession.open(sieve);
    await named.startTls();
    expect(await named.command('AUTHENTICATE "LOGIN"')).toBe('"VXNlcm5hbWU6"');
    expect(await named.command(`"${Buffer.from(ben.user).toString("base64")}"`)).toBe('"UGFzc3dvcmQ6"');
    expect(await named.command(`"${Buffer.from(ben.password).toString("base64")}"`)).toMatch(/^OK/);
    expect(await named.put(`require "vacation"; vacation :from "${ben.user}" "x";`)).toMatch(/^OK/);
    named.close();
  });

  it("can't be broken into by what a client sends", async () => {
    const { sieve } = mail.servers.ports;
    const eager = await ManageSieveSession.open(sieve);
    eager.write('STARTTLS\r\nAUTHENTICATE "PLAIN" "AGEAYg=="\r\n');
    expect(await eager.reply()).toMatch(/^BYE "Nothing may follow STARTTLS"/);
    expect(await eager.reply()).toBe("000 closed");

    const session = await signIn(ben);
    // Commands one after the other, in one write, with a script that looks like commands.
    session.write(`PUTSCRIPT "a" ${literal('/*\r\nSETACTIVE "a"\r\n*/')}\r\nLISTSCRIPTS\r\nNOOP "1"\r\n`);
    expect([await session.reply(), await session.reply(), await session.reply()]).toEqual([
      expect.stringMatching(/^OK/),
      expect.stringMatching(/^"a"\r\n.*OK/s),
      expect.stringMatching(/^OK \(TAG "1"\)/),
    ]);
    expect(await session.put("#".repeat(262_145))).toMatch(/^NO \(QUOTA\/MAXSIZE\)/);
    expect(await session.put("x;".repeat(131_072))).toMatch(/^NO /);
    expect(await session.command('PUTSCRIPT "a\\"b" "keep;"')).toMatch(/^OK/);
    expect(await session.command("XCLIENT ADDR=192.0.2.1")).toMatch(/^(NO|BYE)/);
    session.close();

    for (const bytes of [
      'PUTSCRIPT "a" {99999999999+}',
      `${"x".repeat(10_000)}`,
      "PUTSCRIPT (a)",
      "\0\0",
      'NOOP "a',
    ] as const) {
      const broken = await signIn(ben);
      expect(await broken.command(bytes), bytes.slice(0, 20)).toMatch(/^BYE/);
      broken.close();
    }
    expect(await tlsVersion(sieve, "TLSv1.1")).toBe("refused");
    expect(await tlsVersion(sieve, "TLSv1.2")).toBe("TLSv1.2");
  });

  it("see the part of an address after the plus sign, also where an account has one in its name", async () => {
    const rule = (part: string) => `require ["envelope", "subaddress", "fileinto", "mailbox"];
if ${part} :detail "to" "shop" { fileinto :create "Shop"; }
elsif ${part} :all "to" "${ben.user}" { fileinto :create "All"; }
elsif ${part} :detail "to" "1+shop" { fileinto :create "Shop"; }`;
    const send = async (to: string) => {
      const mark = newMark();
      const text = messageOf("x@outside.example", mark).replace("someone@example.com", to);
      expect(await fromOutside(to, text)).toMatch(/^250/);
      return mark;
    };
    for (const part of ["envelope", "address"]) {
      expect(await use(anna, rule(part))).toMatch(/^OK/);
      expect(await use(ben, rule(part))).toMatch(/^OK/);
      await arrived(anna, await send(anna.user.replace("@", "+shop@")), "Shop");
      await arrived(anna, await send(anna.user.replace("@", "+other@")));
      await arrived(anna, await send(anna.user));
      await arrived(ben, await send(ben.user), "All");
    }
  });

  it("take no more than their share of the CPU: the message is kept, and others' mail arrives meanwhile", async () => {
    const slow = await mail.customers.createMailbox(foreign, "slow");
    const line = `${"a".repeat(76)}\r\n`;
    const tests = Array.from(
      { length: 200 },
      (_, index) => `if body :raw :matches "*${"a".repeat(70)}${index}*" { discard; stop; }`,
    );
    expect(await use(slow, `require "body";\r\n${tests.join("\r\n")}\r\ndiscard;`)).toMatch(/^OK/);
    // The spam filter doesn't read the attachment.
    const large = (mark: string) =>
      `${messageOf("x@outside.example", mark, `Message-ID: <${mark}@outside.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n`)}--b\r\nContent-Type: application/pdf\r\n\r\n${line.repeat(10_000)}--b--\r\n`;
    const marks = [newMark(), newMark(), newMark()];
    for (const mark of marks) {
      expect(await fromOutside(slow.user, large(mark))).toMatch(/^250/);
    }
    const other = newMark();
    expect(await fromOutside(anna.user, messageOf("x@outside.example", other))).toMatch(/^250/);
    await arrived(anna, other);
    for (const mark of marks) {
      await until(`${mark} is kept`, () => mail.servers.stored(slow).some((text) => text.includes(mark)));
    }
    expect(mail.servers.log("dovecot")).toMatch(/excessive resource usage/);
  });

  it("forward to a confirmed address, with a copy that stays only if it is asked for", async () => {
    const login = await mail.customers.createMailbox(own, "away");
    expect(await use(login, 'redirect "friend@external.example";')).toMatch(/^OK/);
    const mark = newMark();
    expect(await fromOutside(login.user, messageOf("x@outside.example", mark))).toMatch(/^250/);
    expect(await mail.left(mark)).toContain("Delivered-To: friend@external.example");
    expect(mail.servers.stored(login)).toEqual([]);
  });

  it("that were stored before are changed once: refused lines are kept mail, the others go on, and people are told", async () => {
    const login = await mail.customers.createMailbox(foreign, "early");
    const first = newMark();
    expect(await fromOutside(login.user, messageOf("x@outside.example", first))).toMatch(/^250/);
    await arrived(login, first);
    const script = `require ["enotify", "regex", "fileinto", "mailbox", "include"];
if header :contains "subject" "invoice" { fileinto :create "Invoices"; stop; }
if not header :regex "subject" "x.*y" { discard; }
redirect "${anna.user}";
notify "mailto:x@external.example";
include :optional "more";
`;
    putIntoFolder(login, "régles", script);
    putIntoFolder(login, "more", 'require "reject";\nif header :is "subject" "bad" { reject "no"; }\n', {
      isActive: false,
    });
    putIntoFolder(login, "unused", 'require "reject"; reject "no";', { isActive: false });
    const fine = await mail.customers.createMailbox(foreign, "fine");
    const later = newMark();
    expect(await fromOutside(fine.user, messageOf("x@outside.example", later))).toMatch(/^250/);
    await arrived(fine, later);
    putIntoFolder(fine, "rule", "keep;\n");
    // The agent looks at its start.
    process.kill(await mail.servers.agentPid(), "SIGKILL");
    for (const each of [login, fine]) {
      await until("the mailbox is checked", () => existsSync(path.join(homeOf(each), "sieve-checked")));
    }
    expect(storedScript(login, "régles (original)")).toBe(script);
    expect(storedScript(login, "unused")).toContain("reject");
    expect(storedScript(fine, "rule")).toBe("keep;\n");
    expect(readdirSync(path.join(homeOf(fine), "sieve"))).toEqual(["rule.sieve"]);
    expect(statSync(path.join(homeOf(login), "sieve/régles.sieve")).uid).toBe(
      statSync(path.join(homeOf(login), "sieve")).uid,
    );
    expect(storedScript(login, "régles")).toMatch(/keep;.*\n.*keep;/);

    const [filed, kept, bad] = [newMark(), newMark(), newMark()];
    for (const subject of [`invoice ${filed}`, kept, `bad ${bad}`]) {
      expect(await fromOutside(login.user, messageOf("x@outside.example", subject))).toMatch(/^250/);
    }
    await arrived(login, filed, "Invoices");
    await arrived(login, kept);
    await arrived(login, bad);

    const found = await mail.api.sql<{ script_name: string; findings: { line: number; code: string }[] }[]>`
      select script_name, findings from mail_sieve_findings order by script_name`;
    expect(
      found.map(({ script_name, findings }) => [
        script_name,
        ...findings.map(({ line, code }) => `${line} ${code}`),
      ]),
    ).toEqual([
      ["more", "1 extension", "2 action"],
      ["régles", "1 extension", "1 extension", "3 test", "4 redirect_not_allowed", "5 action"],
    ]);
    await mail.customers.runSweep("changed scripts of mailboxes");
    await mail.customers.runSweep("changed scripts of mailboxes");
    const emails = await mail.api.sql<{ to_address: string }[]>`
      select to_address from outgoing_emails where kind = 'mail_sieve_changed' order by to_address`;
    expect(emails.map(({ to_address }) => to_address).sort()).toEqual(
      [login.user, login.user, foreign.workspace.owner.email, foreign.workspace.owner.email].sort(),
    );
    const session = await signIn(login);
    expect(await session.command('SETACTIVE "régles"')).toMatch(/^OK/);
    expect(await session.command('SETACTIVE "régles (original)"')).toMatch(/^NO \{/);
    session.close();
  });
});

/** What a client gets that can't do more than this version. */
async function tlsVersion(port: number, version: "TLSv1.1" | "TLSv1.2"): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write("STARTTLS\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
  socket.removeAllListeners("data");
  const secured: TLSSocket = connectTls({
    socket,
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  return new Promise((resolve) => {
    secured.once("secureConnect", () => resolve(secured.getProtocol() ?? ""));
    secured.once("error", () => resolve("refused"));
  });
}
