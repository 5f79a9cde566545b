import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";

/** Replies to RCPT by the start of the recipient; others are accepted. */
const recipientReplies: [string, string][] = [
  ["greylisted", "450 4.7.1 Recipient address rejected: Greylisted, come back in 5 minutes"],
  ["gone", "550 5.1.1 No such user here"],
  ["full", "452 4.2.2 Over quota"],
];

/** A mail host elsewhere, which offers STARTTLS, and answers by the recipient's name. */
export async function startOtherMailHost(certificate: { certificateFile: string; keyFile: string }) {
  const secureContext = createSecureContext({
    cert: readFileSync(certificate.certificateFile),
    key: readFileSync(certificate.keyFile),
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write("220 mx.other.example ESMTP\r\n");
    converse(socket, () => {
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      converse(secured);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, startTls?: () => void): void {
  let received = "";
  let isText = false;
  const reply = (text: string) => socket.write(`${text}\r\n`);
  const answer = (line: string) => {
    const [command = ""] = line.toUpperCase().split(" ");
    if (isText) {
      isText = line !== ".";
      return isText || reply("250 2.0.0 Accepted");
    }
    switch (command) {
      case "EHLO":
        return reply(startTls ? "250-mx.other.example\r\n250 STARTTLS" : "250 mx.other.example");
      case "STARTTLS":
        reply("220 Go ahead");
        socket.removeAllListeners("data");
        return startTls?.();
      case "RCPT": {
        const refusal = recipientReplies.find(([name]) => line.slice("RCPT TO:<".length).startsWith(name));
        return reply(refusal?.[1] ?? "250 2.1.5 OK");
      }
      case "DATA":
        isText = true;
        return reply("354 Go ahead");
      case "QUIT":
        return socket.end("221 2.0.0 Bye\r\n");
      default:
        return reply("250 2.0.0 OK");
    }
  };
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    for (let end = received.indexOf("\r\n"); end >= 0; end = received.indexOf("\r\n")) {
      const line = received.slice(0, end);
      received = received.slice(end + 2);
      answer(line);
    }
  });
}
