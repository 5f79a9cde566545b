import { createEppPool } from "@zonepost/epp";
import { expect, it } from "vitest";
import { credentials } from "./raw-session.ts";
import { startSandbox } from "./sandbox.ts";

it("hundreds of changes over many sessions are all executed, including those to the same domain", async () => {
  await using sandbox = await startSandbox();
  const { registry } = sandbox;
  const pool = createEppPool({
    host: "127.0.0.1",
    port: registry.port,
    tls: { ca: registry.certificatePem },
    ...credentials,
    maxSessions: 12,
  });
  await sandbox.sql`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at)
    select 'many-' || number || '.com', 'zonepost', 'zonepost', now() - interval '100 days',
      now() + interval '200 days'
    from generate_series(1, 50) number`;
  const names = Array.from({ length: 50 }, (_, index) => `many-${index + 1}.com`);
  const hosts = ["alpha", "beta", "gamma", "delta"].map((label) => ({ name: `${label}.shared.biz` }));
  await Promise.all(
    names.flatMap((name) => [
      pool.domainUpdate(name, { add: { nameservers: hosts } }),
      pool.domainUpdate(name, { add: { statuses: ["clientTransferProhibited"] } }),
      pool.domainInfo(name),
      pool.poll(),
    ]),
  );
  const changed = await Promise.all(names.map(async (name) => (await pool.domainInfo(name)).data));
  for (const { nameservers, statuses } of changed) {
    expect(nameservers).toHaveLength(4);
    expect(statuses).toEqual(["clientTransferProhibited"]);
  }
  await pool.close();
});
