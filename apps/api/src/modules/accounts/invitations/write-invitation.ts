import { invitations, type StoredActor, type Transaction, users } from "@zonepost/db";
import type { Language, WorkspaceRole } from "@zonepost/schema";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { dayMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { shareOf } from "../email/mail-share.ts";
import { alreadyMember, invitationExists, invitationLimit } from "../errors.ts";
import { generateToken, hashToken } from "../model/link-token.ts";
import type { AccountPorts, EmailPorts } from "../ports.ts";
import { invitationEmail } from "./invitation-email.ts";
import type { Times } from "./list-invitations.ts";

const invitationLifetimeMs = 7 * dayMs;
const maxOpenInvitations = 100;

/** The secret is in the URL's fragment, so only the request that uses it sends it to a server. */
export const invitationUrl = (panelUrl: string, id: string, token: string): string =>
  `${panelUrl}/invitations/${publicId("inv", id)}#token=${token}`;

export const invitationEnd = (from: Date): Date => new Date(from.getTime() + invitationLifetimeMs);

/** Creates an invitation, under the lock of its workspace. Returns its link, which isn't stored. */
export async function writeInvitation(
  tx: Transaction,
  input: {
    workspaceId: string;
    email: string;
    role: WorkspaceRole;
    domainNames: string[] | null;
    invitedBy: StoredActor;
    panelUrl: string;
  } & Times,
): Promise<{ id: string; url: string }> {
  const { workspaceId, email, role, domainNames, invitedBy, now, wallNow } = input;
  const [member] = await tx.execute(sql`
    select 1 from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`);
  if (member) {
    throw alreadyMember();
  }
  const isOpen = and(
    eq(invitations.workspaceId, workspaceId),
    isNull(invitations.acceptedAt),
    isNull(invitations.cancelledAt),
  );
  await tx
    .update(invitations)
    .set({ cancelledAt: now })
    .where(
      and(isOpen, sql`lower(${invitations.email}) = lower(${email})`, lte(invitations.expiresAt, wallNow)),
    );
  const id = newId();
  const token = generateToken();
  const written = await tx
    .insert(invitations)
    .values({
      id,
      workspaceId,
      email,
      role,
      domainNames,
      tokenHash: hashToken(token),
      invitedBy,
      createdAt: now,
      sentAt: now,
      expiresAt: invitationEnd(wallNow),
    })
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  if (written.length === 0) {
    throw invitationExists();
  }
  if ((await tx.$count(invitations, isOpen)) > maxOpenInvitations) {
    throw invitationLimit(maxOpenInvitations);
  }
  return { id, url: invitationUrl(input.panelUrl, id, token) };
}

/** Mails the link in the invited person's language, or else in the inviter's. */
export async function mailInvitation(
  tx: Transaction,
  ports: EmailPorts & Pick<AccountPorts, "settings">,
  input: {
    to: string;
    workspaceName: string;
    role: WorkspaceRole;
    invitedBy: StoredActor;
    url: string;
    now: Date;
  },
): Promise<void> {
  const inviter = await findInviter(tx, input.invitedBy);
  const expiresAt = invitationEnd(input.now);
  const { workspaceName, role, url } = input;
  const written = invitationEmail({ workspaceName, inviterName: inviter.name, role, url, expiresAt });
  const email = { ...written, to: input.to, language: inviter.language, expiresAt, share: shareOf("other") };
  await enqueueEmail(tx, ports, email, input.now);
}

async function findInviter(
  tx: Transaction,
  actor: StoredActor,
): Promise<{ name: string | null; language: Language | null }> {
  if (actor.kind === "system" || actor.id === null) {
    return { name: null, language: null };
  }
  if (actor.kind !== "user") {
    return { name: actor.name, language: null };
  }
  const [person] = await tx
    .select({ name: users.name, language: users.language })
    .from(users)
    .where(eq(users.id, actor.id));
  return { name: person?.name ?? actor.name, language: person?.language ?? null };
}
