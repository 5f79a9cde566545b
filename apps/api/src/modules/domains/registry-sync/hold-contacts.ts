import { contacts, type Transaction } from "@zonepost/db";
import type { ContactRole } from "@zonepost/schema";
import { and, inArray, isNull } from "drizzle-orm";
import { invalid } from "../../../kernel/errors.ts";
import type { ContactIds } from "./intents/intent-change.ts";

/**
 * Prevents deletion of the contacts until the transaction has stored the references to them. Throws 422 if one has been
 * deleted since it was checked; pointers begin at `base`.
 */
export async function holdContacts(tx: Transaction, contactIds: ContactIds, base = ""): Promise<void> {
  const { registrant, admin, tech } = contactIds;
  const named: [ContactRole, string][] = [["registrant", registrant]];
  if (admin !== registrant) {
    named.push(["admin", admin]);
  }
  if (tech !== registrant) {
    named.push(["tech", tech]);
  }
  const held = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        inArray(
          contacts.id,
          named.map(([, id]) => id),
        ),
        isNull(contacts.deletedAt),
      ),
    )
    .orderBy(contacts.id)
    .for("key share");
  const [first, ...more] = named
    .filter(([, id]) => !held.some((row) => row.id === id))
    .map(([role]) => ({
      pointer: `${base}/${role}Id`,
      message: "This contact does not exist in this workspace.",
    }));
  if (first) {
    throw invalid([first, ...more]);
  }
}
