import type { DomainContact } from "@zonepost/epp";
import { sandboxDomainDates, sandboxPortfolio } from "@zonepost/sandbox-portfolio";
import type postgres from "postgres";
import { addDays, addYears } from "../rules/years.ts";
import { insertContact } from "./contacts.ts";
import { insertDomain } from "./domains.ts";
import { movingInAuthInfo, movingInDomains } from "./moving-in.ts";

/** The other registrar. Its names are taken, and other registrars can't query them. */
export const otherRegistrar = "otherreg";

/** The contact of all seeded domains of the accredited registrar. */
const seededContact = "ZP-HOLDER-1";
const otherContact = "OTHER-HOLDER-1";

const namesElsewhere = [
  { name: "brightharbor.com", expiresInDays: 120, registeredYears: 14 },
  { name: "openmeadow.org", expiresInDays: 210, registeredYears: 6 },
  { name: "signalpath.io", expiresInDays: 75, registeredYears: 3 },
  { name: "stadtwerk-nord.de", expiresInDays: 340, registeredYears: 15 },
];
const elsewhereDns = ["ns1.elsewhere-dns.net", "ns2.elsewhere-dns.net"];

const seedLock = 7_305_100_911;

/**
 * Fills an empty registry and returns the number of domains. A registry that an earlier version filled gets the later
 * additions.
 */
export async function seedDomains(sql: postgres.Sql, registrar: string, now: Date): Promise<number> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${seedLock})`;
    const [held] = await tx`select 1 from registry.domains limit 1`;
    let seeded = 0;
    if (await isFirst(tx, "contacts")) {
      await seedContacts(tx, registrar, now);
    }
    if (!held) {
      seeded += await seedPortfolio(tx, registrar, now);
    }
    if (await isFirst(tx, "moving in")) {
      seeded += await seedMovingIn(tx, now);
    }
    return seeded;
  });
}

async function isFirst(tx: postgres.TransactionSql, name: string): Promise<boolean> {
  const inserted = await tx`
    insert into registry.seedings (name) values (${name}) on conflict (name) do nothing returning name`;
  return inserted.length > 0;
}

function contactsOf(id: string): { registrant: string; contacts: DomainContact[] } {
  return {
    registrant: id,
    contacts: [
      { type: "admin", id },
      { type: "tech", id },
    ],
  };
}

async function seedContacts(tx: postgres.TransactionSql, registrar: string, now: Date): Promise<void> {
  for (const [id, sponsor, organization] of [
    [seededContact, registrar, "Demo Agency"],
    [otherContact, otherRegistrar, "Elsewhere Hosting"],
  ] as const) {
    await insertContact(tx, {
      id,
      sponsor,
      postalInfos: [
        {
          type: "int",
          name: "Robin Example",
          organization,
          address: { street: ["Musterstrasse 1"], city: "Berlin", postalCode: "10115", countryCode: "DE" },
        },
      ],
      voice: { number: "+49.30901820" },
      fax: null,
      email: "domains@example.net",
      authInfoHash: null,
      disclosure: { disclose: false, address: ["int"], voice: true, email: true },
      createdBy: sponsor,
      createdAt: now,
    });
    await tx`
      update registry.domains set registrant = ${id}, contacts = ${tx.json([
        { type: "admin", id },
        { type: "tech", id },
      ])}
      where sponsor = ${sponsor} and registrant is null and contacts = '[]'`;
  }
}

async function seedPortfolio(tx: postgres.TransactionSql, registrar: string, now: Date): Promise<number> {
  const elsewhere = namesElsewhere.map((domain) => ({
    ...domain,
    sponsor: otherRegistrar,
    nameservers: elsewhereDns,
    dsRecords: [],
    ...contactsOf(otherContact),
  }));
  const ours = sandboxPortfolio.map((domain) => ({
    ...domain,
    sponsor: registrar,
    ...contactsOf(seededContact),
  }));
  for (const domain of [...ours, ...elsewhere]) {
    const { registeredAt, expiresAt } = sandboxDomainDates(domain, now);
    const { name, sponsor, nameservers, dsRecords, registrant, contacts } = domain;
    await insertDomain(tx, {
      name,
      sponsor,
      nameservers,
      dsRecords,
      registrant,
      contacts,
      createdAt: registeredAt,
      expiresAt,
    });
  }
  return ours.length + elsewhere.length;
}

async function seedMovingIn(tx: postgres.TransactionSql, now: Date): Promise<number> {
  const today = new Date(now);
  today.setUTCMilliseconds(0);
  let seeded = 0;
  for (const { name, registeredDaysAgo, registeredYears, isLocked, dsRecords } of movingInDomains) {
    const createdAt = addDays(today, -registeredDaysAgo);
    const inserted = await insertDomain(tx, {
      name,
      sponsor: otherRegistrar,
      nameservers: elsewhereDns,
      dsRecords,
      statuses: isLocked ? ["clientTransferProhibited"] : [],
      ...contactsOf(otherContact),
      authInfo: movingInAuthInfo,
      createdAt,
      expiresAt: addYears(createdAt, registeredYears),
    });
    if (inserted) {
      seeded += 1;
    }
  }
  return seeded;
}
