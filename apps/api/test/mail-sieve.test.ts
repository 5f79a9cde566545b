import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Domain, type Mailbox, messageOf } from "./support/mail-customers.ts";
import { type MailSetup, newMark, skipsMailServers, startMail } from "./support/mail-setup.ts";
import { ManageSieveSession } from "./support/manage-sieve.ts";

// What rules of mailboxes may do, with the real mail servers: stored over ManageSieve, stored earlier, and at deliveries.

let mail: MailSetup;
let own: Domain;
let anna: Mailbox;
let ben: Mailbox;

beforeAll(async () => {
  if (skipsMailServers) {
    return;
  }
  mail = await startMail();
  own = await mail.customers.activate();
  [anna, ben] = await Promise.all([
    mail.customers.createMailbox(own, "anna"),
    mail.customers.createMailbox(own, "o'ben+1"),
  ]);
});
afterAll(async () => {
  await mail?.[Symbol.asyncDispose]();
});

describe.skipIf(skipsMailServers)("rules of a mailbox (skipped without the mail servers)", () => {
  it("x", async () => {
    const s = await ManageSieveSession.open(mail.servers.ports.sieve);
    console.log(s.greeting);
    await s.startTls();
    console.log(s.greeting);
    console.log(await s.authenticate(ben));
    console.log(await s.command("CAPABILITY"));
    console.log(await s.put("keep;"));
    console.log(await s.put("redirect \"x@rival.test\";"));
    console.log(await s.put("require \"regex\"; keep;"));
    console.log(await s.put("redirect \"anna@" + own.name + "\"; require \"x\";"));
    console.log(await s.put("keep"));
    console.log(await s.command('SETACTIVE "rule"'));
    console.log(await s.command('LISTSCRIPTS'));
    console.log(await s.command('GETSCRIPT "rule"'));
    console.log(await s.command('HAVESPACE "rule" 100'));
    console.log(await s.command('LOGOUT'));
    console.log(await s.reply());
    console.log(mail.servers.log("dovecot").slice(-3000));
  });
});
