import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

export type Measurement = {
  requestCount: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server's process, user and system; undefined without /proc. */
  cpuPerRequestMicroseconds: number | undefined;
};

/** The repeated request. */
export type Load = {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON, in turn. */
  bodies?: readonly object[];
};

const connections = 20;
const clockTicksPerSecond =
  process.platform === "linux"
    ? Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }))
    : undefined;

/** CPU time of a process so far, in microseconds (proc(5): utime and stime of /proc/<pid>/stat). */
export function cpuMicroseconds(pid: number): number | undefined {
  if (clockTicksPerSecond === undefined) {
    return undefined;
  }
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the program's name in brackets, and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond) * 1_000_000;
}

/**
 * Sends one request repeatedly for some seconds. Throws on any response but a 2xx, which would make the result
 * meaningless.
 */
export async function measure(
  server: { url: string; pid: number },
  { method = "GET", path, headers = {}, bodies = [] }: Load,
  durationSeconds: number,
): Promise<Measurement> {
  const responseTimesMs: number[] = [];
  const texts = bodies.map((body) => JSON.stringify(body));
  let next = 0;
  const cpuBefore = cpuMicroseconds(server.pid);
  const load = autocannon({
    url: `${server.url}${path}`,
    connections,
    duration: durationSeconds,
    method,
    headers: bodies.length > 0 ? { ...headers, "content-type": "application/json" } : headers,
    // autocannon's own list of requests would begin with the same one on each connection.
    ...(bodies.length > 0
      ? { requests: [{ setupRequest: (sent) => ({ ...sent, body: texts[next++ % texts.length] }) }] }
      : {}),
  });
  load.on("response", (_client, _statusCode, _byteCount, responseTimeMs) =>
    responseTimesMs.push(responseTimeMs),
  );
  const result = await load;
  const cpuAfter = cpuMicroseconds(server.pid);
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0 || responseTimesMs.length === 0) {
    throw new Error(`${server.url}${path}: ${failures} of ${responseTimesMs.length} answers were not 2xx`);
  }
  const sorted = Float64Array.from(responseTimesMs).sort();
  return {
    requestCount: sorted.length,
    requestsPerSecond: sorted.length / result.duration,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    cpuPerRequestMicroseconds:
      cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / sorted.length,
  };
}

export function median(values: readonly number[]): number {
  return percentile(Float64Array.from(values).sort(), 0.5);
}

export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
