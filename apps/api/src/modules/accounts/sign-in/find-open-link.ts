import { verifications } from "@zonepost/db";
import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { hashToken } from "../model/link-token.ts";

const linkValue = z.object({ email: z.string(), callbackURL: z.string().optional() });

export type OpenLink = z.infer<typeof linkValue> & { id: string; tokenHash: string };

/** The sign-in link that hasn't been used, with this token or requested in the browser with this secret. */
export async function findOpenLink(
  { db, clock }: Pick<OpenCtx, "db" | "clock">,
  by: { token: string } | { browserSecret: string },
): Promise<OpenLink | undefined> {
  const isMeant =
    "token" in by
      ? eq(verifications.identifier, hashToken(by.token))
      : eq(verifications.browserHash, hashToken(by.browserSecret));
  const [row] = await db
    .select({ id: verifications.id, tokenHash: verifications.identifier, value: verifications.value })
    .from(verifications)
    .where(and(isMeant, gt(verifications.expiresAt, clock.wallNow())));
  return row && { id: row.id, tokenHash: row.tokenHash, ...linkValue.parse(JSON.parse(row.value)) };
}
