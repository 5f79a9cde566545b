import { randomBytes } from "node:crypto";
import { createMailRoles, mailRoleNames } from "../mail-roles.ts";

// Creates the roles of the mail hosts in the database of DATABASE_URL with new passwords, and prints their addresses.

const address = process.env.DATABASE_URL ?? "";
const names = mailRoleNames(new URL(address).pathname.slice(1));
const withPassword = (name: string) => ({ name, password: randomBytes(24).toString("base64url") });
const roles = { servers: withPassword(names.servers), agent: withPassword(names.agent) };
try {
  await createMailRoles(address, roles);
} catch (error) {
  console.error(`The roles were not created: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
const urlOf = ({ name, password }: { name: string; password: string }) =>
  Object.assign(new URL(address), { username: name, password }).href;
console.log(`Mail servers  ${urlOf(roles.servers)}\nMail agent    ${urlOf(roles.agent)}`);
