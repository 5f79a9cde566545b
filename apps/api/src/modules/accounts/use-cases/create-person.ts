import { credentials, members, type Transaction, users, workspaces } from "@zonepost/db";
import type { WorkspaceRole } from "@zonepost/schema";
import { newId } from "../../../kernel/ids.ts";
import { createPasswords } from "../passwords.ts";

export async function createWorkspace(
  tx: Transaction,
  input: { name: string; slug: string; createdAt: Date },
): Promise<string> {
  const id = newId();
  await tx.insert(workspaces).values({ id, ...input });
  return id;
}

/** Makes a person with a password and a seat. Only set-up comes here; everyone else comes by invitation. */
export async function createPerson(
  tx: Transaction,
  input: {
    email: string;
    name: string;
    passwordHash: string;
    workspaceId: string;
    role: WorkspaceRole;
    createdAt: Date;
  },
): Promise<string> {
  const id = newId();
  const times = { createdAt: input.createdAt, updatedAt: input.createdAt };
  await tx
    .insert(users)
    .values({ id, email: input.email.toLowerCase(), name: input.name, emailVerified: true, ...times });
  await tx.insert(credentials).values({
    id: newId(),
    accountId: id,
    providerId: "credential",
    userId: id,
    password: input.passwordHash,
    ...times,
  });
  await tx.insert(members).values({
    id: newId(),
    workspaceId: input.workspaceId,
    userId: id,
    role: input.role,
    createdAt: input.createdAt,
  });
  return id;
}

/** Takes a noticeable part of a second: hash before a transaction is opened. */
export const hashPersonPassword = (password: string): Promise<string> => createPasswords().hash(password);
