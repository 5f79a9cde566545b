import { mailDomains } from "@zonepost/db";
import type { MailDomain } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isCurrent } from "../model/mail-domain-row.ts";
import { statusAt } from "../model/plan-policy.ts";

/** Null if the domain has no mail. */
export async function findMailState(
  db: Queryable,
  { workspaceId, domainName, now }: { workspaceId: string; domainName: string; now: Date },
): Promise<Pick<MailDomain, "planSlug" | "status"> | null> {
  const [mail] = await db
    .select()
    .from(mailDomains)
    .where(and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.domainName, domainName), isCurrent));
  return mail ? { planSlug: mail.planSlug, status: statusAt(mail, now) } : null;
}
