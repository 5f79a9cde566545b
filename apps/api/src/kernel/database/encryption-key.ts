import { type Db, installation } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { and, eq, like, sql } from "drizzle-orm";
import type { SealedColumn } from "./sealed-column.ts";

const key = "encryption_key_check";
const knownText = "zonepost";

/** Sealed at the first start, and opened at each one. */
type KeyCheck = { sealed: string };

/**
 * Whether these keys are the installation's. At its first start it has none yet, and these become its keys. An installation
 * that has secrets but no check value, from a version without it, must have sealed one of them with these keys.
 */
export async function hasKeysOf(db: Db, box: SecretBox, secrets: readonly SealedColumn[]): Promise<boolean> {
  const check = await readCheck(db);
  if (check === undefined && (await hasSealed(db, box, secrets))) {
    await db
      .insert(installation)
      .values({ key, value: newCheck(box) })
      .onConflictDoNothing();
  }
  // Another process may have been first, with other keys.
  const stored = check ?? (await readCheck(db));
  if (stored === undefined || !opens(box, stored)) {
    return false;
  }
  await sealWithCurrent(db, box, stored);
  return true;
}

/** The same question, for a look that changes nothing; null if there is no check value and nothing is sealed yet. */
export async function findKeyState(
  db: Db,
  box: SecretBox,
  secrets: readonly SealedColumn[],
): Promise<"opens" | "other" | null> {
  const check = await readCheck(db);
  if (check !== undefined) {
    return opens(box, check) ? "opens" : "other";
  }
  const isOurs = await findSealed(db, box, secrets);
  return isOurs === null ? null : isOurs ? "opens" : "other";
}

/** Makes these the installation's keys, although it had others, with which its secrets are lost. */
export async function replaceKeys(db: Db, box: SecretBox): Promise<void> {
  const value = newCheck(box);
  await db
    .insert(installation)
    .values({ key, value })
    .onConflictDoUpdate({ target: installation.key, set: { value } });
}

const newCheck = (box: SecretBox): KeyCheck => ({ sealed: box.seal(knownText, key) });

async function readCheck(db: Db): Promise<KeyCheck | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.key, key));
  return row?.value as KeyCheck | undefined;
}

function opens(box: SecretBox, { sealed }: KeyCheck): boolean {
  try {
    return box.open(sealed, key) === knownText;
  } catch {
    return false;
  }
}

/** Once a retired key is no longer given, only the current one opens the check value. */
async function sealWithCurrent(db: Db, box: SecretBox, check: KeyCheck): Promise<void> {
  if (check.sealed.startsWith(`v1.${box.keyIds[0]}.`)) {
    return;
  }
  await db
    .update(installation)
    .set({ value: newCheck(box) })
    .where(and(eq(installation.key, key), eq(installation.value, check)));
}

/** True if there are no secrets, or one of them has the mark of one of these keys. */
const hasSealed = async (db: Db, box: SecretBox, secrets: readonly SealedColumn[]): Promise<boolean> =>
  (await findSealed(db, box, secrets)) ?? true;

/** Whether one of the secrets has the mark of one of these keys; null if there are none. */
async function findSealed(db: Db, box: SecretBox, secrets: readonly SealedColumn[]): Promise<boolean | null> {
  const keyIds = [box, ...box.derive("mail agent")].flatMap((each) => each.keyIds);
  const answers = await Promise.all(
    secrets.map(async ({ column }) => {
      const isOurs = sql<boolean | null>`bool_or(split_part(${column}, '.', 2) in ${keyIds})`;
      const [row] = await db.select({ isOurs }).from(column.table).where(like(column, "v1.%"));
      return row?.isOurs ?? null;
    }),
  );
  return answers.includes(true) || (answers.every((answer) => answer === null) ? null : false);
}
