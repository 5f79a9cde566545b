import { once } from "node:events";
import { connect } from "node:net";
import type { MailServerOptions } from "./options.ts";

const answersWithinMs = 3_000;

/** Signs in to the Redis of the spam filter. Returns a line if that fails. */
export async function checkRedis({ redis }: MailServerOptions): Promise<string[]> {
  if (!redis) {
    return [];
  }
  const { host, port, password, database } = redis;
  const commands = [
    ...(password ? [["AUTH", password]] : []),
    ...(database ? [["SELECT", database]] : []),
    ["PING"],
  ];
  const socket = connect({ host, port });
  const signal = AbortSignal.timeout(answersWithinMs);
  let received = "";
  try {
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    await once(socket, "connect", { signal });
    socket.write(commands.map(encode).join(""));
    while (received.split("\r\n").length <= commands.length) {
      await once(socket, "data", { signal });
    }
    const refusal = received.split("\r\n").find((line) => line.startsWith("-"));
    return refusal === undefined ? [] : [`redis: ${host}:${port} answers ${refusal.slice(1)}`];
  } catch (error) {
    const reason = signal.aborted ? "doesn't answer" : (error as Error).message;
    return [`redis: ${host}:${port}: ${reason}`];
  } finally {
    socket.destroy();
  }
}

const encode = (words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;
