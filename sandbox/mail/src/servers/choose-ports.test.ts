import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@zonepost/embedded-postgres/host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { choosePorts } from "./choose-ports.ts";

let folder: string;
const file = () => path.join(folder, "ports.json");

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "zonepost-ports-"));
});
afterEach(() => rm(folder, { recursive: true }));

const areDistinct = (ports: object) => new Set(Object.values(ports)).size === Object.values(ports).length;

/** The ports of an earlier run, as distinct free ones with some changes. */
async function writeEarlier(
  changes: (ports: Record<string, number>) => object,
): Promise<Record<string, unknown>> {
  const earlier = { ...changes({ ...(await choosePorts(file())) }) };
  await writeFile(file(), JSON.stringify(earlier));
  return earlier as Record<string, unknown>;
}

describe("the sandbox's mail ports", () => {
  it("are the same at the next start", async () => {
    const first = await choosePorts(file());
    expect(areDistinct(first)).toBe(true);
    expect(await choosePorts(file())).toEqual(first);
  });

  it.each<[string, (ports: Record<string, number>) => object]>([
    ["a pair of an earlier version", (ports) => ({ ...ports, srsForward: ports.forwarding })],
    ["a pair of the first and the last", (ports) => ({ ...ports, sink: ports.smtp })],
    ["three times the same", (ports) => ({ ...ports, imap: ports.smtp, sieve: ports.smtp })],
    ["a port of a server that is new", ({ recipientPolicy, ...ports }) => ports],
    ["no port", () => ({})],
    ["a port that isn't one", (ports) => ({ ...ports, imap: 70_000, imaps: -1, sieve: 0, smtp: 2.5 })],
    ["a text", (ports) => ({ ...ports, imap: "143" })],
  ])("are distinct after a file with %s, and the others stay", async (_what, changes) => {
    const earlier = await writeEarlier(changes);
    const ports: Record<string, number> = await choosePorts(file());
    expect(areDistinct(ports)).toBe(true);
    expect(Object.values(ports).every((port) => Number.isInteger(port) && port > 0 && port < 65_536)).toBe(
      true,
    );
    const seen = new Set<unknown>();
    for (const [name, port] of Object.entries(earlier)) {
      if (
        typeof port === "number" &&
        Number.isInteger(port) &&
        port > 0 &&
        port < 65_536 &&
        !seen.has(port)
      ) {
        expect(ports[name]).toBe(port);
        seen.add(port);
      }
    }
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual(ports);
  });

  it.each(["null", "{", "[]", ""])("are chosen again after a file with %j", async (text) => {
    await writeFile(file(), text);
    expect(areDistinct(await choosePorts(file()))).toBe(true);
  });

  it("are others than one that is taken, and than one that was chosen already or is in the file", async () => {
    const first = await choosePorts(file());
    const server = createServer().listen(first.smtp, "127.0.0.1");
    await once(server, "listening");
    try {
      const offered = [first.smtp, first.sieve, first.sink, first.imap];
      const ports = await choosePorts(file(), async () => offered.shift() ?? freePort());
      expect(areDistinct(ports)).toBe(true);
      expect(Object.values(first)).not.toContain(ports.smtp);
      expect({ ...ports, smtp: first.smtp }).toEqual(first);
    } finally {
      server.close();
    }
  });
});
