export { createPasswordHasher } from "./password-hasher.ts";
export type { MailPorts } from "./ports.ts";
export { findPlanSlug } from "./queries/find-plan-slug.ts";
export { mailOperations } from "./rest.ts";
export { createMailRouter } from "./trpc.ts";
