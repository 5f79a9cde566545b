import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import {
  createDb,
  credentials,
  deliveries,
  domains,
  members,
  sessions,
  users,
  webhookEndpoints,
  workspaces,
} from "@zonepost/db";

export type Seeded = {
  cookie: string;
  /** Of each person. */
  password: string;
  /** An endpoint with a hundred deliveries. */
  endpointId: string;
};

/** Argon2id with 19 MiB, two passes, one lane, as the API hashes. */
const hashSettings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The addresses of people who sign in to one of the servers, each with a workspace of their own. */
export const addressesFor = (server: "api" | "bare"): string[] =>
  Array.from({ length: 200 }, (_, index) => `${server}-${index}@bench.test`);

/**
 * One person and one workspace with twenty domains, signed in with the cookie; and the people who sign in, apart for
 * each server, so that the sessions of one don't affect the other.
 */
export async function seed(databaseUrl: string, authSecret: string): Promise<Seeded> {
  const db = createDb(databaseUrl, { maxConnections: 1 });
  const now = new Date();
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const token = randomBytes(24).toString("base64url");
  const password = "a-password-for-the-bench";
  const passwordHash = await hash(password, hashSettings);
  const people = ["owner@bench.test", ...addressesFor("api"), ...addressesFor("bare")].map((email) => ({
    userId: randomUUID(),
    workspaceId: randomUUID(),
    email,
  }));
  const [{ userId, workspaceId } = { userId: "", workspaceId: "" }] = people;
  const endpointId = randomUUID();
  try {
    await db
      .insert(workspaces)
      .values(
        people.map(({ workspaceId: id, email }) => ({ id, name: "Bench", slug: email, createdAt: now })),
      );
    await db.insert(users).values(
      people.map(({ userId: id, email }) => ({
        id,
        name: "Bench Owner",
        email,
        emailVerified: true,
        createdAt: now,
        updatedAt: now,
      })),
    );
    await db.insert(credentials).values(
      people.map(({ userId: id }) => ({
        id: randomUUID(),
        accountId: id,
        providerId: "credential",
        userId: id,
        password: passwordHash,
        createdAt: now,
        updatedAt: now,
      })),
    );
    await db
      .insert(members)
      .values(
        people.map((person) => ({ ...person, id: randomUUID(), role: "owner" as const, createdAt: now })),
      );
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
    await db.insert(webhookEndpoints).values({
      id: endpointId,
      workspaceId,
      url: "https://hooks.example.com/in",
      events: ["*"],
      secretEncrypted: "none",
      createdAt: now,
    });
    await db.insert(deliveries).values(
      Array.from({ length: 100 }, (_, index) => ({
        id: randomUUID(),
        workspaceId,
        endpointId,
        eventId: randomUUID(),
        eventType: "domain.transferred" as const,
        subject: "example.com",
        sequence: index + 1,
        status: index === 99 ? ("pending" as const) : ("succeeded" as const),
        attempt: 1,
        statusCode: index === 99 ? 503 : 204,
        error: index === 99 ? "responded with 503" : null,
        createdAt: new Date(now.getTime() - (100 - index) * 60_000),
        lastAttemptAt: new Date(now.getTime() - (100 - index) * 60_000 + 25),
        nextAttemptAt: index === 99 ? new Date(now.getTime() + 30_000) : null,
        durationMs: 21,
      })),
    );
    await db.$client`vacuum analyze`;
  } finally {
    await db.close();
  }
  const signature = createHmac("sha256", authSecret).update(token).digest("base64");
  const cookie = `zonepost.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { cookie, password, endpointId };
}
