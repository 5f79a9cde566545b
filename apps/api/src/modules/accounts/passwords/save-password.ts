import { credentials, type Transaction } from "@zonepost/db";
import { newId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { type Origin, recordPersonEvent } from "../model/record-person-event.ts";
import type { CredentialPorts } from "../ports.ts";
import { deletePersonTokens, endSessions, forgetTrustedDevices } from "../sessions/end-sessions.ts";
import { passwordResetUrl } from "../sessions/own-account-ctx.ts";
import { passwordChangedEmail } from "./password-email.ts";

/**
 * Saves the password and revokes access gained with the old one: sessions except the named one, trusted browsers, and
 * pending links. The person gets a mail.
 */
export async function savePassword(
  tx: Transaction,
  ports: CredentialPorts & Origin,
  change: {
    person: { id: string; email: string };
    passwordHash: string;
    action: "password.changed" | "password.reset";
    sessionId?: string;
  },
  now: Date,
): Promise<void> {
  const { person, passwordHash: password, action } = change;
  await tx
    .insert(credentials)
    .values({
      id: newId(),
      accountId: person.id,
      providerId: "credential",
      userId: person.id,
      password,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [credentials.providerId, credentials.accountId],
      set: { password, passwordVoidAt: null, updatedAt: now },
    });
  await endSessions(tx, person.id, change.sessionId);
  await forgetTrustedDevices(tx, person.id);
  await deletePersonTokens(tx, person);
  const email = passwordChangedEmail({
    at: now,
    ipAddress: ports.ipAddress,
    userAgent: ports.userAgent ?? null,
    resetUrl: passwordResetUrl(ports),
  });
  await enqueueEmail(tx, ports, { ...email, to: person.email }, now);
  await recordPersonEvent(tx, ports, { user: person, action }, now);
}
