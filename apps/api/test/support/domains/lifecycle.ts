import { domainIntents, domainOperations } from "@zonepost/db";
import type { RegistrationInput } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import type { Registrar } from "../../../src/modules/domains/index.ts";
import { registerDomain } from "../../../src/modules/domains/lifecycle/register-domain.ts";
import type { NameserverPorts } from "../../../src/modules/domains/nameservers/validate-nameservers.ts";
import type { DomainPorts } from "../../../src/modules/domains/ports.ts";
import { syncWithRegistry } from "../../../src/modules/domains/registry-sync/sync-with-registry.ts";
import { addContact } from "./add-contact.ts";
import { fixture, modulePorts, never, newName, registrarsOf, silentDns } from "./domain-fixture.ts";

export type Registration = Omit<RegistrationInput, "dryRun">;

export const comYearCents = 1188;

/** Nameservers of which one exists and another doesn't. */
const ports: NameserverPorts = {
  dns: {
    ...silentDns,
    readAddresses: async ({ hostName }) =>
      hostName.startsWith("missing.") ? { kind: "missing" } : { kind: "found", addresses: ["192.0.2.1"] },
  },
  nameserverRules: { mustResolve: true, isRefusedAddress: (address) => address.startsWith("10.") },
};

type TermCtx = WorkspaceCtx & DomainPorts & NameserverPorts;

/** A workspace with a contact, whose requests reach the registry. */
export async function setUp() {
  const workspace = await fixture.createWorkspace();
  const registrantId = await addContact(fixture, workspace);
  const ctx: TermCtx = {
    ...workspace.ctx(),
    ...modulePorts,
    registrars: fixture.registrars,
    ...ports,
  };
  return {
    workspace,
    ctx,
    /** The same, with some of the registrar's methods replaced. */
    withRegistrar: (calls: Partial<Registrar>): TermCtx => ({
      ...ctx,
      registrars: registrarsOf({ ...fixture.registrar, ...calls }),
    }),
    input: (more: Partial<Registration> = {}): Registration => ({
      name: newName(),
      years: 1,
      contacts: { registrantId },
      nameservers: [],
      autoRenew: false,
      whoisPrivacy: true,
      ...more,
    }),
  };
}

export async function register(
  set: Awaited<ReturnType<typeof setUp>>,
  more: Partial<Registration> = {},
): Promise<string> {
  const input = set.input(more);
  expect((await registerDomain(set.ctx, input)).state).toBe("succeeded");
  return input.name;
}

export const operationsOf = (name: string) =>
  fixture.db
    .select()
    .from(domainOperations)
    .where(eq(domainOperations.domainName, name))
    .orderBy(asc(domainOperations.id));

/** As if the sender had ended a minute ago. */
export const endLeases = () =>
  fixture.db.update(domainIntents).set({ leasedUntil: new Date(Date.now() - 1000) });

export const sync = () => syncWithRegistry(fixture.systemCtx, never);

/** Moves all of a domain's dates back by some days, here and at the registry. */
export async function age(name: string, days: number): Promise<void> {
  await fixture.db.$client`
    update registry.domains set created_at = created_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days}), graces = '[]'
    where name = ${name}`;
  await fixture.db.$client`
    update domains set registered_at = registered_at - make_interval(days => ${days}),
      paid_until = paid_until - make_interval(days => ${days}),
      registry_expires_at = registry_expires_at - make_interval(days => ${days}),
      next_renewal_at = next_renewal_at - make_interval(days => ${days})
    where name = ${name}`;
}
