import { mailDomains, mailForwardTargets } from "@zonepost/db";
import type { MailForwardingForHolder, MailForwardingLink } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { hashToken, readWorkspaceForEmail } from "../../accounts/index.ts";
import { invalidForwardingLink } from "../errors.ts";
import { isCurrent } from "../model/mail-domain-row.ts";
import { linkExpiry, linkState } from "./policy.ts";
import { readSources } from "./read-sources.ts";

/** The query for the forwarding of a link. It ends when the domain leaves the workspace. */
const heldForwarding = (db: Queryable, { token }: MailForwardingLink) =>
  db
    .select({ target: mailForwardTargets, mailDomain: mailDomains })
    .from(mailForwardTargets)
    .innerJoin(mailDomains, eq(mailDomains.id, mailForwardTargets.mailDomainId))
    .where(and(eq(mailForwardTargets.tokenHash, hashToken(token)), isCurrent));

export type HeldForwarding = Awaited<ReturnType<typeof heldForwarding>>[number];

export async function getHeldForwarding(db: Queryable, link: MailForwardingLink): Promise<HeldForwarding> {
  const [held] = await heldForwarding(db, link);
  if (!held) {
    throw invalidForwardingLink();
  }
  return held;
}

/** The same, locked until the transaction ends. */
export async function lockHeldForwarding(db: Queryable, link: MailForwardingLink): Promise<HeldForwarding> {
  const [held] = await heldForwarding(db, link).for("update", { of: mailForwardTargets });
  if (!held) {
    throw invalidForwardingLink();
  }
  return held;
}

export async function presentHeldForwarding(
  db: Queryable,
  { target, mailDomain }: HeldForwarding,
  now: Date,
): Promise<MailForwardingForHolder> {
  const workspace = await readWorkspaceForEmail(db, mailDomain.workspaceId);
  return {
    workspaceName: workspace?.name ?? "",
    domainName: mailDomain.domainName,
    address: target.address,
    fromAddresses: await readSources(db, mailDomain.id, target.address),
    state: linkState(target, now),
    expiresAt: linkExpiry(target).toISOString(),
  };
}
