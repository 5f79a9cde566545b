import { mailAccounts, mailDomains, outgoingEmails } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import { rowId } from "../../../kernel/ids.ts";
import { warnOfFullStorage } from "./warn-of-full-storage.ts";

const mail = setUpMail();
const { activeDomain, createAccount } = mail;
const megabyte = 1_048_576;
const gigabyte = 1024 * megabyte;

const reportUse = (fullAddress: string, usedBytes: number) => {
  const [localPart = "", domainName = ""] = fullAddress.split("@");
  return mail.reportUse(domainName, localPart, { usedBytes: Math.round(usedBytes) });
};
const warn = () =>
  warnOfFullStorage(
    { ...mail.owner, ...mail.fixture.ports, actor: { kind: "system", job: "test" } },
    new AbortController().signal,
  );
const warningsTo = async (address: string) => {
  const rows = await mail.fixture.db
    .select()
    .from(outgoingEmails)
    .where(and(eq(outgoingEmails.toAddress, address), eq(outgoingEmails.kind, "mail_storage_warning")));
  return rows.map(({ subject }) => subject);
};

async function newMailbox(quotaMegabytes: number | null) {
  const domainName = await activeDomain();
  const own = await createAccount(domainName, "info");
  const id = rowId("mac", own.id) ?? "";
  await mail.fixture.db.update(mailAccounts).set({ quotaMegabytes }).where(eq(mailAccounts.id, id));
  return { ...own, domainName, uses: (bytes: number) => reportUse(own.fullAddress, bytes) };
}

describe("a mailbox that fills up", () => {
  it("gets one email at 80 and one at 95 %, also from simultaneous workers, and others once it was emptied", async () => {
    const own = await newMailbox(100);
    const told: number[] = [];
    for (const megabytes of [79, 80, 90, 94, 95, 99, 100, 93, 96, 50, 81]) {
      await own.uses(megabytes * megabyte);
      await Promise.all([warn(), warn(), warn()]);
      told.push((await warningsTo(own.fullAddress)).length);
    }
    expect(told).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3]);
    expect((await warningsTo(own.fullAddress)).sort()).toEqual(
      [80, 80, 95].map((percent) => `Your mailbox ${own.fullAddress} is ${percent}% full`),
    );
  });

  it.each<[string, object]>([
    ["was deleted", { deletedAt: new Date() }],
    ["is suspended", { active: false }],
    ["doesn't receive", { mayReceive: false }],
    ["has no quota of its own", { quotaMegabytes: null }],
  ])("gets none if it %s", async (_what, changes) => {
    const own = await newMailbox(100);
    await mail.fixture.db
      .update(mailAccounts)
      .set(changes)
      .where(eq(mailAccounts.id, rowId("mac", own.id) ?? ""));
    await own.uses(99 * megabyte);
    await warn();
    expect(await warningsTo(own.fullAddress)).toEqual([]);
  });
});

describe("a plan whose storage fills up", () => {
  it("is told to the owners alone, once for each share, over all mailboxes", async () => {
    const owner = await mail.workspace.addMember("owner");
    const admin = await mail.workspace.addMember("admin");
    const own = await newMailbox(null);
    const other = await createAccount(own.domainName, "sales");
    // The plan starter has 2 GB.
    await own.uses(gigabyte);
    await reportUse(other.fullAddress, gigabyte * 0.59);
    await warn();
    expect(await warningsTo(owner)).toEqual([]);
    await reportUse(other.fullAddress, gigabyte * 0.61);
    await Promise.all([warn(), warn()]);
    expect(await warningsTo(owner)).toEqual([`The mail storage of ${own.domainName} is 80% full`]);
    await reportUse(other.fullAddress, gigabyte * 0.95);
    await warn();
    await warn();
    expect((await warningsTo(owner)).at(-1)).toBe(`The mail storage of ${own.domainName} is 95% full`);
    expect([
      await warningsTo(owner),
      await warningsTo(admin),
      await warningsTo(own.fullAddress),
    ]).toMatchObject([{ length: 2 }, { length: 0 }, { length: 0 }]);
  });

  it("isn't told of mail that left the workspace", async () => {
    const owner = await mail.workspace.addMember("owner");
    const own = await newMailbox(null);
    await mail.fixture.db
      .update(mailDomains)
      .set({ leftAt: new Date() })
      .where(eq(mailDomains.domainName, own.domainName));
    await mail.fixture.db.$client`update mail_account_use set used_bytes = ${2 * gigabyte}
      where account_id = ${rowId("mac", own.id) ?? ""}`;
    await warn();
    expect(await warningsTo(owner)).toEqual([]);
  });
});
