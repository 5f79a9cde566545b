import { domains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { applyContacts } from "../contacts/change-domain-contacts.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";
import type { DomainPorts } from "../ports.ts";
import { newAuthCode, setAuthCode } from "./set-auth-code.ts";

/** The retry delay after a refusal; the old code stays valid until then. */
const retryAfterMs = 6 * hourMs;

/**
 * Replaces an expired auth code with a random one that isn't stored. A domain that has just arrived gets its contacts
 * first, and a new code because its former registrar knows the old one. Throws if the registry is unavailable, so that
 * the job is retried.
 */
export async function replaceAuthCode(ctx: Ctx & DomainPorts, domain: Pick<DomainRow, "id">): Promise<void> {
  const now = await ctx.clock.now();
  const [row] = await ctx.db.select().from(domains).where(eq(domains.id, domain.id));
  if (!row?.authCodeExpiresAt || row.authCodeExpiresAt > now || terminalStatuses.includes(row.status)) {
    return;
  }
  const isDue = and(eq(domains.id, row.id), eq(domains.authCodeExpiresAt, row.authCodeExpiresAt));
  let clTRID: string;
  try {
    await assignContacts(ctx, row);
    clTRID = await setAuthCode(ctx, row, newAuthCode());
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") {
      throw error;
    }
    ctx.log.warn({ err: error, domain: row.name }, "the auth code of a domain could not be replaced yet");
    const authCodeExpiresAt = new Date(now.getTime() + retryAfterMs);
    await ctx.db.update(domains).set({ authCodeExpiresAt }).where(isDue);
    return;
  }
  await ctx.db.transaction(async (tx) => {
    // A code created for a person meanwhile remains valid, and is replaced when it expires.
    const replaced = await tx
      .update(domains)
      .set({ authCodeExpiresAt: null })
      .where(isDue)
      .returning({ id: domains.id });
    if (replaced.length === 0) {
      return;
    }
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "domain.auth_code_replaced",
      target: row.name,
      details: { clTRID },
      occurredAt: now,
    });
  });
}

async function assignContacts(ctx: Ctx & DomainPorts, row: DomainRow): Promise<void> {
  const { registrantContactId, adminContactId, techContactId } = row;
  if (!registrantContactId) {
    return;
  }
  const idOf = (id: string | null) => publicId("con", id ?? registrantContactId);
  const contacts = {
    registrantId: idOf(registrantContactId),
    adminId: idOf(adminContactId),
    techId: idOf(techContactId),
  };
  await applyContacts(ctx, row, contacts, row.whoisPrivacy);
}
