import { members, type Transaction, users, workspaces } from "@zonepost/db";
import { type Right, rightsOfRole, workspaceRoles } from "@zonepost/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { EmailPorts, EmailToSend } from "../ports.ts";
import { enqueueEmail } from "./enqueue-email.ts";

/** Enqueues an email to everyone who has the right over the whole workspace, in the transaction of the change. */
export async function emailMembersWithRight(
  tx: Transaction,
  ports: EmailPorts,
  { workspaceId, right }: { workspaceId: string; right: Right },
  email: Omit<EmailToSend, "to" | "language" | "onlyToMemberOf">,
  at: Date,
): Promise<void> {
  const roles = workspaceRoles.filter((role) => rightsOfRole[role].has(right));
  const people = await tx
    .select({ to: users.email, language: workspaces.language })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
    .where(
      and(eq(members.workspaceId, workspaceId), inArray(members.role, roles), isNull(members.domainNames)),
    )
    .orderBy(asc(users.email));
  for (const person of people) {
    await enqueueEmail(tx, ports, { ...email, ...person, onlyToMemberOf: workspaceId }, at);
  }
}
