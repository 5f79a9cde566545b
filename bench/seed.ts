import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { createDb, credentials, domains, members, sessions, users, workspaces } from "@zonepost/db";

export type Seeded = { cookie: string; email: string; password: string; passwordHash: string };

/** Argon2id with 19 MiB, two passes, one lane, as the API hashes. */
const hashSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One person with a password and one workspace with twenty domains, signed in with the cookie. */
export async function seed(databaseUrl: string, authSecret: string): Promise<Seeded> {
  const db = createDb(databaseUrl, { maxConnections: 1 });
  const now = new Date();
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const [workspaceId, userId] = [randomUUID(), randomUUID()];
  const token = randomBytes(24).toString("base64url");
  const [email, password] = ["owner@bench.test", "a-password-for-the-bench"];
  const passwordHash = await hash(password, hashSettings);
  try {
    await db.insert(workspaces).values({ id: workspaceId, name: "Bench", slug: "bench", createdAt: now });
    await db.insert(users).values({
      id: userId,
      name: "Bench Owner",
      email,
      emailVerified: true,
      createdAt: now,
      updatedAt: now,
    });
    await db.insert(credentials).values({
      id: randomUUID(),
      accountId: userId,
      providerId: "credential",
      userId,
      password: passwordHash,
      createdAt: now,
      updatedAt: now,
    });
    await db.insert(members).values({ id: randomUUID(), workspaceId, userId, role: "owner", createdAt: now });
    await db.insert(sessions).values({
      id: randomUUID(),
      token,
      userId,
      activeWorkspaceId: workspaceId,
      expiresAt: inDays(7),
      createdAt: now,
      updatedAt: now,
    });
    await db.insert(domains).values(
      Array.from({ length: 20 }, (_, index) => ({
        id: randomUUID(),
        workspaceId,
        name: `bench-domain-${String(index).padStart(2, "0")}.com`,
        tld: "com",
        registrar: "bench",
        status: "active" as const,
        autoRenew: index % 2 === 0,
        whoisPrivacy: index % 3 === 0,
        registeredAt: inDays(-400 - index),
        paidUntil: inDays(100 + index),
        registryExpiresAt: inDays(100 + index),
        nameservers: ["ns1.example.net", "ns2.example.net"],
        dsRecords: [],
        registryStatuses: ["ok"],
        syncedAt: now,
        createdAt: now,
      })),
    );
    await db.$client`vacuum analyze`;
  } finally {
    await db.close();
  }
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  const cookie = `zonepost.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { cookie, email, password, passwordHash };
}
