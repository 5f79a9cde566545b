import { randomBytes } from "node:crypto";
import { createMailRoles, mailRoleNames } from "../mail-roles.ts";
import { requireServer } from "../require-server.ts";
import { databaseUrlMistake, withHostInPlace } from "../service-url.mjs";

// Creates the roles of the mail hosts in the database of DATABASE_URL with new passwords, and prints their addresses.
// With --keep-passwords, existing roles get the rights of this version.

const keepsPasswords = process.argv.includes("--keep-passwords");
const address = withHostInPlace(process.env.DATABASE_URL ?? "");
const mistake = databaseUrlMistake(address);
if (mistake !== undefined) {
  console.error(`DATABASE_URL ${mistake}.`);
  process.exit(1);
}
const names = mailRoleNames(new URL(address).pathname.slice(1));
const roleOf = (name: string) => ({
  name,
  password: keepsPasswords ? undefined : randomBytes(24).toString("base64url"),
});
const roles = { servers: roleOf(names.servers), agent: roleOf(names.agent) };
try {
  await requireServer(address, { setting: "DATABASE_URL", mayBePooled: false });
  await createMailRoles(address, roles);
} catch (error) {
  console.error(`The roles were not created: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
const urlOf = ({ name, password }: { name: string; password?: string | undefined }) =>
  Object.assign(new URL(address), { username: name, password }).href;
console.log(
  keepsPasswords
    ? "The mail hosts' roles have the rights of this version, and kept their passwords."
    : `Mail servers  ${urlOf(roles.servers)}\nMail agent    ${urlOf(roles.agent)}`,
);
