import { sandboxDomainDates, sandboxPortfolio } from "@zonepost/db/sandbox-portfolio";
import type postgres from "postgres";
import { insertDomain } from "./domains.ts";

/** The other registrar, whose names are taken and nobody else's to see. */
export const otherRegistrar = "otherreg";

const namesElsewhere = [
  { name: "brightharbor.com", expiresInDays: 120, registeredYears: 14 },
  { name: "openmeadow.org", expiresInDays: 210, registeredYears: 6 },
  { name: "signalpath.io", expiresInDays: 75, registeredYears: 3 },
  { name: "stadtwerk-nord.de", expiresInDays: 340, registeredYears: 15 },
];

const seedLock = 7_305_100_911;

/** Fills a registry that has no domain yet. Returns how many domains it registered. */
export async function seedDomains(sql: postgres.Sql, registrar: string, now: Date): Promise<number> {
  await sql`
    insert into registry.registrars (id, password_hash) values (${otherRegistrar}, 'none')
    on conflict (id) do nothing`;
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${seedLock})`;
    const [held] = await tx`select 1 from registry.domains limit 1`;
    if (held) return 0;
    const elsewhere = namesElsewhere.map((domain) => ({
      ...domain,
      sponsor: otherRegistrar,
      nameservers: ["ns1.elsewhere-dns.net", "ns2.elsewhere-dns.net"],
      dsRecords: [],
    }));
    const ours = sandboxPortfolio.map((domain) => ({ ...domain, sponsor: registrar }));
    for (const domain of [...ours, ...elsewhere]) {
      const { registeredAt, expiresAt } = sandboxDomainDates(domain, now);
      const { name, sponsor, nameservers, dsRecords } = domain;
      await insertDomain(tx, { name, sponsor, nameservers, dsRecords, createdAt: registeredAt, expiresAt });
    }
    return ours.length + elsewhere.length;
  });
}
