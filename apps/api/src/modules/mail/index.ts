export { createPasswordHasher } from "./password-hasher.ts";
export type { MailPorts, PasswordHasher } from "./ports.ts";
export { mailOperations } from "./rest.ts";
export { createMailRouter } from "./trpc.ts";
export { activateMail } from "./use-cases/activate-mail.ts";
export { createAccount } from "./use-cases/create-account.ts";
export { createAlias } from "./use-cases/create-alias.ts";
