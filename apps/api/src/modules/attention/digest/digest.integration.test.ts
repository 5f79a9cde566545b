import { digestNotices, members, outgoingEmails } from "@zonepost/db";
import {
  type NotificationChoice,
  type NotificationTopic,
  notificationChoices,
  notificationTopics,
  type WorkspaceRole,
} from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttentionFixture, inDays } from "../../../../test/support/attention/plant.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { composeEmail, type EmailKind, emailMembers } from "../../accounts/index.ts";
import { muteAttention, snoozeAttention } from "../choose-attention.ts";
import { listAttention } from "../list-attention.ts";
import { sendDigests } from "./send-digests.ts";

const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
const ports = { secretBox, panelUrl: "https://panel.example" };
let fixture: Awaited<ReturnType<typeof createAttentionFixture>>;
beforeAll(async () => {
  fixture = await createAttentionFixture();
});
afterAll(() => fixture.close());

type Choices = Partial<Record<NotificationTopic, NotificationChoice>>;

/** A member of a new workspace whose digest is due. */
async function setUp(choices: Choices, options: { role?: WorkspaceRole; domainNames?: string[] } = {}) {
  const workspace = await fixture.createWorkspace();
  const ctx = await workspace.join({ role: "admin", ...options });
  const person = ctx.actor as Extract<WorkspaceCtx["actor"], { kind: "user" }>;
  const isSeat = and(eq(members.userId, person.userId), eq(members.workspaceId, workspace.id));
  const change = (values: Partial<typeof members.$inferInsert>) =>
    fixture.db.update(members).set(values).where(isSeat);
  await change({ notificationChoices: choices, digestAt: inDays(-1) });
  /** Enqueues an email of this kind to the members. */
  const email = (kind: EmailKind, domainName?: string, subject = `About ${kind}`) =>
    fixture.db.transaction((tx) => {
      const texts = {
        subject,
        paragraphs: [`${subject}.`],
        link: { label: "View", url: "https://panel.example/x" },
      };
      const about = { workspaceId: workspace.id, domainName };
      return emailMembers(tx, ports, about, composeEmail(kind, { en: texts, de: texts }), inDays(0));
    });
  const send = () =>
    sendDigests({ ...ctx, actor: { kind: "system", job: "test" }, ...ports }, new AbortController().signal);
  const mails = async () => {
    const rows = await fixture.db
      .select()
      .from(outgoingEmails)
      .where(eq(outgoingEmails.toAddress, person.email));
    return rows.map(({ id, kind, subject, contentEncrypted }) => {
      const { variants } = JSON.parse(secretBox.open(contentEncrypted, `outgoing_email:${id}`));
      return { id, kind, subject, text: String(variants.en.text), german: String(variants.de.text) };
    });
  };
  const waiting = () => fixture.db.$count(digestNotices, and(eq(digestNotices.userId, person.userId)));
  const nextAt = async () => (await fixture.db.select().from(members).where(isSeat))[0]?.digestAt ?? null;
  return { workspace, ctx, person, change, email, send, mails, waiting, nextAt };
}

const kindOf: Record<NotificationTopic, EmailKind> = {
  expiry: "mail_renewed",
  transfers: "transferred_in",
  contacts: "contacts_changed",
  dns: "domain_dns_broken",
  mail: "mail_dns_broken",
  webhooks: "webhook_failing",
  payments: "refund",
};

describe.each(notificationTopics)("an email about %s", (topic) => {
  it.each(notificationChoices)("chosen as %s, arrives so", async (choice) => {
    const { email, mails, waiting, send } = await setUp({ [topic]: choice });
    await email(kindOf[topic]);
    expect([await mails(), await waiting()]).toMatchObject([
      choice === "at_once" ? [{ kind: kindOf[topic] }] : [],
      choice === "digest" ? 1 : 0,
    ]);
    await send();
    expect((await mails()).map(({ kind }) => kind)).toEqual(
      { at_once: [kindOf[topic]], digest: ["daily_digest"], none: [] }[choice],
    );
    expect(await waiting()).toBe(0);
  });
});

describe("a daily digest", () => {
  it("has what needs attention and what has waited, with links to both and to the settings", async () => {
    const { workspace, email, send, mails } = await setUp({ expiry: "digest", webhooks: "digest" });
    await workspace.plant.causes.domain_expired("expired.com");
    await workspace.plant.causes.mail_dns_wrong("not-chosen.com");
    await email("webhook_failing");
    await send();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Agency: 1 thing needs attention, 1 update");
    expect(mail?.text).toContain("Needs attention:\n\nexpired.com: Expired\nThe domain expired on");
    expect(mail?.text).toContain("View: https://panel.example/domains/expired.com?act=renew");
    expect(mail?.text).toContain(
      "Updates since the last digest:\n\nAbout webhook_failing\nAbout webhook_failing.\n",
    );
    expect(mail?.text).toContain("Change your notifications: https://panel.example/settings#notifications");
    expect(mail?.german).toContain("Zu erledigen:\n\nexpired.com: Abgelaufen\nSeit ");
    expect(mail?.text).not.toContain("not-chosen.com");
  });

  it("is sent once by several workers, and then on the next day", async () => {
    const { email, send, mails, nextAt } = await setUp({ mail: "digest" });
    await email("mail_dns_broken");
    await Promise.all(Array.from({ length: 4 }, () => send()));
    await send();
    expect(await mails()).toHaveLength(1);
    const next = await nextAt();
    expect(next?.toISOString()).toMatch(/T06:00:00\.000Z$/);
    expect(next?.getTime()).toBeGreaterThan(Date.now());
  });

  it("loses nothing if the worker dies before it is stored, and is sent by the next one", async () => {
    const { email, send, mails, waiting } = await setUp({ mail: "digest" });
    await email("mail_dns_broken");
    // The connection ends in the middle of the transaction, as when the process is killed.
    await fixture.sql`create function die() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end'`;
    await fixture.sql`create trigger die before insert on outgoing_emails for each row
      when (new.kind = 'daily_digest') execute function die()`;
    await send();
    await fixture.sql`drop function die cascade`;
    expect([await mails(), await waiting()]).toEqual([[], 1]);
    const sendNext = async () => {
      await send();
      return [(await mails()).length, await waiting()];
    };
    await expect.poll(sendNext).toEqual([1, 0]);
  });

  it("isn't sent when there is nothing to say, nor about what the person has snoozed or muted", async () => {
    const { workspace, ctx, send, mails, nextAt } = await setUp({ expiry: "digest", webhooks: "digest" });
    await workspace.plant.causes.expires_without_renewal("snoozed.com");
    await workspace.plant.causes.endpoint_failing("muted.com");
    const [snoozed, muted] = await listAttention(ctx);
    await snoozeAttention(ctx, { id: snoozed?.id ?? "", until: inDays(3).toISOString() });
    await muteAttention(ctx, muted?.id ?? "");
    await send();
    expect([await mails(), (await nextAt())?.toISOString()]).toEqual([
      [],
      expect.stringMatching(/T06:00:00\.000Z$/),
    ]);
  });

  it("goes by the rights at the time when it is sent", async () => {
    const { email, send, mails, change, waiting } = await setUp({ payments: "digest", mail: "digest" });
    await email("refund");
    await email("mail_dns_broken", "theirs.com", "Theirs");
    await email("mail_dns_broken", "other.com", "Other");
    await change({ role: "member", domainNames: ["theirs.com"] });
    await send();
    const [mail] = await mails();
    expect(mail?.subject).toBe("Agency: 1 update");
    expect(mail?.text).toContain("Theirs.");
    expect(mail?.text).not.toMatch(/refund|Other/);
    expect(await waiting()).toBe(0);
  });

  it("isn't sent to anyone who was removed, and what waited for it is gone", async () => {
    const { person, workspace, email, send, mails, waiting } = await setUp({ mail: "digest" });
    await email("mail_dns_broken");
    const isSeat = and(eq(members.userId, person.userId), eq(members.workspaceId, workspace.id));
    await fixture.db.delete(members).where(isSeat);
    await send();
    expect([await mails(), await waiting()]).toEqual([[], 0]);
  });

  it("brings what has waited when the person no longer wants digests, and is then over", async () => {
    const { email, send, mails, change, nextAt } = await setUp({ mail: "digest", webhooks: "digest" });
    await email("mail_dns_broken");
    await email("webhook_failing");
    await change({ notificationChoices: { mail: "at_once", webhooks: "none" } });
    await send();
    const [mail] = await mails();
    expect([mail?.subject, await nextAt()]).toEqual(["Agency: 1 update", null]);
    expect(mail?.text).toContain("About mail_dns_broken");
  });

  it("gives way to emails that people wait for, and to those of other workspaces", async () => {
    const { workspace, email, send, mails } = await setUp({ mail: "digest", webhooks: "at_once" });
    await email("mail_dns_broken");
    await email("webhook_failing");
    await send();
    const jobs = await fixture.sql`select key, queue_name, priority from graphile_worker.jobs`;
    const jobOf = (kind: string, all: Awaited<ReturnType<typeof mails>>) =>
      jobs.find(({ key }) => key === all.find((mail) => mail.kind === kind)?.id);
    const sent = await mails();
    expect(jobOf("webhook_failing", sent)).toMatchObject({ queue_name: null, priority: 0 });
    expect(jobOf("daily_digest", sent)).toMatchObject({
      queue_name: `digests:${workspace.id}`,
      priority: 10,
    });
  });
});
