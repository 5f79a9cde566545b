import { createServer, type Server, type Socket } from "node:net";
import type postgres from "postgres";

const maxRequestBytes = 64 * 1024;
const unavailable = "451 4.3.0 Temporary lookup failure";
/** The agent reloads Dovecot after an outage, and its former processes, without a connection, end after 6 s. */
const recoveryMs = 10_000;
const probeTimeoutMs = 3_000;

/**
 * Postfix's policy service (SMTPD_POLICY_README): whether a recipient is accepted, in one query for all rules, and whether
 * a client may sign in now. A connection carries one request after the other.
 */
export function createRecipientPolicy(sql: postgres.Sql): Server {
  let lastFailureMs = Number.NEGATIVE_INFINITY;
  const probe = async () => {
    const timeout = AbortSignal.timeout(probeTimeoutMs);
    const isLate = new Promise<true>((resolve) => timeout.addEventListener("abort", () => resolve(true)));
    const hasFailed = await Promise.race([isLate, sql`select 1`.then(() => false).catch(() => true)]);
    if (hasFailed) {
      lastFailureMs = performance.now();
    }
  };
  const answer = async (request: Map<string, string>): Promise<string> => {
    try {
      if (request.get("protocol_state") !== "CONNECT") {
        return await checkRecipient(sql, request);
      }
      await probe();
      return performance.now() - lastFailureMs < recoveryMs ? unavailable : "DUNNO";
    } catch {
      lastFailureMs = performance.now();
      return unavailable;
    }
  };
  const timer = setInterval(probe, probeTimeoutMs);
  const server = createServer((socket) => {
    let received = "";
    let isAnswering = false;
    const answerNext = async () => {
      const end = received.indexOf("\n\n");
      if (end < 0 || isAnswering) {
        return;
      }
      isAnswering = true;
      const request = received.slice(0, end);
      received = received.slice(end + 2);
      const action = await answer(parseRequest(request));
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

async function checkRecipient(sql: postgres.Sql, request: Map<string, string>): Promise<string> {
  const [login, recipient, size] = ["sasl_username", "recipient", "size"].map(
    (name) => request.get(name) ?? "",
  );
  const [row] = await sql<{ reply: string }[]>`
    select mail_host.check_recipient(${login ?? ""}, ${recipient ?? ""}, ${Number(size)}) as reply`;
  return row?.reply ?? unavailable;
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
