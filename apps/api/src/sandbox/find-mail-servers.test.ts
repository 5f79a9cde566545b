import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findMailServers } from "./find-mail-servers.ts";

it("finds the sandbox's mail servers while they run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "zonepost-run-file-"));
  const withPorts = (ports: object) => {
    writeFileSync(join(folder, "run.json"), JSON.stringify({ ports, pids: {} }));
    return findMailServers(folder);
  };
  try {
    expect(await findMailServers(folder)).toBeNull();
    expect(await withPorts({ api: 4000 })).toBeNull();
    const host = "localhost";
    expect(await withPorts({ api: 4000, imaps: 1993, submissions: 1465, submission: 1587 })).toEqual({
      hostName: host,
      imap: { host, port: 1993, security: "tls" },
      submission: { host, port: 1465, security: "tls" },
      sieve: null,
      alternatives: { imap: null, submission: { host, port: 1587, security: "starttls" } },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
