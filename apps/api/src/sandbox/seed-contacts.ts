import { contacts, domains, installation, workspaces } from "@zonepost/db";
import { sandboxPortfolio } from "@zonepost/sandbox-portfolio";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/ctx.ts";
import { newId, publicId } from "../kernel/ids.ts";
import { type DomainPorts, prepareContacts } from "../modules/domains/index.ts";

const people = {
  demo: {
    name: "Dana Meier",
    organization: "Demo Agency",
    email: "hello@demo.test",
    phone: "+493012345678",
    street: ["Linienstraße 12"],
    city: "Berlin",
    stateOrProvince: null,
    postalCode: "10178",
    countryCode: "DE",
  },
  other: {
    name: "Otto Brandt",
    organization: "Other Hosting",
    email: "domains@other.test",
    phone: "+31201234567",
    street: ["Prinsengracht 40"],
    city: "Amsterdam",
    stateOrProvince: null,
    postalCode: "1015 DX",
    countryCode: "NL",
  },
} as const;

type SeedCtx = Ctx & DomainPorts;
const marker = "sandbox_contacts";

/** Assigns each seeded domain to a contact of its workspace, at the registry too. Safe to run again after a crash. */
export async function seedContacts(ctx: SeedCtx): Promise<void> {
  const [done] = await ctx.db.select().from(installation).where(eq(installation.key, marker));
  if (done) {
    return;
  }
  for (const slug of ["demo", "other"] as const) {
    const [workspace] = await ctx.db
      .select({ id: workspaces.id })
      .from(workspaces)
      .where(eq(workspaces.slug, slug));
    if (workspace) {
      await seedContactsOf(ctx, workspace.id, slug);
    }
  }
  await ctx.db.insert(installation).values({ key: marker, value: {} }).onConflictDoNothing();
}

async function seedContactsOf(ctx: SeedCtx, workspaceId: string, slug: "demo" | "other"): Promise<void> {
  const contactId = await contactOf(ctx, workspaceId, slug);
  const names = sandboxPortfolio.filter(({ workspace }) => workspace === slug).map(({ name }) => name);
  const rows = await ctx.db
    .select()
    .from(domains)
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        inArray(domains.name, names),
        isNull(domains.registrantContactId),
      ),
    );
  for (const row of rows) {
    const registrar = ctx.registrars.byCode(row.registrar);
    const held = await registrar?.readDomain(row.name);
    if (!registrar || held?.kind !== "held") {
      continue;
    }
    const purpose = { workspaceId, tld: row.tld };
    const input = { registrantId: publicId("con", contactId) };
    const { handles, whoisPrivacy } = await prepareContacts(ctx, registrar, purpose, input, row.whoisPrivacy);
    await registrar.changeContacts(row.name, { before: held.domain.contacts, after: handles });
    await ctx.db
      .update(domains)
      .set({
        registrantContactId: contactId,
        adminContactId: contactId,
        techContactId: contactId,
        registryContacts: handles,
        whoisPrivacy,
        version: row.version + 1,
      })
      .where(and(eq(domains.id, row.id), eq(domains.version, row.version)));
  }
}

async function contactOf(ctx: SeedCtx, workspaceId: string, slug: "demo" | "other"): Promise<string> {
  const [known] = await ctx.db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.workspaceId, workspaceId), eq(contacts.email, people[slug].email)));
  if (known) {
    return known.id;
  }
  const id = newId();
  const now = await ctx.clock.now();
  await ctx.db.insert(contacts).values({
    ...people[slug],
    street: [...people[slug].street],
    id,
    workspaceId,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
