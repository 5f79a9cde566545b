import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Answers 204 at once, and reports when the expected deliveries have arrived.

/** Tells the receiver to forget the last round. */
export type Expect = { type: "expect"; count: number; keepsTimes: boolean };
export type Report =
  | { type: "ready"; port: number }
  | { type: "expecting" }
  | {
      type: "all";
      firstMs: number;
      lastMs: number;
      connections: number;
      /** Wall time of each first arrival, by event id, if asked for. */
      times: [id: string, atMs: number][];
    }
  | { type: "repeated"; id: string };

const nowMs = () => performance.timeOrigin + performance.now();
const report = (message: Report) => process.send?.(message);

let expected = 0;
let keepsTimes = false;
let arrivals = new Map<string, number>();
let firstMs = 0;
let connections = 0;

const server = createServer((request, response) => {
  const atMs = nowMs();
  request.resume();
  request.on("end", () => response.writeHead(204).end());
  const id = String(request.headers["webhook-id"]);
  if (arrivals.has(id)) {
    report({ type: "repeated", id });
    return;
  }
  firstMs = arrivals.size === 0 ? atMs : firstMs;
  arrivals.set(id, atMs);
  if (arrivals.size === expected) {
    report({ type: "all", firstMs, lastMs: atMs, connections, times: keepsTimes ? [...arrivals] : [] });
  }
});
server.on("connection", () => {
  connections += 1;
});

process.on("message", (message: Expect) => {
  expected = message.count;
  keepsTimes = message.keepsTimes;
  arrivals = new Map();
  connections = 0;
  report({ type: "expecting" });
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  report({ type: "ready", port: (server.address() as AddressInfo).port });
});
