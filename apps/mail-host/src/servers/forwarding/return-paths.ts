import { createServer, type Server } from "node:net";
import type { SenderRewriter } from "./srs.ts";

/** Postfix's table of rewritten senders (tcp_table(5)): the address that a bounce to one of them goes to. */
export function createReturnPaths(rewriter: SenderRewriter): Server {
  return createServer((socket) => {
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      const lines = received.split("\n");
      received = lines.pop() ?? "";
      for (const line of lines) {
        socket.write(`${answer(line)}\n`);
      }
    });
    socket.on("error", () => {});
  });

  function answer(line: string): string {
    const key = /^get (.*)$/.exec(line)?.[1];
    const path = key === undefined ? undefined : rewriter.reverse(decode(key), Date.now());
    switch (path?.kind) {
      case "sender":
        return `200 ${encode(path.address)}`;
      case "account":
        return `200 ${encode(`${path.address}.returned.internal`)}`;
      case "none":
        return "200 nowhere@nowhere.internal";
      default:
        return "500 not one of ours";
    }
  }
}

const decode = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const encode = (text: string) =>
  text.replace(/[^!-$&-~]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
