import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { createDb, members, outgoingEmails, users, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { freePort } from "@zonepost/embedded-postgres/host";
import type { Language } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq } from "drizzle-orm";
import { Logger as JobLogger, runOnce } from "graphile-worker";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createSmtpMailer } from "../../../adapters/smtp/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { dayMs, hourMs, secondMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { createLogger } from "../../../kernel/log.ts";
import { accountTasks, deleteUnsentEmails, enqueueEmail, readEmailOutcomes } from "../index.ts";
import { passwordResetEmail } from "../passwords/password-email.ts";
import { mailPasswordReset } from "../passwords/request-password-reset.ts";
import type { EmailToSend, Mailer } from "../ports.ts";
import { magicLinkEmail } from "../sign-in/magic-link-email.ts";
import { sendMagicLink } from "../sign-in/send-magic-link.ts";
import { shareOf } from "./mail-share.ts";

// The job that sends mail, against a relay that is a real SMTP server.

const url = "https://panel.example/reset?token=the-secret-of-the-link";
const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof createDb>;
let clock: Clock & { at: Date };
let log: ReturnType<typeof captureLog>;
let relay: Relay;
let mailer: Mailer;
let identity: { key: string; cert: string };

const askForLink = (email: string, browser?: string) =>
  sendMagicLink(
    { db, clock, secretBox, settings: { authSecret: "a-secret", panelUrl: "https://panel.example" } },
    { email, callbackURL: undefined, browserSecret: newId(), browser },
  );

beforeAll(async () => {
  identity = makeIdentity();
  database = await createTestDatabase();
  db = createDb(database.url, { applicationName: "zonepost-test", maxConnections: 3 });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(async () => {
  clock = { at: new Date("2026-11-21T12:00:00.000Z"), now: async () => clock.at, wallNow: () => clock.at };
  log = captureLog();
  relay = createRelay();
  await relay.listen();
  mailer = mailerTo(`smtp://127.0.0.1:${relay.port}`);
});
afterEach(async () => {
  mailer.close();
  await relay.close();
  await db.delete(outgoingEmails);
  await db.delete(users);
  await db.$client`delete from graphile_worker._private_jobs`;
});

const mailerTo = (smtpUrl: string) =>
  createSmtpMailer({ smtpUrl, from: "Zonepost <no-reply@panel.example>", messageIdHost: "api.example" });

function captureLog() {
  const stream = new PassThrough();
  const logger = createLogger("test", "trace", stream);
  return {
    logger,
    /** The job runner's own output, as the worker logs it. */
    jobs: new JobLogger(() => (level, message) => logger.info({ jobs: message, level }, "jobs")),
    async read(): Promise<string> {
      stream.end();
      return readText(stream);
    },
  };
}

/** A self-signed certificate. */
function makeIdentity() {
  const folder = mkdtempSync(join(tmpdir(), "zonepost-relay-test-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const form = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = ["-keyout", key, "-out", cert, "-subj", "/CN=relay.example"];
  execFileSync("openssl", ["req", "-x509", ...form, ...made], { stdio: "ignore" });
  try {
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Received = { from: string; to: string[]; raw: string; isSecure: boolean; user: unknown };
type Relay = ReturnType<typeof createRelay>;

/** Accepts every mail unless told to respond otherwise, by the recipient's or the message's turn. */
function createRelay() {
  const received: Received[] = [];
  const answers: { recipient?: string; message?: string } = {};
  const refuse = (answer: string) => {
    const [code, ...words] = answer.split(" ");
    return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
  };
  let server: SMTPServer | undefined;
  let port = 0;
  return {
    received,
    answers,
    get port() {
      return port;
    },
    /** Listens again on the same port, which nothing else takes meanwhile as its ephemeral one. */
    async listen(options: { secure?: boolean; offersTls?: boolean } = {}) {
      port ||= await freePort();
      await new Promise<void>((resolve, reject) => {
        const { secure = false, offersTls = false } = options;
        server = new SMTPServer({
          secure,
          ...identity,
          authOptional: true,
          disabledCommands: offersTls ? [] : ["STARTTLS"],
          closeTimeout: 1,
          onAuth: (auth, _session, done) =>
            auth.username === "relay-user" && auth.password === "relay:pass/word"
              ? done(null, { user: auth.username })
              : done(refuse("535 5.7.8 no")),
          onRcptTo: (_address, _session, done) =>
            answers.recipient === undefined ? done() : done(refuse(answers.recipient)),
          onData: async (stream, session, done) => {
            const raw = await readText(stream);
            if (answers.message !== undefined) {
              return done(refuse(answers.message));
            }
            const { mailFrom, rcptTo } = session.envelope;
            received.push({
              from: mailFrom ? mailFrom.address : "",
              to: rcptTo.map(({ address }) => address),
              raw,
              isSecure: session.secure,
              user: session.user,
            });
            done();
          },
        });
        server.on("error", () => {});
        server.listen(port, "127.0.0.1", resolve).once("error", reject);
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        if (server) {
          server.close(() => resolve());
        } else {
          resolve();
        }
        server = undefined;
      }),
  };
}

/** A message's headers, and its parts by their type (RFC 2045, RFC 2047 in the subject). */
function parseMessage(raw: string) {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );
  const fromQuotedPrintable = (text: string) =>
    Buffer.from(
      text
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    ).toString("utf8");
  const decode = (body: string, encoding = "7bit") =>
    encoding === "base64"
      ? Buffer.from(body, "base64").toString("utf8")
      : encoding === "quoted-printable"
        ? fromQuotedPrintable(body)
        : body;
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts: Record<string, string> = {};
  for (const part of rest.join("\r\n\r\n").split(`--${boundary}`).slice(1, -1)) {
    const [partHead = "", ...body] = part.split("\r\n\r\n");
    const type = /content-type: ([\w/]+)/i.exec(partHead)?.[1] ?? "";
    const encoding = /content-transfer-encoding: ([\w-]+)/i.exec(partHead)?.[1];
    parts[type] = decode(body.join("\r\n\r\n"), encoding).replaceAll("\r\n", "\n").trim();
  }
  const subject = (headers.subject ?? "")
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, way: string, word: string) =>
      way.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : fromQuotedPrintable(word.replaceAll("_", " ")),
    );
  return { headers, subject, parts };
}

let addresses = 0;
const newAddress = () => `person-${++addresses}@people.test`;

async function addPerson(email: string, language: Language | null = null) {
  const times = { createdAt: clock.at, updatedAt: clock.at };
  await db.insert(users).values({ id: newId(), name: "Ada", email, emailVerified: true, language, ...times });
}

const enqueue = (email: Partial<EmailToSend> & { to: string }) =>
  db.transaction((tx) =>
    enqueueEmail(tx, { secretBox }, { ...passwordResetEmail({ url }), ...email }, clock.at),
  );

/** Runs what is due at one moment: however slow the run is, it doesn't reach the next try of what fails. */
const runJobs = async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + secondMs });
  try {
    await runOnce({
      connectionString: database.url,
      logger: log.jobs,
      noHandleSignals: true,
      // Without batches, the runner resolves before it has stored how the last job ended.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, useNodeTime: true } },
      taskList: accountTasks({
        db,
        clock,
        log: log.logger,
        mailer,
        secretBox,
        panelUrl: "http://localhost:3999",
      }),
    });
  } finally {
    vi.useRealTimers();
  }
};
/** Skips the back-off of failed jobs. */
const runJobsLater = async () => {
  await db.$client`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`;
  await runJobs();
};
const waiting = () => db.select().from(outgoingEmails);
const jobs = async () => [...(await db.$client`select * from graphile_worker._private_jobs`)];

describe("an email that the relay accepts", () => {
  it("arrives once as text and HTML in the person's language, and is deleted", async () => {
    const to = newAddress();
    await addPerson(to, "de");
    await enqueue({ to });
    await runJobs();
    await runJobsLater();
    expect(relay.received).toHaveLength(1);
    const [mail] = relay.received;
    expect(mail).toMatchObject({ from: "no-reply@panel.example", to: [to] });
    const { subject, parts } = parseMessage(mail?.raw ?? "");
    const { de } = passwordResetEmail({ url }).variants;
    expect(subject).toBe(de.subject);
    expect(parts["text/plain"]).toBe(de.text);
    expect(parts["text/html"]).toBe(de.html.trim());
    expect([await waiting(), await jobs()]).toEqual([[], []]);
  });

  it("has our sender, its own id and the header of automated mail", async () => {
    const to = newAddress();
    await enqueue({ to });
    const [row] = await waiting();
    await runJobs();
    const { headers } = parseMessage(relay.received[0]?.raw ?? "");
    expect(headers).toMatchObject({
      from: "Zonepost <no-reply@panel.example>",
      to,
      "message-id": `<${row?.id}@api.example>`,
      "auto-submitted": "auto-generated",
    });
  });

  it.each<[string, Language | null | "unknown", Language | undefined, Language]>([
    ["a person without a choice gets English", null, undefined, "en"],
    ["a person without a choice gets English despite the suggestion", null, "de", "en"],
    ["a person's own choice overrides the suggestion", "en", "de", "en"],
    ["an unknown address gets English", "unknown", undefined, "en"],
    ["an unknown address gets the suggested one", "unknown", "de", "de"],
  ])("is in the right language: %s", async (_, own, hinted, expected) => {
    const to = newAddress();
    if (own !== "unknown") {
      await addPerson(to, own);
    }
    await enqueue({ to, ...(hinted ? { language: hinted } : {}) });
    await runJobs();
    const { subject } = parseMessage(relay.received[0]?.raw ?? "");
    expect(subject).toBe(passwordResetEmail({ url }).variants[expected].subject);
  });

  it("is in English if it doesn't exist in the person's language", async () => {
    const to = newAddress();
    await addPerson(to, "de");
    const { en } = passwordResetEmail({ url }).variants;
    await enqueue({ to, variants: { en } });
    await runJobs();
    expect(parseMessage(relay.received[0]?.raw ?? "").subject).toBe(en.subject);
  });

  it("goes to exactly one address, even if the address is unusual", async () => {
    await enqueue({ to: "one@people.test, two@people.test" });
    await runJobs();
    expect(relay.received.flatMap(({ to }) => to)).not.toContain("two@people.test");
  });

  it("can't get a header through its subject", async () => {
    const { en } = passwordResetEmail({ url }).variants;
    const subject = "Hello\r\nBcc: victim@people.test\r\n\r\nA body";
    await enqueue({ to: newAddress(), variants: { en: { ...en, subject } } });
    await runJobs();
    const { headers } = parseMessage(relay.received[0]?.raw ?? "");
    expect(headers.bcc).toBeUndefined();
    expect(relay.received[0]?.to).toHaveLength(1);
  });
});

describe("an email for known addresses only", () => {
  it("goes to the person's address as spelled in their account", async () => {
    const to = newAddress();
    await addPerson(to);
    await enqueue({ to: to.toUpperCase(), onlyIfKnown: true });
    await runJobs();
    expect(relay.received.map((mail) => mail.to)).toEqual([[to]]);
  });

  it("is deleted unsent if no account has the address", async () => {
    await enqueue({ to: newAddress(), onlyIfKnown: true });
    await runJobs();
    expect(relay.received).toEqual([]);
    expect([await waiting(), await jobs()]).toEqual([[], []]);
  });

  it("does the same work for an unknown address: requesting a magic link", async () => {
    const [known, stranger] = [newAddress(), newAddress()];
    await addPerson(known);
    for (const email of [known, stranger]) {
      await askForLink(email);
    }
    const shapes = (await waiting()).map(({ id: _, toAddress: __, contentEncrypted, ...same }) => ({
      ...same,
      length: contentEncrypted.length,
    }));
    expect(shapes).toHaveLength(2);
    expect(shapes[0]).toEqual(shapes[1]);
    expect(await jobs()).toHaveLength(2);
    await runJobs();
    expect(relay.received.map(({ to }) => to)).toEqual([[known]]);
    const text = parseMessage(relay.received[0]?.raw ?? "").parts["text/plain"];
    expect(text).toMatch(/^Code: \d{6}$/m);
    expect(text).toContain("https://panel.example/sign-in/link#token=");
  });
});

describe("an email for a member of a workspace", () => {
  const addWorkspace = async () => {
    const id = newId();
    await db.insert(workspaces).values({ id, name: "Acme", slug: id, createdAt: new Date() });
    return id;
  };
  const addMember = async (workspaceId: string, language?: "de") => {
    const email = newAddress();
    await addPerson(email, language);
    const [person] = await db.select().from(users).where(eq(users.email, email));
    const userId = person?.id ?? "";
    await db
      .insert(members)
      .values({ id: newId(), workspaceId, userId, role: "owner", createdAt: new Date() });
    return email;
  };
  const outcomesOf = async (id: string) => (await readEmailOutcomes(db, [id])).get(id)?.outcome;
  const enqueueFor = (to: string, onlyToMemberOf: string) =>
    enqueueEmail(
      db,
      { secretBox },
      { ...passwordResetEmail({ url }), to, onlyToMemberOf, language: "de", keepsOutcome: true },
      new Date(),
    );

  it("is not sent to people who have left, and its outcome is kept", async () => {
    const workspaceId = await addWorkspace();
    const [stays, left] = [await addMember(workspaceId), await addMember(workspaceId)];
    const ids = [await enqueueFor(stays, workspaceId), await enqueueFor(left, workspaceId)];
    expect(await readEmailOutcomes(db, ids)).toEqual(new Map());
    await db.$client`delete from members where user_id = (select id from users where email = ${left})`;
    await runJobs();
    expect(relay.received.map(({ to }) => to)).toEqual([[stays]]);
    expect([await outcomesOf(ids[0] ?? ""), await outcomesOf(ids[1] ?? "")]).toEqual(["sent", "dropped"]);
  });

  it("is in the workspace's language if the person has none, and reports a refusal", async () => {
    const workspaceId = await addWorkspace();
    await enqueueFor(await addMember(workspaceId), workspaceId);
    await runJobs();
    expect(parseMessage(relay.received[0]?.raw ?? "").subject).toBe(
      passwordResetEmail({ url }).variants.de.subject,
    );
    relay.answers.recipient = "550 5.1.1 no such person";
    const id = await enqueueFor(await addMember(workspaceId), workspaceId);
    await runJobs();
    expect(await outcomesOf(id)).toBe("refused");
  });
});

describe("an email that the relay doesn't accept", () => {
  it("waits while the relay is unavailable and arrives later", async () => {
    await relay.close();
    await enqueue({ to: newAddress() });
    await runJobs();
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 1, last_error: expect.stringContaining("ECONNREFUSED") });
    expect(Date.parse(job?.run_at)).toBeGreaterThan(Date.parse(job?.created_at));
    await runJobsLater();
    expect((await jobs())[0]).toMatchObject({ attempts: 2 });
    const [row] = await waiting();
    await relay.listen();
    await runJobsLater();
    expect(relay.received.map(({ raw }) => parseMessage(raw).headers["message-id"])).toEqual([
      `<${row?.id}@api.example>`,
    ]);
    expect([await waiting(), await jobs()]).toEqual([[], []]);
  });

  it("arrives after the relay has dropped the connection", async () => {
    await enqueue({ to: newAddress() });
    await runJobs();
    await relay.close();
    await relay.listen();
    await enqueue({ to: newAddress() });
    await runJobs();
    if ((await jobs()).length > 0) {
      await runJobsLater();
    }
    expect(relay.received).toHaveLength(2);
  });

  it.each([
    ["recipient", "450 4.2.0 try later"],
    ["recipient", "451 4.3.0 trouble here"],
    ["recipient", "550 5.7.1 relaying denied"],
    ["recipient", "530 authenticate first"],
    ["message", "452 4.3.1 no room"],
    ["message", "554 5.7.1 no mail from you today"],
  ] as const)("is retried after a temporary error: the %s gets %s", async (turn, answer) => {
    relay.answers[turn] = answer;
    await enqueue({ to: newAddress() });
    await runJobs();
    expect(await waiting()).toHaveLength(1);
    delete relay.answers[turn];
    await runJobsLater();
    expect(relay.received).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ["recipient", "550 5.1.1 no such person"],
    ["recipient", "553 not a mailbox here"],
    ["message", "552 5.3.4 too big"],
  ] as const)("is dropped and logged after a permanent error: the %s gets %s", async (turn, answer) => {
    relay.answers[turn] = answer;
    const to = newAddress();
    await enqueue({ to });
    const [row] = await waiting();
    await runJobs();
    expect([relay.received, await waiting(), await jobs()]).toEqual([[], [], []]);
    const written = await log.read();
    const line = written.split("\n").find((each) => each.includes("the mail relay refused it"));
    expect(JSON.parse(line ?? "null")).toMatchObject({
      level: 40,
      emailId: row?.id,
      kind: "password_reset",
      code: Number(answer.slice(0, 3)),
    });
    expect(written).not.toContain(to);
  });

  it("is dropped and logged as an error after the last attempt", async () => {
    relay.answers.recipient = "451 4.3.0 trouble here";
    await enqueue({ to: newAddress() });
    await db.$client`update graphile_worker._private_jobs set attempts = max_attempts - 2`;
    await runJobs();
    expect(await waiting()).toHaveLength(1);
    await runJobsLater();
    expect([await waiting(), await jobs()]).toEqual([[], []]);
    const line = (await log.read()).split("\n").find((each) => each.includes("the last attempt"));
    expect(JSON.parse(line ?? "null")).toMatchObject({
      level: 50,
      kind: "password_reset",
      err: { message: expect.stringContaining("451") },
    });
  });

  it("counts toward one daily share of its address if strangers can trigger it, whatever its kind", async () => {
    const to = newAddress();
    await addPerson(to);
    const askForLinks = async (count: number, browser?: string) => {
      for (let asked = 0; asked < count; asked += 1) {
        await askForLink(asked % 2 ? to : to.toUpperCase(), browser);
        await mailPasswordReset({ db, clock, secretBox, panelUrl: url }, { email: to, browser });
      }
    };
    const sentNow = async () => {
      await runJobs();
      return relay.received.splice(0).length;
    };
    await askForLinks(4);
    for (let invited = 0; invited < 3; invited += 1) {
      await enqueue({ to, share: shareOf("other") });
    }
    expect(await sentNow()).toBe(10);
    await askForLinks(8);
    expect(await sentNow()).toBe(11);
    await askForLinks(4, "a-browser-of-the-person");
    expect(await sentNow()).toBe(8);
    await enqueue({ to });
    expect(await sentNow()).toBe(1);
    clock.at = new Date(clock.at.getTime() + hourMs);
    await askForLinks(4);
    expect(await sentNow()).toBe(1);
    clock.at = new Date(clock.at.getTime() + dayMs);
    await askForLinks(2);
    expect(await sentNow()).toBe(4);
    const dropped = (await log.read())
      .split("\n")
      .filter((line) => line.includes("has reached its daily limit"));
    expect(dropped).toHaveLength(1 + 5 + 7);
    expect(dropped.join()).not.toContain(to);
  });

  it("is not sent once it is out of date", async () => {
    const to = newAddress();
    await addPerson(to);
    await askForLink(to);
    await relay.close();
    await runJobs();
    await relay.listen();
    clock.at = new Date(clock.at.getTime() + 15 * 60_000);
    await runJobsLater();
    expect([relay.received, await waiting(), await jobs()]).toEqual([[], [], []]);
    expect(await log.read()).toMatch(/"kind":"magic_link".*out of date/);
  });
});

describe("an email without a job", () => {
  it("is deleted after a week, and not before", async () => {
    for (const [days, kind] of [
      [6, "password_reset"],
      [8, "password_changed"],
    ] as const) {
      const { en } = passwordResetEmail({ url }).variants;
      const email = { kind, to: newAddress(), variants: { en } };
      await enqueueEmail(db, { secretBox }, email, new Date(Date.now() - days * dayMs));
    }
    expect(await deleteUnsentEmails(db, 10)).toBe(1);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(["password_reset"]);
  });
});

describe("links in an email", () => {
  it("are encrypted while it waits and never logged, even if the relay quotes them", async () => {
    const to = newAddress();
    await addPerson(to);
    const secret = "the-secret-of-the-link";
    await enqueue({ ...magicLinkEmail({ url, code: "049203" }), to });
    relay.answers.message = `451 4.7.0 a link to ${url} for ${to} is looked at first`;
    await runJobs();
    relay.answers.message = `554 5.6.0 a link to ${url} for ${to} is not wanted`;
    const [row] = await waiting();
    const kept = JSON.stringify([row, await jobs()]);
    expect(kept).toContain(to);
    expect(kept).not.toContain(secret);
    const opened = secretBox.open(row?.contentEncrypted ?? "", `outgoing_email:${row?.id}`);
    expect(opened.split(secret).length).toBeGreaterThan(4);
    await runJobsLater();
    expect(await waiting()).toEqual([]);
    const written = await log.read();
    expect(written).toContain("it answered 451");
    expect(written).toContain("the mail relay refused it");
    expect(written).not.toContain(secret);
    expect(written).not.toContain(to);
  });
});

describe("the connection to the relay", () => {
  const via = async (smtpUrl: string) => {
    mailer.close();
    mailer = mailerTo(smtpUrl);
    await enqueue({ to: newAddress() });
    await runJobs();
  };
  const again = async (options: Parameters<Relay["listen"]>[0]) => {
    await relay.close();
    await relay.listen(options);
  };

  it("uses TLS from the start with smtps, and the credentials of the address", async () => {
    await again({ secure: true });
    const account = "relay-user:relay%3Apass%2Fword";
    await via(`smtps://${account}@127.0.0.1:${relay.port}?tls.rejectUnauthorized=false`);
    expect(relay.received).toMatchObject([{ isSecure: true, user: "relay-user" }]);
  });

  it("is refused with an untrusted certificate", async () => {
    await again({ secure: true });
    await via(`smtps://127.0.0.1:${relay.port}`);
    expect([relay.received, (await waiting()).length]).toEqual([[], 1]);
    expect((await jobs())[0]?.last_error).toMatch(/certificate/);
  });

  it("uses STARTTLS with smtp if the relay is on another machine", async () => {
    await again({ offersTls: true });
    // 0.0.0.0 also leads here, but isn't recognized as a local address.
    await via(`smtp://0.0.0.0:${relay.port}?tls.rejectUnauthorized=false`);
    expect(relay.received).toMatchObject([{ isSecure: true }]);
  });

  it("is refused without TLS if the relay is on another machine, unless the address allows it", async () => {
    await via(`smtp://0.0.0.0:${relay.port}`);
    expect([relay.received, (await waiting()).length]).toEqual([[], 1]);
    await via(`smtp://0.0.0.0:${relay.port}?requireTLS=false`);
    expect(relay.received).toMatchObject([{ isSecure: false }]);
  });

  it("is refused without TLS on this machine if the address requires TLS", async () => {
    await via(`smtp://127.0.0.1:${relay.port}?requireTLS=true`);
    expect([relay.received, (await waiting()).length]).toEqual([[], 1]);
  });

  it("reports a wrong password, and the email waits until it is corrected", async () => {
    await again({ offersTls: true });
    await via(`smtp://relay-user:wrong@127.0.0.1:${relay.port}?requireTLS=true&tls.rejectUnauthorized=false`);
    expect((await jobs())[0]?.last_error).toMatch(/EAUTH.*535/);
    expect(
      (await db.select().from(outgoingEmails).where(eq(outgoingEmails.kind, "password_reset"))).length,
    ).toBe(1);
  });
});
