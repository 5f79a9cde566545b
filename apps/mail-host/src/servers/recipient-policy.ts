import { createServer, type Server, type Socket } from "node:net";
import type postgres from "postgres";

const maxRequestBytes = 64 * 1024;
const unavailable = "451 4.3.0 Temporary lookup failure";

/**
 * Postfix's policy service (SMTPD_POLICY_README): whether a recipient is accepted, in one query for all rules. A client
 * sends one request after the other.
 */
export function createRecipientPolicy(sql: postgres.Sql): Server {
  return createServer((socket) => {
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
      const action = await checkRecipient(sql, parseRequest(request)).catch(() => unavailable);
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
