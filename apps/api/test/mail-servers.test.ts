import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { domains } from "@zonepost/db";
import type { MailDkimKey } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowId } from "../src/kernel/ids.ts";
import { type Domain, type Mailbox, messageOf } from "./support/mail/customers.ts";
import {
  append,
  imap,
  listGroups,
  mayRunAsPlainUser,
  moveAll,
  mutt,
  putSieveScript,
  readFolder,
  SmtpSession,
  startAsPlainUser,
  swaks,
  verifiesDkim,
  verifyDkim,
} from "./support/mail/mail-host.ts";
import { openSubmission } from "./support/mail/sessions.ts";
import { type MailSetup, newMark, skipsMailServers, startMail } from "./support/mail/setup.ts";
import { hasRedis, startRedis } from "./support/redis.ts";
import { until } from "./support/until.ts";

// Postfix, Dovecot and Rspamd as `npm run sandbox:mail` starts them, next to a real API.

let mail: MailSetup;
let api: MailSetup["api"];
let customers: MailSetup["customers"];
let servers: MailSetup["servers"];
let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
let own: Domain;
let foreign: Domain;
let anna: Mailbox;
let ben: Mailbox;
let tina: Mailbox;
/** To messages from the first accounts, until one was accepted. */
const firstReplies: string[] = [];
const suspendedDays = 15;

const change: MailSetup["change"] = (...args) => mail.change(...args);
const alias: MailSetup["alias"] = (...args) => mail.alias(...args);
const arrived: MailSetup["arrived"] = (...args) => mail.arrived(...args);
const left: MailSetup["left"] = (...args) => mail.left(...args);
const fromOutside: MailSetup["fromOutside"] = (...args) => mail.fromOutside(...args);
const submit: MailSetup["submit"] = (...args) => mail.submit(...args);

beforeAll(async () => {
  if (skipsMailServers) {
    return;
  }
  redis = hasRedis ? await startRedis() : undefined;
  mail = await startMail({
    redisUrl: redis?.url,
    dnsRecords: { "verified.example": { TXT: ["v=spf1 ip4:127.0.0.40 -all"] } },
  });
  ({ api, customers, servers } = mail);
  [own, foreign] = await Promise.all([customers.activate(), customers.activate()]);
  [anna, ben, tina] = await Promise.all([
    customers.createMailbox(own, "anna"),
    customers.createMailbox(own, "o'ben+1"),
    customers.createMailbox(foreign, "tina"),
  ]);
  for (const login of [anna, tina]) {
    firstReplies.push(...(await mail.untilSigned(login)));
  }
});
afterAll(async () => {
  await mail?.[Symbol.asyncDispose]();
  await redis?.stop();
});

it.skipIf(!mayRunAsPlainUser)("the mail servers need root, which a plain user is told in one line", () => {
  expect(startAsPlainUser()).toEqual({
    status: 1,
    output: "The mail servers need root: sudo npm run sandbox:mail.\n",
  });
});

describe.skipIf(skipsMailServers)(
  "the mail servers (skipped without them, swaks, mutt and python3-dkim)",
  () => {
    it("defer a new domain's mail until its key is loaded, so that none leaves without a signature", () => {
      expect(firstReplies.length).toBeGreaterThan(0);
      expect(firstReplies.filter((reply) => !/^(250|451)/.test(reply))).toEqual([]);
    });

    it("carry signed mail from a new account to itself, to another domain and to another host, and a reply back", async () => {
      const marked = { itself: newMark(), hosted: newMark(), external: newMark() };
      expect(await submit(anna, anna.user, anna.user, messageOf(anna.user, marked.itself))).toMatch(/^250/);
      expect(await submit(anna, anna.user, tina.user, messageOf(anna.user, marked.hosted))).toMatch(/^250/);
      expect(
        await submit(anna, anna.user, "you@external.example", messageOf(anna.user, marked.external)),
      ).toMatch(/^250/);
      const { dkim } = await customers.rest(own.workspace, "GET", `/me/mail/${own.name}`);
      const delivered = [
        await arrived(anna, marked.itself),
        await arrived(tina, marked.hosted),
        await left(marked.external),
      ];
      for (const text of delivered) {
        expect(text).toContain(`Return-Path: <${anna.user}>`);
        expect(await verifiesDkim(text, dkim)).toBe(true);
        expect(await verifiesDkim(text.replace("This is", "That is"), dkim)).toBe(false);
      }
      const outbox = (await api.call({ path: "/sandbox/outbox" })).json as {
        to: string;
        subject: string;
        text: string;
      }[];
      expect(outbox.find(({ subject }) => subject === marked.external)).toMatchObject({
        to: "you@external.example",
        text: expect.stringContaining("This is"),
      });

      const reply = newMark();
      await mutt(servers.dataDir, servers.ports, tina, anna.user, `${reply}\n`);
      expect(await arrived(anna, reply)).toContain(`Return-Path: <${tina.user}>`);
      expect(await swaks(servers.ports.submission, tina, tina.user, anna.user)).toMatch(
        /<~ {2}250 2\.0\.0 Ok: .*queued/,
      );
    });

    it("sign each of twenty messages so that it verifies, while the key is rotated", async () => {
      const where = `/me/mail/${own.name}/dkim`;
      const nameservers = ["ns1.example.net", "ns2.example.net"];
      await api.db.update(domains).set({ nameservers }).where(eq(domains.name, own.name));
      const { session } = await SmtpSession.signIn(servers.ports.submission, anna);
      const mark = newMark();
      let count = 0;
      const send = async () => {
        count += 1;
        const text = messageOf(anna.user, `${mark}-${count}-`);
        expect(await session.send(anna.user, "you@external.example", text)).toMatch(/^250/);
      };
      for (let before = 0; before < 5; before += 1) {
        await send();
      }
      const selectorOf = (text: string) => /\bs=(\w+);/.exec(text)?.[1];
      const selectorOfLast = async () => selectorOf(await left(`Subject: ${mark}-${count}-`));
      const formerSelector = await selectorOfLast();
      let isRotated = false;
      const rotated = customers.rotateKey(own).finally(() => {
        isRotated = true;
      });
      while (count < 15 || !isRotated) {
        await send();
        // So slowly that a long rotation doesn't use up what the account may send in an hour.
        await delay(count < 15 ? 0 : 500);
      }
      await rotated;
      // Rspamd looks at its maps each second.
      await until("the new key signs", async () => {
        await send();
        return (await selectorOfLast()) !== formerSelector;
      });
      session.close();

      const keys: MailDkimKey[] = await customers.rest(own.workspace, "GET", where);
      expect(keys.map(({ stage }) => stage)).toEqual(["active", "retiring"]);
      const texts = await Promise.all(
        Array.from({ length: count }, (_, index) => left(`Subject: ${mark}-${index + 1}-`)),
      );
      expect(await verifyDkim(texts, keys)).toEqual(texts.map(() => true));
      const selectors = new Set(texts.map(selectorOf));
      expect(selectors).toEqual(new Set(keys.map(({ selector }) => selector)));
    });

    it("accept an app password until it is revoked, and a mailbox of every valid name", async () => {
      const { name, workspace } = own;
      const where = `/me/mail/${name}/accounts/${ben.id}/app-passwords`;
      const created = await customers.rest(workspace, "POST", where, { label: "Phone" });
      const phone = { user: ben.user.toUpperCase(), password: created.passwordOnce ?? created.password };
      const mark = newMark();
      const lastUse = async () => {
        const [only]: { lastUsedAt: string | null }[] = await customers.rest(workspace, "GET", where);
        return only?.lastUsedAt;
      };
      expect((await imap(servers.ports.imaps, { ...phone, password: "wrong" }, "", "127.0.0.25")).code).toBe(
        67,
      );
      expect((await imap(servers.ports.imaps, ben, "")).code).toBe(0);
      expect(await lastUse()).toBe(null);
      for (const signIn of [
        () => submit(phone, ben.user, ben.user, messageOf(ben.user, mark)),
        () => arrived(phone, mark),
        () => putSieveScript(servers.ports.sieve, phone, "keep;\r\n"),
      ]) {
        await api.sql`update mail_app_passwords set last_used_at = null`;
        expect(await signIn()).toMatch(/^250|^OK|mark/s);
        expect(await lastUse()).toEqual(expect.any(String));
      }
      await customers.rest(workspace, "DELETE", `${where}/${created.id}`);
      expect((await imap(servers.ports.imaps, phone, "INBOX?ALL", "127.0.0.21")).code).toBe(67);
      expect((await imap(servers.ports.imaps, ben, "INBOX?ALL")).code).toBe(0);
    });

    it("deliver to aliases, sub-addresses and the catch-all, each with the sender that it had", async () => {
      const name = own.name;
      await alias(own, `info@${name}`, anna.user);
      await alias(own, `*@${name}`, ben.user);
      const [toAlias, toExtension, toCatchAll] = [newMark(), newMark(), newMark()];
      for (const [to, mark] of [
        [`info+shop@${name}`, toAlias],
        [`Anna+News@${name}`, toExtension],
        [`unknown@${name}`, toCatchAll],
      ] as const) {
        expect(await fromOutside(to, messageOf("x@outside.example", mark))).toMatch(/^250/);
      }
      for (const [login, mark] of [
        [anna, toAlias],
        [anna, toExtension],
        [ben, toCatchAll],
      ] as const) {
        expect(await arrived(login, mark)).toContain("Return-Path: <x@outside.example>");
      }
      const asAlias = newMark();
      expect(await submit(anna, `info@${name}`, tina.user, messageOf(`info+x@${name}`, asAlias))).toMatch(
        /^250/,
      );
      await arrived(tina, asAlias);
      expect(await submit(ben, `unknown@${name}`, tina.user)).toMatch(/^553 5\.7\.1/);
    });

    it("forward to another host once it has confirmed, with a sender that bounces come back to", async () => {
      const address = `friend@${own.name}`;
      await alias(own, address, "friend@external.example");
      expect(await fromOutside(address)).toMatch(/^450 4\.2\.1/);
      await api.sql`update mail_forward_targets set confirmed_at = now() where address = 'friend@external.example'`;
      const mark = newMark();
      const text = messageOf("x@verified.example", mark);
      expect(await fromOutside(address, text, "x@verified.example", { client: "127.0.0.40" })).toMatch(
        /^250/,
      );
      const forwarded = await left(mark);
      expect(forwarded).toContain("From: <x@verified.example>");
      const sender = /^Return-Path: <(SRS0=[^>]+)>/m.exec(forwarded)?.[1] ?? "";
      const bounce = newMark();
      expect(await fromOutside(sender, messageOf("postmaster@external.example", bounce), "")).toMatch(/^250/);
      expect(await left(bounce)).toContain("Delivered-To: x@verified.example");
      expect(await fromOutside(sender.replace(/=[^=]{10}=/, "=abcdefghij="), undefined, "")).toMatch(
        /^550 5\.1\.1/,
      );
      expect(await fromOutside(sender)).toMatch(/^550 5\.1\.1/);
      // Of an account's message, too.
      const ours = newMark();
      expect(await submit(tina, tina.user, address, messageOf(tina.user, ours))).toMatch(/^250/);
      const copy = await left(ours);
      expect(copy).toMatch(new RegExp(`^Return-Path: <SRS0=.*=tina@${own.name}>`));
    });

    it("put spam into Junk, and refuse certain spam", async () => {
      const pattern = (first: string) =>
        `${first}JS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X`;
      const mark = newMark();
      const spam = (first: string) => `${messageOf("x@outside.example", mark)}${pattern(first)}\r\n`;
      expect(await fromOutside(anna.user, spam("X"))).toMatch(/^554 5\.7\.1/);
      expect(await fromOutside(anna.user, spam("Y"))).toMatch(/^250/);
      await arrived(anna, mark, "Junk");
    });

    it.skipIf(!hasRedis)(
      "learn from the mail that people move into and out of Junk (skipped without redis-server)",
      async () => {
        const login = await customers.createMailbox(foreign, "reader");
        const move = (from: string, to: string) => moveAll(servers.ports.imaps, login, from, to);
        const text = (body: string) => (mark: string) =>
          `${messageOf("x@outside.example", mark, `Message-ID: <${mark}@outside.example>\r\n`)}${body}\r\n`;
        const letter = text(
          "We planted the cherry trees behind the barn, and your cousin sends her love to you.",
        );
        const offer = text(
          "Cheap watches from Geneva: order before midnight today, and save ninety percent now.",
        );
        const arrivesIn = async (folder: string) => {
          const mark = newMark();
          expect(await fromOutside(login.user, offer(mark))).toMatch(/^250/);
          await arrived(login, mark, folder);
        };
        const learned = async () => {
          const [ham, spam] = [
            await redis?.ask("hget", "RS", "learns_ham"),
            await redis?.ask("hget", "RS", "learns_spam"),
          ];
          return { ham: Number(ham), spam: Number(spam) };
        };
        for (const mark of [newMark(), newMark()]) {
          await append(servers.ports.imaps, login, "Junk", letter(mark));
        }
        expect(await learned()).toEqual({ ham: 0, spam: 0 });
        await move("Junk", "INBOX");
        await move("INBOX", "Drafts");
        await arrivesIn("INBOX");
        await arrivesIn("INBOX");
        await move("INBOX", "Junk");
        await expect.poll(learned).toEqual({ ham: 2, spam: 2 });
        await arrivesIn("Junk");
        await move("Junk", "Trash");
        expect(await learned()).toEqual({ ham: 2, spam: 2 });
        await arrivesIn("Junk");
        await move("Trash", "Junk");
        await move("Junk", "INBOX");
        await arrivesIn("INBOX");

        // Mail needs no Redis.
        await redis?.stop();
        await arrivesIn("INBOX");
        await move("INBOX", "Junk");
        expect(await readFolder(servers.ports.imaps, login, "Junk")).not.toEqual([]);
      },
    );

    it("file mail by a person's own rule, which is stored over ManageSieve", async () => {
      const rule = `require ["fileinto", "mailbox"];\r\nif header :contains "subject" "invoice" { fileinto :create "Invoices"; }\r\n`;
      expect(await putSieveScript(servers.ports.sieve, ben, rule)).toMatch(/^OK/);
      const [filed, kept] = [newMark(), newMark()];
      expect(await fromOutside(ben.user, messageOf("x@outside.example", `invoice ${filed}`))).toMatch(/^250/);
      expect(await fromOutside(ben.user, messageOf("x@outside.example", kept))).toMatch(/^250/);
      await arrived(ben, filed, "Invoices");
      await arrived(ben, kept);
      expect(servers.stored(ben).some((text) => text.includes(filed))).toBe(false);
    });

    it("accept a domain's sender from the networks of its exceptions only", async () => {
      const put = (networks: string[]) =>
        customers.rest(own.workspace, "PUT", `/me/mail/${own.name}/sender-exceptions`, {
          exceptions: networks.map((network) => ({ network, note: "" })),
        });
      const asOwn = (mark: string) =>
        fromOutside(anna.user, messageOf(`list@${own.name}`, mark), `list@${own.name}`);
      await put(["192.0.2.0/24"]);
      await expect.poll(() => asOwn(newMark())).toMatch(/^554 5\.7\.1 .*Sign in to send/);
      await put(["192.0.2.0/24", "127.0.0.0/24"]);
      const mark = newMark();
      await expect.poll(() => asOwn(mark)).toMatch(/^250/);
      await arrived(anna, mark);
      await put([]);
      await expect.poll(() => asOwn(newMark())).toMatch(/^554 5\.7\.1/);
    });

    it("are no relay, in any notation", async () => {
      const [user, host] = anna.user.split("@");
      for (const recipient of [
        "you@external.example",
        `you%external.example@${host}`,
        `external.example!you@${host}`,
        `"you@external.example"@${host}x`,
        `@${host}:you@external.example`,
        `"you@external.example"`,
        "you@[192.0.2.1]",
        `${user}@external.example@${host}.`,
      ]) {
        const session = await SmtpSession.open(servers.ports.smtp);
        expect(await session.command("MAIL FROM:<x@outside.example>")).toMatch(/^250/);
        const reply = await session.command(`RCPT TO:<${recipient}>`);
        // With a catch-all, an address of ours is accepted; nothing may leave for another host.
        expect(reply.startsWith("250") ? await relayed(session) : "refused", `${recipient}: ${reply}`).toBe(
          "refused",
        );
        session.close();
      }
    });

    /** Finishes a message whose recipient was accepted. */
    async function relayed(session: SmtpSession): Promise<string> {
      const mark = newMark();
      await session.command("DATA");
      await session.command(`${messageOf("x@outside.example", mark)}.`);
      await arrived(ben, mark);
      return "refused";
    }

    it("refuse outsiders with addresses of ours, unknown recipients, and commands that they shouldn't answer", async () => {
      expect(await fromOutside(anna.user, undefined, ben.user)).toMatch(/^554 5\.7\.1/);
      expect(await fromOutside(`unknown@${foreign.name}`)).toMatch(/^550 5\.1\.1/);
      const session = await SmtpSession.open(servers.ports.smtp);
      expect(await session.command(`VRFY ${anna.user}`)).toMatch(/^502/);
      expect(await session.command("AUTH PLAIN AGEAYg==")).toMatch(/^503/);
      expect(await session.command("MAIL FROM:<x@outside.example> SIZE=99999999")).toMatch(/^552/);
      session.close();
      // Dovecot takes a connection from the address that it came to as secure.
      const plain = await SmtpSession.open(servers.ports.submission, { from: "127.0.0.26" });
      expect(await plain.command("AUTH PLAIN AGEAYg==")).toMatch(/^530/);
      plain.close();
      const unsigned = await SmtpSession.open(servers.ports.submission);
      await unsigned.startTls();
      expect(await unsigned.send(anna.user, ben.user)).toMatch(/^(530|554)/);
      unsigned.close();
    });

    it("store mail to the host's own postmaster, and Postfix's, where its operator gave no address", async () => {
      const host = "mail.zonepost.test";
      const [reported, internal] = [newMark(), newMark()];
      expect(await fromOutside(`abuse@${host}`, messageOf("x@outside.example", reported))).toMatch(/^250/);
      expect(await fromOutside(`someone@${host}`)).toMatch(/^550 5\.1\.1/);
      servers.sendmail("postmaster", `Subject: ${internal}\n\nA fault.\n`);
      for (const mark of [reported, internal]) {
        await expect.poll(() => servers.operatorMail().some((text) => text.includes(mark))).toBe(true);
      }
    });

    it("end a connection that smuggles a second message", async () => {
      const session = await SmtpSession.open(servers.ports.smtp);
      for (const line of ["MAIL FROM:<x@outside.example>", `RCPT TO:<${anna.user}>`, "DATA"]) {
        await session.command(line);
      }
      const mark = newMark();
      const inner = `MAIL FROM:<${ben.user}>\r\nRCPT TO:<${anna.user}>\r\nDATA\r\n${messageOf(ben.user, mark)}.`;
      expect(await session.command(`${messageOf("x@outside.example", newMark())}\n.\r\n${inner}`)).toMatch(
        /^550/,
      );
      session.close();
      await delay(300);
      expect((await readFolder(servers.ports.imaps, anna)).some((text) => text.includes(mark))).toBe(false);
    });

    it("refuse a signed-in user's senders that belong to others, in the envelope and in the header", async () => {
      expect(await submit(anna, ben.user, tina.user)).toMatch(/^553 5\.7\.1/);
      for (const [from, headers] of [
        [anna.user, messageOf(tina.user, "spoof")],
        [anna.user, messageOf(ben.user, "spoof")],
        ["", messageOf(ben.user, "spoof")],
        [anna.user, `From: <${ben.user}>\r\n${messageOf(anna.user, "two")}`],
        [anna.user, messageOf(anna.user, "sender", `Sender: <${ben.user}>\r\n`)],
      ] as const) {
        expect(await submit(anna, from, tina.user, headers)).toMatch(/^554 5\.7\.1/);
      }
    });

    it("refuse at once what an account or domain may no longer do, and allow it again at once", async () => {
      const login = await customers.createMailbox(foreign, "carl");
      const imapCode = async () => (await imap(servers.ports.imaps, login, "INBOX?ALL", "127.0.0.22")).code;
      const signIn = async () => {
        const { session, reply } = await SmtpSession.signIn(servers.ports.submission, login, {
          from: "127.0.0.23",
        });
        session.close();
        return reply.slice(0, 3);
      };
      expect([await imapCode(), await signIn(), await fromOutside(login.user)]).toEqual([
        0,
        "235",
        expect.stringMatching(/^250/),
      ]);
      await change(foreign, login, { maySend: false, mayReceive: false });
      expect([await imapCode(), await signIn(), await fromOutside(login.user)]).toEqual([
        0,
        "535",
        expect.stringMatching(/^550 5\.2\.1/),
      ]);
      await change(foreign, login, { maySend: true, mayReceive: true, active: false });
      expect([await imapCode(), await fromOutside(login.user)]).toEqual([
        67,
        expect.stringMatching(/^550 5\.2\.1/),
      ]);
      await change(foreign, login, { active: true });
      expect([await imapCode(), await fromOutside(login.user)]).toEqual([0, expect.stringMatching(/^250/)]);

      const suspend = (days: number | null) => api.sql`
      update mail_domains set suspended_at = now() - ${days} * interval '1 day' where domain_name = ${foreign.name}`;
      await suspend(0);
      expect([await imapCode(), await fromOutside(login.user)]).toEqual([
        67,
        expect.stringMatching(/^450 4\.2\.1/),
      ]);
      await suspend(suspendedDays);
      expect(await fromOutside(login.user)).toMatch(/^550 5\.2\.1/);
      await suspend(null);
      expect([await imapCode(), await fromOutside(login.user)]).toEqual([0, expect.stringMatching(/^250/)]);
    });

    it("report the use of a mailbox, and refuse mail that doesn't fit its quota", async () => {
      const login = await customers.createMailbox(own, "full");
      await change(own, login, { quotaMegabytes: 1 });
      const kilobytes = 600;
      const large = (mark: string) =>
        `${messageOf("x@outside.example", mark)}${`${"x".repeat(1022)}\r\n`.repeat(kilobytes)}`;
      const first = newMark();
      expect(await fromOutside(login.user, large(first))).toMatch(/^250/);
      await arrived(login, first);
      await expect
        .poll(
          async () =>
            (await customers.rest(own.workspace, "GET", `/me/mail/${own.name}/accounts/${login.id}`))
              .usedBytes ?? 0,
        )
        .toBeGreaterThan(kilobytes * 1000);
      // The message's size is known at its end.
      await alias(own, `fullest@${own.name}`, login.user);
      for (const to of [login.user, `fullest@${own.name}`]) {
        expect(await fromOutside(to, large(newMark()))).toMatch(/^552 5\.2\.2/);
      }
      for (const [port, session] of [
        [servers.ports.smtp, await SmtpSession.open(servers.ports.smtp)],
        [servers.ports.submission, (await SmtpSession.signIn(servers.ports.submission, anna)).session],
      ] as const) {
        const from = port === servers.ports.smtp ? "x@outside.example" : anna.user;
        await session.command(`MAIL FROM:<${from}> SIZE=700000`);
        expect(await session.command(`RCPT TO:<${login.user}>`)).toMatch(/^552 5\.2\.2/);
        session.close();
      }
    });

    it("accept no mail that would bounce from a full mailbox, and deliver what was accepted once it fits", async () => {
      const login = await customers.createMailbox(foreign, "nearly-full");
      await change(foreign, login, { quotaMegabytes: 1 });
      const large = (mark: string) =>
        `${messageOf("x@outside.example", mark)}${`${"x".repeat(1022)}\r\n`.repeat(600)}`;
      const [first, second] = [newMark(), newMark()];
      // No use is reported while the agent stands still.
      const agent = await servers.agentPid();
      process.kill(agent, "SIGSTOP");
      const replies = [
        await fromOutside(login.user, large(first)),
        await fromOutside(login.user, large(newMark())),
      ];
      process.kill(agent, "SIGCONT");
      expect(replies).toEqual([expect.stringMatching(/^250/), expect.stringMatching(/^452 4\.2\.2/)]);
      await expect.poll(() => fromOutside(login.user, large(newMark()))).toMatch(/^552 5\.2\.2/);

      const session = await SmtpSession.open(servers.ports.smtp);
      await session.command("MAIL FROM:<x@outside.example>");
      for (const line of [`RCPT TO:<${login.user}>`, `RCPT TO:<${anna.user}>`, "DATA"]) {
        expect(await session.command(line)).toMatch(/^[23]/);
      }
      expect(await session.command(`${large(second)}.`)).toMatch(/^250/);
      session.close();
      await arrived(anna, second);
      await expect.poll(() => servers.log("postfix")).toMatch(/nearly-full.*status=deferred .*452 4\.2\.2/);
      await change(foreign, login, { quotaMegabytes: 2 });
      await arrived(login, second);
      expect(servers.outgoing().filter((text) => text.includes(second))).toEqual([]);
    });

    it("defer an account's recipients above its plan's hourly limit", async () => {
      const login = await customers.createMailbox(own, "busy");
      expect(await submit(login, login.user, tina.user)).toMatch(/^250/);
      await api.sql`
      update mail_sending_minutes set recipients = 200
      where scope_id = (select id from mail_accounts where full_address = ${login.user})`;
      expect(await submit(login, login.user, tina.user)).toMatch(/^450 4\.7\.1/);
    });

    it("show none of a former holder's mail to the next holder of a domain, and refuse the former password", async () => {
      const former = await customers.createMailbox(foreign, "box");
      const mark = newMark();
      expect(await fromOutside(former.user, messageOf("x@outside.example", mark))).toMatch(/^250/);
      await arrived(former, mark);
      await api.sql`update mail_domains set left_at = now() where domain_name = ${foreign.name}`;
      expect(await fromOutside(former.user)).toMatch(/^554 5\.7\.1/);
      const workspace = await api.createWorkspace();
      await api.sql`update domains set workspace_id = ${workspace.id} where name = ${foreign.name}`;
      await customers.rest(workspace, "POST", "/me/mail/activate", {
        domainName: foreign.name,
        planSlug: "starter",
      });
      const next = await customers.createMailbox({ name: foreign.name, workspace }, "box");
      expect(next.user).toBe(former.user);
      const later = newMark();
      expect(await fromOutside(next.user, messageOf("x@outside.example", later))).toMatch(/^250/);
      await arrived(next, later);
      expect(await readFolder(servers.ports.imaps, next)).toHaveLength(1);
      expect((await imap(servers.ports.imaps, former, "INBOX?ALL", "127.0.0.24")).code).toBe(67);
    });

    it("defer a sign-in whose lookup fails, so that no mail program asks for the password", async () => {
      const wrong = { ...anna, password: "wrong" };
      const { session, reply } = await SmtpSession.signIn(servers.ports.submission, wrong);
      expect(reply).toMatch(/^535 /);
      await api.sql`alter function mail_host.find_login rename to absent`;
      const deferred = await session.authenticate(anna);
      await api.sql`alter function mail_host.absent rename to find_login`;
      expect(deferred).toMatch(/^454 /);
      session.close();
      await expect.poll(() => submit(anna, anna.user, anna.user)).toMatch(/^250 /);
    });

    it("defer mail and sign-ins in a quarantine, also for addresses without a mailbox, and end sessions", async () => {
      const open = await openSubmission(servers.ports, anna);
      expect(open.reply).toMatch(/^235 /);
      const { session } = await SmtpSession.signIn(servers.ports.submission, { ...anna, password: "wrong" });
      await api.sql`insert into installation (key, value) values ('quarantine', '{}')`;
      try {
        for (const address of [anna.user, `stranger@${own.name}`, "stranger@unknown.example"]) {
          expect([address, await fromOutside(address)]).toEqual([
            address,
            expect.stringMatching(/^451 4\.3\./),
          ]);
        }
        expect(await session.authenticate(anna)).toMatch(/^454 /);
        await expect.poll(open.hasEnded).toBe(true);
      } finally {
        session.close();
        await api.sql`delete from installation where key = 'quarantine'`;
      }
      // As an operator does who doesn't wait for the minute in which Postfix avoids the database.
      const pidFile = path.join(servers.dataDir, "mail/state/postfix/queue/pid/master.pid");
      const master = readFileSync(pidFile, "utf8").trim();
      execFileSync("pkill", ["-x", "proxymap", "-P", master]);
      await expect.poll(() => fromOutside(anna.user)).toMatch(/^250/);
      await expect.poll(() => submit(anna, anna.user, anna.user)).toMatch(/^250 /);
    });

    it("answer again after PostgreSQL has ended their connections, as at its restart", async () => {
      const role = `${new URL(api.databaseUrl).pathname.slice(1)}_mail`;
      // To be allowed to end its connections.
      await api.sql`grant ${api.sql(role)} to current_user with inherit true`;
      const ended =
        await api.sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
      expect(ended.length).toBeGreaterThan(1);
      await expect.poll(() => fromOutside(anna.user), { message: "mail from another host" }).toMatch(/^250/);
      await expect
        .poll(() => submit(anna, anna.user, anna.user), { message: "mail from an account" })
        .toMatch(/^250/);
    });

    it("keep mail while Dovecot is down, and deliver it when it is back", async () => {
      const [run = ""] = JSON.parse(
        readFileSync(path.join(servers.dataDir, "mail/folders.json"), "utf8"),
      ) as string[];
      const pidFile = path.join(run, "dovecot/master.pid");
      const pid = Number(readFileSync(pidFile, "utf8"));
      process.kill(pid, "SIGKILL");
      const mark = newMark();
      expect(await fromOutside(anna.user, messageOf("x@outside.example", mark))).toMatch(/^250/);
      await arrived(anna, mark);
      expect(Number(readFileSync(pidFile, "utf8"))).not.toBe(pid);
    });

    it("erase the messages of an erased account", async () => {
      const account = await customers.createMailbox(own, "erased");
      const mark = newMark();
      for (const { user } of [ben, account]) {
        expect(await fromOutside(user, messageOf("x@outside.example", mark))).toMatch(/^250/);
      }
      await arrived(ben, mark);
      await expect.poll(() => servers.stored(account)).toHaveLength(1);
      const id = rowId("mac", account.id) ?? "";
      await api.sql`delete from mail_accounts where id = ${id}`;
      await api.sql`insert into mail_erased_accounts values (${id}, now())`;
      // The agent looks at its start and every ten minutes, and it is started again.
      process.kill(await servers.agentPid(), "SIGKILL");
      await expect.poll(() => existsSync(path.join(servers.dataDir, "mail/mailboxes", id))).toBe(false);
      expect(servers.stored(ben).some((text) => text.includes(mark))).toBe(true);
    });

    it("end when the process that runs them is killed, and are back when it is started again", async () => {
      const groups = servers.groups();
      expect(listGroups(groups)).toContainEqual(expect.stringMatching(/^rspamd: .*process/));
      await servers.killAndStart();
      await expect.poll(() => listGroups(groups)).toEqual([]);
      await mail.untilSigned(anna);
      const mark = newMark();
      expect(await submit(anna, anna.user, anna.user, messageOf(anna.user, mark))).toMatch(/^250/);
      await arrived(anna, mark);
    });

    it("are reported by a second start, and end with the command", async () => {
      const again = await servers.runAgain();
      expect(again).toContain(`in process ${servers.pid}`);
      expect(again).toContain(`port ${servers.ports.imaps} (TLS)`);
      const groups = servers.groups();
      expect(await servers.stop()).toBe(0);
      expect(existsSync(servers.addressFile)).toBe(false);
      await expect.poll(() => listGroups(groups)).toEqual([]);
      await expect(
        SmtpSession.open(servers.ports.smtp).then((session) => session.command("NOOP")),
      ).resolves.toBe("000 closed");
    });
  },
);
