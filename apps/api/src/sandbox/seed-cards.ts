import { installation, paymentMethods, workspaces } from "@zonepost/db";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../kernel/ctx.ts";
import { addTestCard, type TestCardPorts } from "./save-test-card.ts";

const marker = "sandbox_cards";

/** A card that pays, as the default of each seeded workspace that has none. Safe to run again after a crash. */
export async function seedCards(ctx: Ctx & TestCardPorts): Promise<void> {
  const [done] = await ctx.db.select().from(installation).where(eq(installation.key, marker));
  if (done || !ctx.testCards) {
    return;
  }
  const seeded = await ctx.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(inArray(workspaces.slug, ["demo", "other"]));
  for (const { id: workspaceId } of seeded) {
    const isSaved = and(eq(paymentMethods.workspaceId, workspaceId), isNull(paymentMethods.removedAt));
    if ((await ctx.db.$count(paymentMethods, isSaved)) === 0) {
      await addTestCard(ctx, { workspaceId, number: "4242424242424242" });
    }
  }
  await ctx.db.insert(installation).values({ key: marker, value: {} }).onConflictDoNothing();
}
