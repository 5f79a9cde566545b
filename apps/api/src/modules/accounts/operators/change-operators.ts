import { operators, type Transaction, users } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import type { EmailPorts } from "../ports.ts";
import { listOperators } from "./list-operators.ts";
import { type OperatorChange, operatorChangedEmail } from "./operator-email.ts";

type SetUpCtx = Omit<Ctx, "actor"> & EmailPorts;

/** Makes an existing person an operator of the installation. False if they are one. */
export const grantOperator = (ctx: SetUpCtx, email: string): Promise<boolean> =>
  change(ctx, email, "granted", async (tx, userId, grantedAt) => {
    const made = await tx
      .insert(operators)
      .values({ userId, grantedAt })
      .onConflictDoNothing()
      .returning({ userId: operators.userId });
    return made.length > 0;
  });

/** Ends the right at once, also in sessions that are open. False if they weren't an operator. */
export const revokeOperator = (ctx: SetUpCtx, email: string): Promise<boolean> =>
  change(ctx, email, "revoked", async (tx, userId) => {
    const gone = await tx
      .delete(operators)
      .where(eq(operators.userId, userId))
      .returning({ userId: operators.userId });
    return gone.length > 0;
  });

/** Every operator gets an email, including the person concerned. Throws for an unknown address. */
async function change(
  deps: SetUpCtx,
  address: string,
  kind: OperatorChange,
  write: (tx: Transaction, userId: string, at: Date) => Promise<boolean>,
): Promise<boolean> {
  const job = kind === "granted" ? "operator:grant" : "operator:revoke";
  const ctx = { ...deps, actor: { kind: "system", job } as const };
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(sql`lower(${users.email})`, address.toLowerCase()));
    if (!person) {
      throw new Error(
        `there is no account with the address ${address}; the person must accept an invitation to a workspace first`,
      );
    }
    if (!(await write(tx, person.id, now))) {
      return false;
    }
    const target = person.email;
    await audit(tx, ctx, { workspaceId: null, action: `operator.${kind}`, target, occurredAt: now });
    const email = operatorChangedEmail({ change: kind, email: target, at: now });
    const informed = new Set([target, ...(await listOperators(tx)).map((operator) => operator.email)]);
    for (const to of informed) {
      await enqueueEmail(tx, ctx, { ...email, to }, now);
    }
    return true;
  });
}
