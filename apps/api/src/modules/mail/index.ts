export { createPasswordHasher } from "./password-hasher.ts";
export type { MailPorts } from "./ports.ts";
export { mailOperations } from "./rest.ts";
export { createMailRouter } from "./trpc.ts";
