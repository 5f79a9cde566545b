import { credentials, members, type Transaction, users, workspaces } from "@zonepost/db";
import type { Language, WorkspaceRole } from "@zonepost/schema";
import { newId } from "../../../kernel/ids.ts";
import { createPasswords } from "../passwords/passwords.ts";

/** A number makes a taken slug unique. */
export async function createWorkspace(
  tx: Transaction,
  input: { name: string; slug: string; createdAt: Date },
): Promise<string> {
  const id = newId();
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? input.slug : `${input.slug}-${number}`;
    const made = await tx
      .insert(workspaces)
      .values({ ...input, id, slug })
      .onConflictDoNothing({ target: workspaces.slug })
      .returning({ id: workspaces.id });
    if (made.length > 0) {
      return id;
    }
  }
}

export class PersonExistsError extends Error {
  override readonly name = "PersonExistsError";
}

/**
 * Creates a person with a membership or none, and a password if given. Used only by set-up and invitations. Throws {@link
 * PersonExistsError}, also for a concurrent creation of the same person.
 */
export async function createPerson(
  tx: Transaction,
  input: {
    email: string;
    name: string;
    /** Null for a person who signs in by link or provider. */
    passwordHash: string | null;
    language?: Language | null;
    domainNames?: string[] | null;
    createdAt: Date;
  } & ({ workspaceId: string; role: WorkspaceRole } | { workspaceId: null }),
): Promise<string> {
  const id = newId();
  const { email, name, passwordHash, language = null, createdAt } = input;
  const times = { createdAt, updatedAt: createdAt };
  const made = await tx
    .insert(users)
    .values({ id, email: email.toLowerCase(), name, language, emailVerified: true, ...times })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (made.length === 0) {
    throw new PersonExistsError();
  }
  if (passwordHash !== null) {
    await tx.insert(credentials).values({
      id: newId(),
      accountId: id,
      providerId: "credential",
      userId: id,
      password: passwordHash,
      ...times,
    });
  }
  if (input.workspaceId !== null) {
    await tx.insert(members).values({
      id: newId(),
      workspaceId: input.workspaceId,
      userId: id,
      role: input.role,
      domainNames: input.domainNames ?? null,
      createdAt,
    });
  }
  return id;
}

/** Takes a noticeable part of a second, so hash before opening a transaction. */
export const hashPersonPassword = (password: string): Promise<string> => createPasswords().hash(password);
