export { createMailSweeps, mailWorks } from "./jobs.ts";
export { createPasswordHasher } from "./password-hasher.ts";
export { daysUntilErasure } from "./policy.ts";
export type { MailPorts } from "./ports.ts";
export { countAutoRenewingMail } from "./queries/count-auto-renewing-mail.ts";
export { findPlanSlug } from "./queries/find-plan-slug.ts";
export { getMailActivation } from "./queries/get-mail-activation.ts";
export { quoteMailPlan } from "./queries/quote-mail-plan.ts";
export { selectMailRenewals } from "./queries/select-mail-renewals.ts";
export { mailOperations } from "./rest.ts";
export { createMailRouter } from "./trpc.ts";
export { activateMail, requireMailActivatable } from "./use-cases/activate-mail.ts";
export { buyMailPlan } from "./use-cases/buy-mail-plan.ts";
export {
  dueMailRenewals,
  endMailRenewal,
  findMailRenewal,
  type MailRenewal,
  recordMailRenewalFailure,
} from "./use-cases/mail-renewals.ts";
export { mailRetentionRules } from "./use-cases/mail-retention-rules.ts";
export { resumeMail } from "./use-cases/resume-mail.ts";
export { suspendMail } from "./use-cases/suspend-mail.ts";
