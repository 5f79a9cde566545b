import type { ContactCreateCommand } from "@zonepost/epp";
import { encodeResult } from "@zonepost/epp/codec";
import { Refusal } from "../../refusal.ts";
import { insertContact } from "../../state/contacts.ts";
import { hashAuthInfo } from "../../state/secrets.ts";
import type { CommandContext, Done } from "../command-context.ts";
import { assertContactData } from "./contact-access.ts";

export async function createContact(
  { sql, registrar, now }: CommandContext,
  command: ContactCreateCommand,
): Promise<Done> {
  const { id, postalInfos, voice = null, fax = null, email, authInfo, disclosure = null } = command;
  assertContactData(
    postalInfos.map((info) => info.address.countryCode),
    email,
  );
  const inserted = await insertContact(sql, {
    id,
    sponsor: registrar,
    postalInfos,
    voice,
    fax,
    email,
    authInfoHash: await hashAuthInfo(authInfo),
    disclosure,
    createdBy: registrar,
    createdAt: now,
  });
  if (!inserted) {
    throw new Refusal(2302, "this contact exists");
  }
  return { parts: encodeResult("contact:create", { id, createdAt: now }) };
}
