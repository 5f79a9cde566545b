import { afterEach, describe, expect, it } from "vitest";
import { runDomainLife } from "../../examples/domain-life.ts";
import { schemaViolations, xmllintPresent } from "../../test/schema-check.ts";
import { kindOf } from "../../test/scripted-server.ts";
import { type SmallRegistry, startSmallRegistry } from "../../test/small-registry.ts";
import { createEppPool } from "./pool.ts";

let registry: SmallRegistry | undefined;

afterEach(async () => {
  await registry?.close();
});

async function run(lost: Parameters<typeof startSmallRegistry>[0] = []): Promise<string[]> {
  registry = await startSmallRegistry(lost);
  registry.messages.push(
    { id: "1", text: "The registry is closed on Sunday." },
    {
      id: "2",
      text: "Transfer requested.",
      subject: {
        type: "domain:transfer",
        transfer: {
          name: "example.com",
          status: "pending",
          requestedBy: "ClientY",
          requestedAt: new Date("2026-01-02T00:00:00Z"),
          actedBy: "ClientX",
          actedAt: new Date("2026-01-07T00:00:00Z"),
        },
      },
    },
  );
  const lines: string[] = [];
  const pool = createEppPool({
    host: "127.0.0.1",
    port: registry.port,
    tls: registry.tls,
    clientId: "ClientX",
    password: "foo-BAR2",
    maxSessions: 2,
    reconnectDelayMs: { minimum: 1, maximum: 2 },
  });
  try {
    await runDomainLife(pool, "example.com", (line) => lines.push(line));
  } finally {
    await pool.close();
  }
  return lines;
}

const story = [
  "example.com available: true, 11.88 EUR",
  "registered until 2027-01-01T00:00:00.000Z, clientTransferProhibited",
  "renewed until 2028-01-01T00:00:00.000Z",
  "deleted, and can be restored",
  "restored, ok",
  "message: The registry is closed on Sunday.",
  "message: Transfer requested. (pending)",
];

describe("the example", () => {
  it("completes a domain's life at a registry over TLS", async () => {
    await expect(run()).resolves.toEqual(story);
    expect(registry?.contacts.get("HOLDER-1")?.postalInfos[0]?.name).toBe("Jürgen Groß");
    expect(registry?.hosts.get("ns1.example.com")?.addresses).toHaveLength(2);
    expect(registry?.messages).toEqual([]);
  });

  it("has the same result, and repeats no change, if the responses to a create and a renewal are lost", async () => {
    await expect(run(["domain:create", "domain:renew"])).resolves.toEqual(story);
    const sent = registry?.received.map(kindOf) ?? [];
    expect(sent.filter((kind) => kind === "domain:create")).toHaveLength(1);
    expect(sent.filter((kind) => kind === "domain:renew")).toHaveLength(1);
  });

  it.skipIf(!xmllintPresent)("only sends messages that match the RFCs' schemas", async () => {
    await run();
    const frames = registry?.received.map(({ xml }) => xml) ?? [];
    expect(frames.length).toBeGreaterThan(15);
    expect(schemaViolations(frames)).toEqual([]);
  });
});
