import {
  type Db,
  domainExpiryNotices,
  domainHistory,
  installation,
  type StoredActor,
  type Transaction,
  users,
} from "@zonepost/db";
import { type SandboxDomain, sandboxPortfolio } from "@zonepost/sandbox-portfolio";
import { eq } from "drizzle-orm";
import { dayMs } from "../kernel/durations.ts";
import { newId } from "../kernel/ids.ts";
import { createPerson, createWorkspace, hashPersonPassword } from "../modules/accounts/index.ts";
import {
  addYears,
  describeDsRecord,
  insertDomain,
  type Registrars,
  type RegistryDomain,
  scheduleOf,
  type TldRules,
} from "../modules/domains/index.ts";

export const demoPassword = "zonepost-demo-password";
const people = [
  { workspace: "demo", email: "owner@demo.test", name: "Dana Meier", workspaceName: "Demo Agency" },
  { workspace: "other", email: "owner@other.test", name: "Otto Brandt", workspaceName: "Other Hosting" },
] as const;

export class SeedRefusedError extends Error {
  override readonly name = "SeedRefusedError";
}

/** Fills an empty sandbox once: two workspaces, their owners, and the domains that the registry holds for them. */
export async function seedSandbox(deps: {
  db: Db;
  now: Date;
  registrars: Registrars;
  /** True if this database belongs to the sandbox, or its operator allowed another. */
  mayFill: boolean;
}): Promise<"seeded" | "seeded before"> {
  const { db } = deps;
  const [marker] = await db.select().from(installation).where(eq(installation.key, "sandbox_seed"));
  if (marker) {
    return "seeded before";
  }
  const [anyUser] = await db.select({ id: users.id }).from(users).limit(1);
  if (anyUser || !deps.mayFill) {
    throw new SeedRefusedError(
      "this database was not made by the sandbox; set SANDBOX_ALLOW_FOREIGN_DATABASE=true to fill an empty one with demo data",
    );
  }
  const passwordHash = await hashPersonPassword(demoPassword);
  const held = await Promise.all(
    sandboxPortfolio.map(async (planned) => ({
      planned,
      ...(await readFromRegistry(deps.registrars, planned)),
    })),
  );
  await db.transaction(async (tx) => {
    for (const person of people) {
      const workspaceId = await createWorkspace(tx, {
        name: person.workspaceName,
        slug: person.workspace,
        createdAt: deps.now,
      });
      const userId = await createPerson(tx, {
        ...person,
        passwordHash,
        workspaceId,
        role: "owner",
        createdAt: deps.now,
      });
      const actor: StoredActor = { kind: "user", id: userId, name: person.email };
      for (const domain of held) {
        if (domain.planned.workspace === person.workspace) {
          await seedDomain(tx, { ...domain, workspaceId, actor, now: deps.now });
        }
      }
    }
    await tx
      .insert(installation)
      .values({ key: "sandbox_seed", value: { seededAt: deps.now.toISOString() } });
  });
  return "seeded";
}

async function readFromRegistry(registrars: Registrars, planned: SandboxDomain) {
  const tld = planned.name.slice(planned.name.indexOf(".") + 1);
  const registrar = registrars.forTld(tld);
  const answer = await registrar?.readDomain(planned.name);
  if (!registrar || answer?.kind !== "held") {
    throw new Error(`the sandbox registry does not hold ${planned.name}`);
  }
  return { tld, registrar: registrar.code, rules: registrars.rulesOf(tld), domain: answer.domain };
}

async function seedDomain(
  tx: Transaction,
  input: {
    planned: SandboxDomain;
    tld: string;
    registrar: string;
    rules: TldRules;
    domain: RegistryDomain;
    workspaceId: string;
    actor: StoredActor;
    now: Date;
  },
): Promise<void> {
  const { planned, domain, actor, now } = input;
  const paidUntil = domain.registryExpiresAt;
  const row = await insertDomain(
    tx,
    {
      workspaceId: input.workspaceId,
      name: domain.name,
      tld: input.tld,
      registrar: input.registrar,
      status: "active",
      autoRenew: planned.autoRenew,
      whoisPrivacy: planned.whoisPrivacy,
      registeredAt: domain.registeredAt,
      paidUntil,
      registryExpiresAt: domain.registryExpiresAt,
      nameservers: domain.nameservers,
      dsRecords: domain.dsRecords,
      registryStatuses: domain.statuses,
      registryContacts: domain.contacts,
      glue: domain.glue,
      ...scheduleOf(
        { ...planned, status: "active", paidUntil, registryExpiresAt: paidUntil },
        input.rules,
        now,
      ),
    },
    now,
  );
  if (!row) {
    throw new Error(`${domain.name} is held already`);
  }
  const { id } = row;
  await tx.insert(domainHistory).values(
    historyOf(planned, domain, now).map((entry) => ({
      ...entry,
      id: newId(),
      domainId: id,
      actor,
      requestId: null,
    })),
  );
  const given = [30, 15, 7, 1].filter((days) => paidUntil.getTime() - days * dayMs <= now.getTime());
  if (given.length > 0) {
    await tx
      .insert(domainExpiryNotices)
      .values(given.map((windowDays) => ({ domainId: id, paidUntil, windowDays, createdAt: now })));
  }
}

/** A plausible history: years beyond today were paid at registration, the others one by one. */
function historyOf(planned: SandboxDomain, domain: RegistryDomain, now: Date) {
  const paidUntil = domain.registryExpiresAt;
  const renewedAt = Array.from(
    { length: planned.registeredYears - 1 },
    (_, index) => addYears(domain.registeredAt, index + 1).getTime() - 20 * dayMs,
  ).filter((moment) => moment < now.getTime());
  const years = planned.registeredYears - renewedAt.length;
  const registered = {
    kind: "registration" as const,
    summary: `Registered for ${years} ${years === 1 ? "year" : "years"}`,
    details: { nameservers: domain.nameservers },
    occurredAt: domain.registeredAt,
  };
  const renewals = renewedAt.map((moment, index) => ({
    kind: "renewal" as const,
    summary: "Renewed for 1 year",
    details: {
      from: addYears(paidUntil, index - renewedAt.length).toISOString(),
      to: addYears(paidUntil, index + 1 - renewedAt.length).toISOString(),
    },
    occurredAt: new Date(moment),
  }));
  const published = domain.dsRecords.map((ds) => ({
    kind: "dnssec_change" as const,
    summary: `${describeDsRecord(ds)} published`,
    details: { from: null, to: ds },
    occurredAt: new Date(domain.registeredAt.getTime() + 3 * dayMs),
  }));
  return [registered, ...published, ...renewals];
}
