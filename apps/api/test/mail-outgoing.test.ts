import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Domain, type Mailbox, messageOf } from "./support/mail-customers.ts";
import { putSieveScript, verifiesDkim } from "./support/mail-host.ts";
import { type MailSetup, newMark, skipsMailServers, startMail } from "./support/mail-setup.ts";

// What leaves because of a mailbox: forwarded mail, automatic replies, redirected messages and notices.

let mail: MailSetup;
let own: Domain;
let foreign: Domain;
let anna: Mailbox;
let ben: Mailbox;
let tina: Mailbox;

beforeAll(async () => {
  if (skipsMailServers) {
    return;
  }
  mail = await startMail();
  [own, foreign] = await Promise.all([mail.customers.activate(), mail.customers.activate()]);
  [anna, ben, tina] = await Promise.all([
    mail.customers.createMailbox(own, "anna"),
    mail.customers.createMailbox(own, "ben"),
    mail.customers.createMailbox(foreign, "tina"),
  ]);
  for (const login of [anna, tina]) {
    await mail.untilSigned(login);
  }
});
afterAll(async () => {
  if (process.env.KEEP_LOGS) {
    for (const name of ["postfix", "dovecot", "rspamd"]) {
      (await import("node:fs")).writeFileSync(`/tmp/out-${name}.log`, mail.servers.log(name));
    }
  }
  await mail?.[Symbol.asyncDispose]();
});

const confirm = (address: string) =>
  mail.api.sql`update mail_forward_targets set confirmed_at = now() where address = ${address}`;
const sieve = (login: Mailbox, script: string) =>
  putSieveScript(mail.servers.ports.sieve, login, script.replaceAll("\n", "\r\n"));
const dkimOf = async ({ name, workspace }: Domain) =>
  (await mail.customers.rest(workspace, "GET", `/me/mail/${name}`)).dkim;
const returnPathOf = (text: string) => /^Return-Path: <(.*)>/m.exec(text)?.[1];

describe.skipIf(skipsMailServers)("what leaves because of a mailbox", () => {
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
});
