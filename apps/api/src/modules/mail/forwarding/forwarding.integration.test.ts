import { mailForwardTargets, outgoingEmails, workspaces } from "@zonepost/db";
import type { MailAlias } from "@zonepost/schema";
import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { now, setUpMail } from "../../../../test/support/mail/set-up-mail.ts";
import type { OpenCtx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import type { AppError } from "../../../kernel/errors.ts";
import { suspendMail } from "../index.ts";
import { confirmForwarding, readForwarding } from "./confirm-forwarding.ts";
import { stopForwarding } from "./stop-forwarding.ts";

const mail = setUpMail();
const { activeDomain, createAlias, freshName } = mail;

let name: string;
beforeEach(async () => {
  name = await activeDomain();
});

let counter = 0;
const freshAddress = () => `person-${++counter}@elsewhere.example`;

const at = (ctx: WorkspaceCtx, ms: number): WorkspaceCtx => {
  const then = new Date(now.getTime() + ms);
  return { ...ctx, clock: { now: async () => then, wallNow: () => then } };
};
/** A visitor with a link, `ms` after the email. */
const visitor = (ms = 0) =>
  ({ ...at(mail.owner, ms), ...mail.fixture.ports }) as unknown as OpenCtx & typeof mail.fixture.ports;

const addAlias = (from: string, toAddress: string, { domainName = name, ctx = mail.owner } = {}) =>
  createAlias(domainName, `${from}@${domainName}`, toAddress, ctx);
const resend = (address: string, { ms = 0, domainName = name, ctx = mail.owner } = {}) =>
  mail.fixture.call("resendMailForwarding", at(ctx, ms), { domainName, body: { address } });
const stateOf = async (address: string, ctx = mail.owner) => {
  const aliases = (await mail.fixture.call("listMailAliases", ctx, { domainName: name })) as MailAlias[];
  const target = aliases.flatMap(({ toAddresses }) => toAddresses).find((each) => each.address === address);
  return target && [target.external, target.state];
};

type Content = { variants: Record<"en" | "de", { subject: string; text: string }>; language: string | null };
/** The emails to an address, oldest first. */
async function emailsTo(address: string) {
  const rows = await mail.fixture.db
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.toAddress, address))
    .orderBy(asc(outgoingEmails.id));
  return rows.map(({ id, kind, contentEncrypted }) => {
    const content = mail.fixture.ports.secretBox.open(contentEncrypted, `outgoing_email:${id}`);
    return { kind, ...(JSON.parse(content) as Content) };
  });
}
async function linkTo(address: string): Promise<{ token: string }> {
  const text = (await emailsTo(address)).at(-1)?.variants.en.text ?? "";
  return { token: /\/auth\/mail-forwarding#token=([\w-]{43})$/m.exec(text)?.[1] ?? expect.unreachable(text) };
}
async function confirmed(address = freshAddress()) {
  await addAlias("sales", address);
  const link = await linkTo(address);
  await confirmForwarding(visitor(), link);
  return { address, link };
}
/** What the mail servers deliver. */
const flowsTo = async (address: string): Promise<string[]> => {
  const rows = await mail.fixture.db.execute<{ source: string }>(
    sql`select source from mail_host.forwards where target = ${address} order by source`,
  );
  return rows.map(({ source }) => source);
};
const auditOf = async (action: string) => {
  const entries = await mail.auditOf();
  return entries.filter((entry) => entry.action === action);
};
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "succeeded",
    (error: AppError) => error.code,
  );

describe("a new external address", () => {
  it("is asked by email, once per mail domain, and nothing is forwarded before", async () => {
    const address = freshAddress();
    await mail.fixture.db
      .update(workspaces)
      .set({ name: "Acme", language: "de" })
      .where(eq(workspaces.id, mail.workspace.id));
    await addAlias("sales", address);
    await addAlias("shop", address.toUpperCase());
    const [email, ...more] = await emailsTo(address);
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      kind: "forwarding_confirmation",
      language: "de",
      share: { purpose: "other" },
    });
    for (const text of [email?.variants.en.text, email?.variants.de.text]) {
      const shown = text?.replaceAll("\u200b", "");
      for (const part of ["Acme", `sales@${name}`, address, "8 March 2026|8. März 2026"]) {
        expect(shown).toMatch(new RegExp(part));
      }
    }
    expect(await flowsTo(address)).toEqual([]);
    expect(await stateOf(address)).toEqual([true, "waiting_for_confirmation"]);

    await addAlias("sales", address, { domainName: await activeDomain() });
    expect(await emailsTo(address)).toHaveLength(2);
  });

  it("is asked once by simultaneous requests", async () => {
    const address = freshAddress();
    await Promise.all(["a", "b", "c"].map((from) => addAlias(from, address)));
    expect(await emailsTo(address)).toHaveLength(1);
  });

  it("isn't asked if it is inside the workspace", async () => {
    const address = `info@${await activeDomain()}`;
    await addAlias("sales", address);
    expect(await emailsTo(address)).toEqual([]);
    expect([await stateOf(address), await flowsTo(address)]).toEqual([[false, "active"], [`sales@${name}`]]);
  });

  it("is asked again by a new alias once the link has expired", async () => {
    const address = freshAddress();
    await addAlias("a", address);
    await addAlias("b", address, { ctx: at(mail.owner, 7 * dayMs - 1) });
    expect(await emailsTo(address)).toHaveLength(1);
    await addAlias("c", address, { ctx: at(mail.owner, 7 * dayMs) });
    expect(await emailsTo(address)).toHaveLength(2);
  });

  it("is refused above 200 in a day and workspace, and leaves no trace", async () => {
    const { id: mailDomainId } = await mail.mailDomainRow(name);
    await mail.fixture.db.insert(mailForwardTargets).values(
      Array.from({ length: 199 }, (_, index) => ({
        mailDomainId,
        address: `former-${index}@elsewhere.example`,
        tokenHash: `${name}-${index}`,
        sentAt: now,
        createdAt: now,
      })),
    );
    const [last, beyond] = [freshAddress(), freshAddress()];
    await addAlias("last", last);
    expect(await codeOf(addAlias("beyond", beyond))).toBe("rate_limited");
    expect([await stateOf(beyond), await emailsTo(beyond)]).toEqual([undefined, []]);
    await addAlias("beyond", beyond, { ctx: at(mail.owner, dayMs) });
    expect(await emailsTo(beyond)).toHaveLength(1);
  });
});

describe("the link in the email", () => {
  it("shows the request and changes nothing when it is read", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    const link = await linkTo(address);
    expect(await readForwarding(visitor(), link)).toEqual({
      workspaceName: "Test",
      domainName: name,
      address,
      fromAddresses: [`sales@${name}`],
      state: "waiting_for_confirmation",
      expiresAt: new Date(now.getTime() + 7 * dayMs).toISOString(),
    });
    expect(await flowsTo(address)).toEqual([]);
  });

  it("confirms once; later confirmations change nothing", async () => {
    const { address, link } = await confirmed();
    expect([await stateOf(address), await flowsTo(address)]).toEqual([[true, "active"], [`sales@${name}`]]);
    expect(await confirmForwarding(visitor(30 * dayMs), link)).toMatchObject({ state: "active" });
    expect(await auditOf("mail_forwarding.confirmed")).toMatchObject([
      { target: address, actor: { kind: "system", id: null, name: address }, details: { domainName: name } },
    ]);
  });

  it("also confirms for later aliases of the domain, which its page then shows", async () => {
    const { address, link } = await confirmed();
    await addAlias("shop", address);
    expect(await emailsTo(address)).toHaveLength(1);
    expect(await flowsTo(address)).toEqual([`sales@${name}`, `shop@${name}`]);
    expect((await readForwarding(visitor(), link)).fromAddresses).toEqual([`sales@${name}`, `shop@${name}`]);
  });

  it("can't confirm after 7 days", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    const link = await linkTo(address);
    expect((await readForwarding(visitor(7 * dayMs), link)).state).toBe("expired");
    expect(await codeOf(confirmForwarding(visitor(7 * dayMs), link))).toBe("link_expired");
    expect(await flowsTo(address)).toEqual([]);
    expect((await confirmForwarding(visitor(7 * dayMs - 1), link)).state).toBe("active");
  });

  it("can't confirm once nothing forwards to the address", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    const link = await linkTo(address);
    await mail.fixture.db.execute(sql`delete from mail_alias_targets where address = ${address}`);
    expect((await readForwarding(visitor(), link)).fromAddresses).toEqual([]);
    expect(await codeOf(confirmForwarding(visitor(), link))).toBe("forwarding_removed");
  });

  it("is refused if it is wrong, and once the domain has left the workspace", async () => {
    const { link } = await confirmed();
    const [row] = await mail.fixture.db.execute<{ id: string }>(
      sql`select id from domains where name = ${name}`,
    );
    const verbs = [readForwarding, confirmForwarding, stopForwarding];
    for (const verb of verbs) {
      expect(await codeOf(verb(visitor(), { token: "a".repeat(43) }))).toBe("link_invalid");
    }
    await mail.fixture.db.transaction((tx) =>
      suspendMail(tx, { id: row?.id ?? "", name, leftAt: now, canBeRestored: true } as never),
    );
    for (const verb of verbs) {
      expect(await codeOf(verb(visitor(), link))).toBe("link_invalid");
    }
  });
});

describe("stopping a forwarding", () => {
  it("ends it at once, tells the owners once, and the same link allows it again", async () => {
    const ownerEmail = await mail.workspace.addMember("owner");
    const { address, link } = await confirmed();
    expect((await stopForwarding(visitor(60 * dayMs), link)).state).toBe("stopped");
    await stopForwarding(visitor(60 * dayMs), link);
    expect([await stateOf(address), await flowsTo(address)]).toEqual([[true, "stopped"], []]);
    expect(await auditOf("mail_forwarding.stopped")).toMatchObject([{ target: address }]);
    const emails = await emailsTo(ownerEmail);
    expect(emails.map(({ kind }) => kind)).toEqual(["forwarding_stopped"]);
    expect(emails[0]?.variants.en.text).toContain(`http://panel.test/mail/${name}/aliases`);

    expect((await confirmForwarding(visitor(61 * dayMs), link)).state).toBe("active");
    expect(await flowsTo(address)).toEqual([`sales@${name}`]);
  });

  it("refuses a request, and another alias doesn't repeat it", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    await stopForwarding(visitor(), await linkTo(address));
    await addAlias("shop", address, { ctx: at(mail.owner, 20 * dayMs) });
    expect(await emailsTo(address)).toHaveLength(1);
    expect(await codeOf(resend(address, { ms: 20 * dayMs }))).toBe("forwarding_stopped");
    await resend(address, { ms: 30 * dayMs });
    expect(await emailsTo(address)).toHaveLength(2);
  });
});

describe("resending a confirmation", () => {
  it("sends a new link, and the previous one stops working", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    const former = await linkTo(address);
    expect(await codeOf(resend(address, { ms: minuteMs - 1 }))).toBe("rate_limited");
    expect(await resend(address, { ms: 8 * dayMs })).toEqual({
      address,
      external: true,
      state: "waiting_for_confirmation",
    });
    expect(await codeOf(confirmForwarding(visitor(8 * dayMs), former))).toBe("link_invalid");
    expect((await confirmForwarding(visitor(8 * dayMs), await linkTo(address))).state).toBe("active");
    expect(await auditOf("mail_forwarding.resent")).toMatchObject([{ target: address }]);
    expect(await codeOf(resend(address, { ms: 9 * dayMs }))).toBe("forwarding_confirmed");
  });

  it("is limited to five a day", async () => {
    const address = freshAddress();
    await addAlias("sales", address);
    const codes: string[] = [];
    for (let minute = 1; minute <= 6; minute += 1) {
      codes.push(await codeOf(resend(address, { ms: minute * minuteMs })));
    }
    expect(codes).toEqual([...Array(5).fill("succeeded"), "rate_limited"]);
  });

  it("is refused for addresses that nothing forwards to, internal ones, and other domains and roles", async () => {
    const internal = `info@${await activeDomain()}`;
    const address = freshAddress();
    await addAlias("sales", internal);
    await addAlias("sales", address);
    expect(await codeOf(resend(freshAddress()))).toBe("not_found");
    expect(await codeOf(resend(internal))).toBe("forwarding_confirmed");
    expect(await codeOf(resend(address, { domainName: "unknown.com" }))).toBe("not_found");
    expect(await codeOf(resend(address, { ctx: mail.workspace.ctx("read_only") }))).toBe("forbidden");
  });
});

describe("an address whose domain changes hands", () => {
  it("needs a confirmation as soon as it is no longer inside the workspace", async () => {
    const other = await activeDomain();
    const address = `info@${other}`;
    await addAlias("sales", address);
    expect(await flowsTo(address)).toEqual([`sales@${name}`]);
    await mail.fixture.db.execute(sql`update mail_domains set left_at = now() where domain_name = ${other}`);
    expect([await stateOf(address), await flowsTo(address)]).toEqual([
      [true, "waiting_for_confirmation"],
      [],
    ]);
    await resend(address);
    await confirmForwarding(visitor(), await linkTo(address));
    expect(await flowsTo(address)).toEqual([`sales@${name}`]);
  });

  it("needs none once it is inside the workspace, and its own in another workspace's mail domain", async () => {
    const stranger = await mail.fixture.createWorkspace();
    const strange = await stranger.addDomain(freshName());
    await mail.activate(strange, "starter", stranger.ctx());
    const address = `info@${strange}`;
    await addAlias("sales", address);
    expect([await stateOf(address), await flowsTo(address)]).toEqual([
      [true, "waiting_for_confirmation"],
      [],
    ]);
    await mail.fixture.db.execute(
      sql`update mail_domains set workspace_id = ${mail.workspace.id} where domain_name = ${strange}`,
    );
    expect([await stateOf(address), await flowsTo(address)]).toEqual([[false, "active"], [`sales@${name}`]]);
  });
});
