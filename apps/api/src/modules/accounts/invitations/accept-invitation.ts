import { invitations, members, sessions, type Transaction, users } from "@zonepost/db";
import type { CurrentSession, InvitationAcceptance } from "@zonepost/schema";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { PersonActor, SignedIn } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { otherAddress, signInToJoin } from "../errors.ts";
import { hashToken } from "../model/link-token.ts";
import { secondFactorRequired } from "../model/own-account-errors.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { requireGoodPassword } from "../passwords/common-passwords.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { createPerson, PersonExistsError } from "../people/create-person.ts";
import { publicUser } from "../sessions/public-user.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import { startSession } from "../sessions/start-session.ts";
import { findPersonByAddress, type HeldInvitation, requireHeldInvitation } from "./read-invitation.ts";

type Link = { id: string; token: string };
/** Without an actor: the invitation's holder may not have an account yet. */
type JoiningCtx = Omit<Ctx, "actor"> & { cookie: SessionCookie; passwords: Passwords };
type Acceptance = { user: CurrentSession["user"]; setCookie?: string };

/**
 * Accepts an invitation. Neither the link nor the address is enough to join an existing account: its holder must be
 * signed in. Without an account, one is created; accounts are created only here and at set-up.
 */
export async function acceptInvitation(
  ctx: JoiningCtx,
  session: SignedIn | null,
  input: InvitationAcceptance,
): Promise<Acceptance> {
  const held = await requireHeldInvitation(ctx.db, input, ctx.clock.wallNow());
  if (session?.isSecondFactorDue) {
    throw secondFactorRequired();
  }
  if (session && session.person.email.toLowerCase() !== held.email.toLowerCase()) {
    throw otherAddress();
  }
  if (session) {
    return join(ctx, session, held, input);
  }
  if (await findPersonByAddress(ctx.db, held.email)) {
    throw signInToJoin();
  }
  return begin(ctx, held, input);
}

async function join(
  ctx: JoiningCtx,
  session: SignedIn,
  held: HeldInvitation,
  link: Link,
): Promise<Acceptance> {
  const now = await ctx.clock.now();
  const { userId, sessionId } = session.person;
  await ctx.db.transaction(async (tx) => {
    await markAccepted(tx, ctx, link, held.id, now);
    await tx
      .insert(members)
      .values({
        id: newId(),
        workspaceId: held.workspaceId,
        userId,
        role: held.role,
        domainNames: held.domainNames,
        createdAt: now,
      })
      .onConflictDoNothing();
    await tx.update(sessions).set({ activeWorkspaceId: held.workspaceId }).where(eq(sessions.id, sessionId));
    await recordAcceptance(tx, ctx, session.person, held, now);
  });
  return { user: session.current().user };
}

async function begin(
  ctx: JoiningCtx,
  held: HeldInvitation,
  input: InvitationAcceptance,
): Promise<Acceptance> {
  const { name, password, language } = input;
  if (name === undefined) {
    throw invalid([{ pointer: "/name", message: "This field is required." }]);
  }
  if (password !== undefined) {
    await requireGoodPassword(password, { email: held.email, name }, "/password");
  }
  const passwordHash = password === undefined ? null : await ctx.passwords.hash(password);
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  try {
    return await ctx.db.transaction(async (tx) => {
      await markAccepted(tx, ctx, input, held.id, now);
      const { workspaceId, domainNames } = held;
      const role = held.role;
      const seat = { workspaceId, role, domainNames, createdAt: now };
      const userId = await createPerson(tx, { email: held.email, name, passwordHash, language, ...seat });
      const started = { userId, workspaceId, signedInBy: "invitation", origin: ctx, wallNow } as const;
      const { sessionId, setCookie } = await startSession(tx, ctx.cookie, started);
      const [user] = await tx.select().from(users).where(eq(users.id, userId));
      if (!user) {
        throw new Error("the person who was just made is not there");
      }
      const person = { userId, sessionId, email: user.email, name, confirmedAt: wallNow };
      await recordAcceptance(tx, ctx, { kind: "person", ...person }, held, now);
      const signedIn = { user, action: "session.signed_in", details: { by: "invitation" } };
      await recordPersonEvent(tx, ctx, signedIn, now);
      return { user: publicUser(user), setCookie };
    });
  } catch (error) {
    // Another invitation to the same address was accepted at the same moment.
    if (error instanceof PersonExistsError) {
      throw signInToJoin();
    }
    throw error;
  }
}

/** Of concurrent attempts, only one finds the invitation open. */
async function markAccepted(
  tx: Transaction,
  { clock }: JoiningCtx,
  link: Link,
  invitationId: string,
  now: Date,
): Promise<void> {
  const taken = await tx
    .update(invitations)
    .set({ acceptedAt: now })
    .where(
      and(
        eq(invitations.id, invitationId),
        eq(invitations.tokenHash, hashToken(link.token)),
        isNull(invitations.acceptedAt),
        isNull(invitations.cancelledAt),
        gt(invitations.expiresAt, clock.wallNow()),
      ),
    )
    .returning({ id: invitations.id });
  if (taken.length > 0) {
    return;
  }
  // It was open a moment ago, so throw the error for its current state.
  await requireHeldInvitation(tx, link, clock.wallNow());
  throw new Error("an invitation is open and could not be taken");
}

async function recordAcceptance(
  tx: Transaction,
  ctx: JoiningCtx,
  actor: PersonActor,
  held: HeldInvitation,
  occurredAt: Date,
): Promise<void> {
  await audit(
    tx,
    { ...ctx, actor },
    {
      workspaceId: held.workspaceId,
      action: "invitation.accepted",
      target: held.email,
      details: { role: held.role, domainNames: held.domainNames },
      occurredAt,
    },
  );
}
