export { createPasswordHasher } from "./password-hasher.ts";
export { daysUntilErasure } from "./policy.ts";
export type { MailPorts } from "./ports.ts";
export { findPlanSlug } from "./queries/find-plan-slug.ts";
export { mailOperations } from "./rest.ts";
export { createMailRouter } from "./trpc.ts";
export { mailRetentionRules } from "./use-cases/mail-retention-rules.ts";
export { resumeMail } from "./use-cases/resume-mail.ts";
export { suspendMail } from "./use-cases/suspend-mail.ts";
