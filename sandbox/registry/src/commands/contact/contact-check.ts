import type { ContactCheckCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { existingContacts } from "../../state/contacts.ts";
import type { CommandContext, Done } from "../command-context.ts";

const maxIds = 50;

export async function checkContacts({ sql }: CommandContext, { ids }: ContactCheckCommand): Promise<Done> {
  if (ids.length > maxIds) {
    throw new Refusal(2306, `at most ${maxIds} identifiers at once`);
  }
  const existing = await existingContacts(sql, ids);
  const contacts = ids.map((id) =>
    existing.has(id) ? { id, available: false, reason: "In use" } : { id, available: true },
  );
  return { parts: encodeResult("contact:check", { contacts }) };
}
