import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Domain, type Mailbox, messageOf } from "./support/mail-customers.ts";
import { type MailSetup, newMark, skipsMailServers, startMail } from "./support/mail-setup.ts";

// What mail from other hosts is let in, with Postfix, Dovecot and Rspamd as `npm run sandbox:mail` starts them.

let mail: MailSetup;
let own: Domain;
let anna: Mailbox;

beforeAll(async () => {
  if (skipsMailServers) {
    return;
  }
  mail = await startMail({
    dnsRecords: { "sender.example": { TXT: ["v=spf1 ip4:127.0.0.40 -all"] } },
  });
  own = await mail.customers.activate();
  anna = await mail.customers.createMailbox(own, "anna");
});
afterAll(() => mail?.[Symbol.asyncDispose]());

describe.skipIf(skipsMailServers)("mail from other hosts (skipped without the mail servers)", () => {
  it("is checked against the records of its sender", async () => {
    const passes = { from: "x@sender.example", client: "127.0.0.40", result: "spf=pass", folder: "INBOX" };
    const fails = { from: "x@sender.example", client: "127.0.0.41", result: "spf=fail", folder: "Junk" };
    const none = { from: "x@outside.example", client: "127.0.0.40", result: "spf=none", folder: "INBOX" };
    for (const { from, client, result, folder } of [passes, fails, none]) {
      const mark = newMark();
      expect(await mail.fromOutside(anna.user, messageOf(from, mark), from, { client })).toMatch(/^250/);
      expect(await mail.arrived(anna, mark, folder)).toContain(result);
    }
  });
});
