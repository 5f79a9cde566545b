import type { MailConnection } from "@zonepost/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { rowId } from "../../src/kernel/ids.ts";
import { type Domain, type Mailbox, messageOf } from "../support/mail/customers.ts";
import { imap, type Login, SmtpSession } from "../support/mail/mail-host.ts";
import { openImap, openMessage, openSieve, openSubmission } from "../support/mail/sessions.ts";
import { type MailSetup, newMark, shareMail, skipsMailServers } from "../support/mail/setup.ts";

// Sessions of mail programs, and their sign-ins, with the servers as `npm run sandbox:mail` starts them.

let mail: MailSetup;
let neighbor: Mailbox;
let stays: Awaited<ReturnType<typeof openAll>>;

const within = { interval: 100 };

async function openAll(login: Login) {
  const { ports } = mail.servers;
  const [byImap, bySieve, bySubmission] = await Promise.all([
    openImap(ports, login),
    openSieve(ports, login),
    openSubmission(ports, login),
  ]);
  expect([byImap.reply, bySieve.reply, bySubmission.reply]).toEqual([
    expect.stringMatching(/^a OK/m),
    expect.stringMatching(/^OK/),
    expect.stringMatching(/^235 /),
  ]);
  return { imap: byImap, sieve: bySieve, submission: bySubmission };
}

const accountPath = ({ name }: Domain, { id }: Mailbox) => `/me/mail/${name}/accounts/${id}`;

async function newBox() {
  const domain = await mail.customers.activate();
  const box = await mail.customers.createMailbox(domain, "anna");
  const at = accountPath(domain, box);
  const rest = (method: string, where: string, body?: unknown) =>
    mail.customers.rest(domain.workspace, method, where, body);
  const newAppPassword = async (label: string) => {
    const { id, passwordOnce } = await rest("POST", `${at}/app-passwords`, { label });
    return { id, user: box.user, password: passwordOnce } as Mailbox;
  };
  return { domain, box, at, rest, newAppPassword };
}

type Box = Awaited<ReturnType<typeof newBox>>;

const setDomain =
  (assignment: string) =>
  ({ domain }: Box) =>
    mail.api
      .sql`update mail_domains set ${mail.api.sql.unsafe(assignment)} where domain_name = ${domain.name}`;

type Protocol = "imap" | "sieve" | "submission";
const all: Protocol[] = ["imap", "sieve", "submission"];

const lost: [what: string, takeAway: (box: Box) => Promise<unknown>, ends: Protocol[]][] = [
  ["a new password", ({ rest, at }) => rest("POST", `${at}/password`, {}), all],
  ["active: false", ({ rest, at }) => rest("PATCH", at, { active: false }), all],
  ["maySend: false", ({ rest, at }) => rest("PATCH", at, { maySend: false }), ["submission"]],
  ["the account's deletion", ({ rest, at }) => rest("DELETE", at), all],
  ["End all", ({ rest, at }) => rest("DELETE", `${at}/connections`), all],
  [
    "the suspension of the domain's mail",
    ({ rest, domain }) => rest("PATCH", `/me/mail/${domain.name}`, { suspended: true }),
    all,
  ],
  ["its deactivation", ({ rest, domain }) => rest("DELETE", `/me/mail/${domain.name}`), all],
  ["the end of its term", setDomain("paid_until = now() - interval '1 minute'"), all],
  ["the loss of the domain", setDomain("left_at = now()"), all],
  [
    "the account's erasure",
    ({ box }) => mail.api.sql`delete from mail_accounts where id = ${rowId("mac", box.id) ?? ""}`,
    all,
  ],
];

describe.skipIf(skipsMailServers)("the mail servers (skipped without them)", () => {
  beforeAll(async () => {
    mail = await shareMail();
    const domain = await mail.customers.activate();
    neighbor = await mail.customers.createMailbox(domain, "neighbor");
    await mail.untilSigned(neighbor);
    stays = await openAll(neighbor);
  });

  it.each(lost)(
    "end within seconds what %s leaves without a right, and nothing else",
    async (_what, takeAway, ends) => {
      const box = await newBox();
      const sessions = await openAll(box.box);
      const mark = newMark();
      const message = await openMessage(mail.servers.ports, box.box, mark);
      await takeAway(box);
      for (const protocol of ends) {
        await expect.poll(sessions[protocol].hasEnded, { ...within, message: protocol }).toBe(true);
      }
      await expect.poll(message.hasEnded, within).toBe(true);
      expect(await message.finish()).not.toMatch(/^250/);
      expect(mail.servers.stored(box.box).filter((text) => text.includes(mark))).toEqual([]);
      for (const protocol of all) {
        expect(await stays[protocol].isServed(), `the neighbor's ${protocol}`).toBe(true);
        if (!ends.includes(protocol)) {
          expect(await sessions[protocol].isServed(), protocol).toBe(true);
        }
      }
    },
  );

  it("end the sessions of a revoked app password alone, and of all with revokeAppPasswords", async () => {
    const { box, at, rest, newAppPassword } = await newBox();
    const [phone, laptop] = [await newAppPassword("Phone"), await newAppPassword("Laptop")];
    const sessions = {
      own: await openAll(box),
      phone: await openAll(phone),
      laptop: await openAll(laptop),
    };
    const isOver = (who: keyof typeof sessions) =>
      expect
        .poll(() => all.every((protocol) => sessions[who][protocol].hasEnded()), { ...within, message: who })
        .toBe(true);
    const goesOn = async (who: keyof typeof sessions) => {
      for (const protocol of all) {
        expect(await sessions[who][protocol].isServed(), `${who} ${protocol}`).toBe(true);
      }
    };
    await rest("DELETE", `${at}/app-passwords/${phone.id}`);
    await isOver("phone");
    await Promise.all([goesOn("own"), goesOn("laptop")]);

    const { passwordOnce } = await rest("POST", `${at}/password`, {});
    await isOver("own");
    await goesOn("laptop");
    sessions.own = await openAll({ user: box.user, password: passwordOnce });

    await rest("POST", `${at}/password`, { password: "quiet harbor lantern 7", revokeAppPasswords: true });
    await Promise.all([isOver("own"), isOver("laptop")]);
    sessions.own = await openAll({ user: box.user, password: "quiet harbor lantern 7" });
    await goesOn("own");
  });

  it("end what lost its right while the agent stood still, and while it was down", async () => {
    for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
      const { box, at, rest } = await newBox();
      const before = await openAll(box);
      await expect.poll(async () => rest("GET", `${at}/connections`), within).toHaveLength(3);
      const pid = await mail.servers.agentPid();
      // One that isn't reported yet.
      process.kill(pid, "SIGSTOP");
      const unreported = await openAll(box);
      if (signal === "SIGKILL") {
        process.kill(pid, "SIGKILL");
      }
      const { passwordOnce } = await rest("POST", `${at}/password`, {});
      const after = await openAll({ user: box.user, password: passwordOnce });
      if (signal === "SIGSTOP") {
        process.kill(pid, "SIGCONT");
      }
      for (const protocol of all) {
        await expect.poll(before[protocol].hasEnded, { message: `${signal} ${protocol}` }).toBe(true);
        await expect.poll(unreported[protocol].hasEnded, { message: `${signal} ${protocol}` }).toBe(true);
        expect(await after[protocol].isServed()).toBe(true);
      }
    }
  });

  it("end what lost its right while they couldn't reach the database, once they can", async () => {
    const { box, at, rest } = await newBox();
    const sessions = await openAll(box);
    await expect.poll(async () => rest("GET", `${at}/connections`), within).toHaveLength(3);
    await mail.api.sql`alter function mail_host.report_connections rename to absent`;
    await rest("DELETE", at);
    expect(await sessions.imap.isServed()).toBe(true);
    await mail.api.sql`alter function mail_host.absent rename to report_connections`;
    for (const protocol of all) {
      await expect.poll(sessions[protocol].hasEnded, { ...within, message: protocol }).toBe(true);
    }
  });

  it("show an account's open connections, and no closed one", async () => {
    const { box, at, rest, newAppPassword } = await newBox();
    const phone = await newAppPassword("Phone");
    const { ports } = mail.servers;
    const byImap = await openImap(ports, phone, "127.0.0.31");
    const bySubmission = await openSubmission(ports, box);
    const list = (): Promise<MailConnection[]> => rest("GET", `${at}/connections`);
    await expect.poll(list, within).toHaveLength(2);
    const rows = await list();
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          id: expect.stringMatching(/^mcn_/),
          protocol: "imap",
          program: "Test Mail 1.2",
          ipAddress: "127.0.0.31",
          since: expect.any(String),
          appPasswordLabel: "Phone",
          host: "mail.zonepost.test",
        },
        expect.objectContaining({
          protocol: "submission",
          program: null,
          ipAddress: "127.0.0.1",
          appPasswordLabel: null,
        }),
      ]),
    );
    byImap.close();
    await expect.poll(list, within).toEqual(rows.filter(({ protocol }) => protocol === "submission"));
    bySubmission.close();
    await expect.poll(list, within).toEqual([]);
  });

  it("keep where a person signed in out of what leaves, by any program's own lines", async () => {
    const { box } = await newBox();
    await mail.untilSigned(box);
    const mark = newMark();
    const earlier =
      "Received: from old.example ([198.51.100.4]) by relay.example with ESMTP; Fri, 27 Nov 2026 01:00:00 +0000\r\n";
    const { session } = await SmtpSession.signIn(mail.servers.ports.submission, box, {
      from: "127.0.0.47",
      name: "laptop-of-anna.example",
    });
    expect(await session.send(box.user, "you@external.example", messageOf(box.user, mark, earlier))).toMatch(
      /^250/,
    );
    session.close();
    const text = await mail.left(mark);
    expect(text).not.toMatch(/127\.0\.0\.47|laptop-of-anna/);
    expect(text).toMatch(/^Received: by mail\.zonepost\.test \(Postfix\) id \w+; .+\d{4}/m);
    expect(text).toContain("198.51.100.4");
  });

  it("count wrong passwords by account and address: a colleague's right one is taken at once", async () => {
    const { box, domain } = await newBox();
    const colleague = await mail.customers.createMailbox(domain, "colleague");
    const { ports } = mail.servers;
    const from = "127.0.0.61";
    const attempt = async (login: Login, address = from) => {
      const { session, reply } = await SmtpSession.signIn(ports.submission, login, { from: address });
      session.close();
      return reply;
    };
    const old = { ...box, password: "the-old-password" };
    const guess = (at: number) => ({ ...box, password: `guess-${at}` });
    // One device with an old password: each of its attempts is refused, and it never uses up the guesses.
    const repeatOld = async () => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => attempt(old)));
      expect(replies.filter((reply) => /Too many/.test(reply))).toEqual([]);
      return replies.filter((reply) => !reply.startsWith("535 "));
    };
    // On a busy machine, one may get no answer.
    await expect.poll(repeatOld).toEqual([]);
    expect((await imap(ports.imaps, colleague, "INBOX?ALL", from)).code).toBe(0);
    expect(await attempt(box)).toMatch(/^235 /);
    // Each counts once. On a busy machine, one may get no answer, or be counted after its answer or not at all.
    const guessAll = () => Promise.all(Array.from({ length: 10 }, (_, at) => attempt(guess(at))));
    const refused = Array.from({ length: 10 }, () =>
      expect.stringMatching(/^535 .*Too many wrong passwords/),
    );
    await expect.poll(guessAll).toEqual(refused);
    expect(await attempt(box)).toMatch(/^535 .*Too many wrong passwords/);
    expect((await imap(ports.imaps, box, "INBOX?ALL", from)).code).toBe(67);
    expect(await attempt(colleague)).toMatch(/^235 /);
    expect(await attempt(box, "127.0.0.62")).toMatch(/^235 /);
  });

  it("take sign-ins while 150 connections stay silent", async () => {
    const { box } = await newBox();
    const { ports } = mail.servers;
    const silent = await Promise.all(
      Array.from({ length: 150 }, () => SmtpSession.open(ports.submission, { from: "127.0.0.71" })),
    );
    expect((await imap(ports.imaps, box, "INBOX?ALL")).code).toBe(0);
    expect(await mail.submit(neighbor, neighbor.user, neighbor.user)).toMatch(/^250/);
    for (const session of silent) {
      session.close();
    }
  });
});
