import { expect } from "vitest";
import { startApi } from "../start-api.ts";
import { until } from "../until.ts";
import { createMailCustomers, type Domain, type Mailbox, mailEncryptionKey, messageOf } from "./customers.ts";
import {
  type DnsRecords,
  hasMailServers,
  type Login,
  readFolder,
  SmtpSession,
  startMailServers,
} from "./mail-host.ts";

// The servers ask a resolver of the sandbox, which knows the names in `dnsRecords` (later: `servers.setRecords`), hosted
// domains with the records that the panel shows (SPF of 127.0.0.25 alone, DKIM keys, DMARC with p=quarantine), and nothing
// else. A client's address decides about SPF, so a message that passes comes from an address of its own:
//
//   const mail = await startMail({ dnsRecords: { "sender.example": { TXT: ["v=spf1 ip4:127.0.0.40 -all"] } } });
//   await mail.fromOutside(anna.user, undefined, "x@sender.example", { client: "127.0.0.40" }); // SPF: pass
//   await mail.fromOutside(anna.user, undefined, "x@sender.example"); // 127.0.0.1; SPF: fail

/** CI installs the mail servers, and fails without them. */
export const skipsMailServers = !hasMailServers && process.env.CI !== "true";

let marks = 0;
/** A text that one message of a test run has. */
export const newMark = () => {
  marks += 1;
  return `mark-${marks}-${process.pid}`;
};

/** The mail servers as `npm run sandbox:mail` starts them, next to a real API. */
export async function startMail(options: { redisUrl?: string; dnsRecords?: DnsRecords } = {}) {
  const api = await startApi();
  const customers = createMailCustomers(api);
  const servers = await startMailServers(api.databaseUrl, mailEncryptionKey, options);
  const setup = {
    api,
    customers,
    servers,
    change: ({ name, workspace }: Domain, { id }: Mailbox, body: object) =>
      customers.rest(workspace, "PATCH", `/me/mail/${name}/accounts/${id}`, body),
    alias: ({ name, workspace }: Domain, fromAddress: string, toAddress: string) =>
      customers.rest(workspace, "POST", `/me/mail/${name}/aliases`, { fromAddress, toAddress }),
    /** The message in the mailbox whose text contains the mark, once it has arrived. */
    async arrived(login: Login, mark: string, folder = "INBOX"): Promise<string> {
      let found: string | undefined;
      const hasArrived = async () => {
        const messages = await readFolder(servers.ports.imaps, login, folder, `TEXT "${mark}"`);
        found = messages.find((text) => text.includes(mark));
        return found !== undefined;
      };
      await expect.poll(hasArrived, { interval: 200, message: `${mark} for ${login.user}` }).toBe(true);
      return found ?? "";
    },
    /** The message that left for another host, once it has left. */
    async left(mark: string): Promise<string> {
      let found: string | undefined;
      const hasLeft = () => {
        found = servers.outgoing().find((text) => text.includes(mark));
        return found !== undefined;
      };
      await expect.poll(hasLeft, { interval: 100, message: `${mark} to another host` }).toBe(true);
      return found ?? "";
    },
    /** A message from another host. Resolves to the last reply. */
    async fromOutside(
      to: string,
      text?: string,
      from = "x@outside.example",
      { client }: { client?: string } = {},
    ): Promise<string> {
      const session = await SmtpSession.open(servers.ports.smtp, { from: client });
      const reply = await session.send(from, to, text ?? messageOf(from, newMark()));
      session.close();
      return reply;
    },
    /** A message from a signed-in user. Resolves to the last reply. */
    async submit(login: Login, from: string, to: string, text?: string): Promise<string> {
      const { session, reply } = await SmtpSession.signIn(servers.ports.submission, login);
      const last = reply.startsWith("235") ? await session.send(from, to, text) : reply;
      session.close();
      return last;
    },
    /** Resolves once the key of the mailbox's domain is loaded, to the replies until then. */
    async untilSigned(login: Login): Promise<string[]> {
      const replies: string[] = [];
      await until("mail is signed", async () => {
        replies.push(await setup.submit(login, login.user, "ready@external.example"));
        return replies.at(-1)?.startsWith("250");
      }).catch((error: unknown) => {
        throw new Error(`the last reply was: ${replies.at(-1)}`, { cause: error });
      });
      return replies;
    },
    async [Symbol.asyncDispose]() {
      await servers.stop();
      servers.remove();
      await api[Symbol.asyncDispose]();
    },
  };
  return setup;
}

export type MailSetup = Awaited<ReturnType<typeof startMail>>;

let shared: Promise<MailSetup> | undefined;

/** The servers of a test file, started once for its parts, each with domains and records of its own. */
export async function shareMail(dnsRecords: DnsRecords = {}): Promise<MailSetup> {
  shared ??= startMail();
  const mail = await shared;
  mail.servers.setRecords(dnsRecords);
  return mail;
}

export async function stopSharedMail(): Promise<void> {
  const mail = await shared;
  shared = undefined;
  await mail?.[Symbol.asyncDispose]();
}
