import { type Db, installation, operators } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { createPerson, hashPersonPassword } from "../modules/accounts/index.ts";
import { demoPassword } from "./seed.ts";

const marker = "sandbox_operator";

/** An operator without a workspace, also in a data folder from before there were operators. Only once: they can be revoked. */
export async function seedOperator({ db, now }: { db: Db; now: Date }): Promise<void> {
  const [done] = await db.select().from(installation).where(eq(installation.key, marker));
  if (done) {
    return;
  }
  const passwordHash = await hashPersonPassword(demoPassword);
  await db.transaction(async (tx) => {
    const person = { email: "operator@demo.test", name: "Olga Petrov", passwordHash, workspaceId: null };
    const userId = await createPerson(tx, { ...person, createdAt: now });
    await tx.insert(operators).values({ userId, grantedAt: now });
    await tx.insert(installation).values({ key: marker, value: {} });
  });
}
