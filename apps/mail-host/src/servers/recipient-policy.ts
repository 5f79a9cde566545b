import { createServer, type Server, type Socket } from "node:net";
import type postgres from "postgres";
import { accountInGreeting } from "./forwarding/sieve-message.ts";
import { isRewritten, type SenderRewriter } from "./forwarding/srs.ts";

const maxRequestBytes = 64 * 1024;
const unavailable = "451 4.3.0 Temporary lookup failure";
const pruneIntervalMs = 3_000;
/** Longer than it takes until the agent has reported what a mailbox uses after a delivery. */
const undeliveredMs = 10_000;
/** The servers on the way add lines to the header. */
const addedBytes = 2_000;

/**
 * Postfix's policy service (SMTPD_POLICY_README): whether a recipient is accepted, in one query for all rules, and whether
 * the message fits into its mailboxes. A connection carries one request after the other.
 */
export function createRecipientPolicy(sql: postgres.Sql, rewriter: SenderRewriter): Server {
  const undelivered = new UndeliveredMail();
  const answer = async (request: Map<string, string>, message: Message): Promise<string> => {
    try {
      const isAtEnd = request.get("protocol_state") === "END-OF-MESSAGE";
      const recipient = request.get("recipient") ?? "";
      if (!isAtEnd && isRewritten(recipient)) {
        // Nothing else here needs the database, which may be in a quarantine.
        await sql`select mail_host.require_open()`;
        // Only bounces come back to forwarded mail.
        const isOurs = rewriter.reverse(recipient, Date.now()) !== undefined;
        return isOurs && request.get("sender") === ""
          ? "OK"
          : "550 5.1.1 There is no mailbox with this address";
      }
      // Only Dovecot reaches that listener. Anyone may greet like it elsewhere.
      const account =
        request.get("policy_context") === "sieve" ? accountInGreeting(request.get("helo_name")) : undefined;
      if (isAtEnd && account !== undefined) {
        const [row] = await sql<
          { address: string | null }[]
        >`select mail_host.find_account_address(${account}) as address`;
        // For the path of the message: Postfix logs it with the queue ID.
        return row?.address ? `INFO rules of ${row.address}` : "DUNNO";
      }
      return isAtEnd
        ? await checkRoom(sql, request, message, undelivered)
        : await checkRecipient(sql, request, message);
    } catch {
      return unavailable;
    }
  };
  const timer = setInterval(() => undelivered.prune(), pruneIntervalMs);
  const server = createServer((socket) => {
    let received = "";
    let isAnswering = false;
    const message: Message = { instance: "", recipients: [] };
    const answerNext = async () => {
      const end = received.indexOf("\n\n");
      if (end < 0 || isAnswering) {
        return;
      }
      isAnswering = true;
      const request = received.slice(0, end);
      received = received.slice(end + 2);
      const action = await answer(parseRequest(request), message);
      isAnswering = false;
      socket.write(`action=${action}\n\n`);
      void answerNext();
    };
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      received += chunk;
      if (received.length > maxRequestBytes) {
        socket.destroy();
        return;
      }
      void answerNext();
    });
    ignoreErrors(socket);
  });
  return server.once("close", () => clearInterval(timer));
}

/** The message that a connection carries, with its recipients of hosted domains. */
type Message = { instance: string; recipients: string[] };

async function checkRecipient(
  sql: postgres.Sql,
  request: Map<string, string>,
  message: Message,
): Promise<string> {
  const [login = "", recipient = "", size, instance = ""] = [
    "sasl_username",
    "recipient",
    "size",
    "instance",
  ].map((name) => request.get(name) ?? "");
  const [row] = await sql<{ reply: string }[]>`
    select mail_host.check_recipient(${login}, mail_host.ascii_address(${recipient}), ${Number(size)}) as reply`;
  if (instance !== message.instance) {
    Object.assign(message, { instance, recipients: [] });
  }
  if (row?.reply === "OK") {
    message.recipients.push(recipient.toLowerCase());
  }
  return row?.reply ?? unavailable;
}

/**
 * Refuses a message for whose size no recipient has room, since only the server that sent it can tell its sender without
 * mail to forged addresses. If mail that is on its way fills the mailbox, the sender tries again.
 */
async function checkRoom(
  sql: postgres.Sql,
  request: Map<string, string>,
  { instance, recipients }: Message,
  undelivered: UndeliveredMail,
): Promise<string> {
  const sizeBytes = Number(request.get("size")) + addedBytes;
  const isForAll =
    instance === request.get("instance") && recipients.length === Number(request.get("recipient_count"));
  const replyFor = async (withUndelivered: boolean) => {
    const sizes = recipients.map(
      (recipient) => sizeBytes + (withUndelivered ? undelivered.bytesFor(recipient) : 0),
    );
    const rows = await sql<{ reply: string }[]>`
      select mail_host.reply_to_recipient(mail_host.ascii_address(recipient), size) as reply
      from unnest(${recipients}::text[], ${sizes}::bigint[]) as given (recipient, size)`;
    return rows.every(({ reply }) => reply.startsWith("552")) ? rows[0]?.reply : undefined;
  };
  if (isForAll && (await replyFor(true)) !== undefined) {
    return (await replyFor(false)) ?? "452 4.2.2 This mailbox is nearly full, try again later";
  }
  for (const recipient of recipients) {
    undelivered.add(recipient, sizeBytes);
  }
  return "DUNNO";
}

/** The size of messages that were accepted, and may not be in the use that is stored for their mailbox. */
class UndeliveredMail {
  readonly #messages = new Map<string, { bytes: number; acceptedMs: number }[]>();

  add(recipient: string, bytes: number): void {
    this.#messages.set(recipient, [...this.#recent(recipient), { bytes, acceptedMs: performance.now() }]);
  }

  bytesFor(recipient: string): number {
    return this.#recent(recipient).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #recent(recipient: string) {
    const oldestMs = performance.now() - undeliveredMs;
    return (this.#messages.get(recipient) ?? []).filter(({ acceptedMs }) => acceptedMs > oldestMs);
  }

  /** Forgets recipients without recent messages. */
  prune(): void {
    for (const recipient of this.#messages.keys()) {
      if (this.#recent(recipient).length === 0) {
        this.#messages.delete(recipient);
      }
    }
  }
}

function parseRequest(text: string): Map<string, string> {
  return new Map(
    text.split("\n").map((line): [string, string] => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

/** A client that has gone needs no answer. */
const ignoreErrors = (socket: Socket) => socket.on("error", () => {});
