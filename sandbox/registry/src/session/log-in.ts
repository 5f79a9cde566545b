import type { LoginCommand } from "@zonepost/epp";
import type postgres from "postgres";
import { Refusal } from "../refusal.ts";
import { isRegistrarPassword, saveRegistrar } from "../state/registrars.ts";
import { extensionUris, languages, objectUris, versions } from "./services.ts";

/** Checks a login (RFC 5730 section 2.9.1.1) and stores its new password, if any. */
export async function logIn(sql: postgres.Sql, command: LoginCommand): Promise<void> {
  if (!versions.includes(command.version)) {
    throw new Refusal(2100, `version ${versions.join(", ")} is spoken`);
  }
  if (!languages.includes(command.language)) {
    throw new Refusal(2102, `language ${languages.join(", ")} is spoken`);
  }
  const unknownObject = command.objectUris.find((uri) => !objectUris.includes(uri));
  if (unknownObject !== undefined) {
    throw new Refusal(2307, `${unknownObject} is not served`);
  }
  const unknownExtension = command.extensionUris.find((uri) => !extensionUris.includes(uri));
  if (unknownExtension !== undefined) {
    throw new Refusal(2103, `${unknownExtension} is not served`);
  }
  if (!(await isRegistrarPassword(sql, command.clientId, command.password))) {
    throw new Refusal(2200, "unknown client or wrong password");
  }
  if (command.newPassword !== undefined) {
    await saveRegistrar(sql, command.clientId, command.newPassword);
  }
}
