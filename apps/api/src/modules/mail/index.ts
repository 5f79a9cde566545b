export { listMailboxAddresses } from "./accounts/list-addresses.ts";
export { mailAuthOperations } from "./auth.ts";
export {
  readAppleProfile,
  readAutoconfig,
  readAutodiscover,
} from "./client-settings/read-program-settings.ts";
export { findHostsWithoutKey, mailSecrets } from "./dkim/dkim-sealing.ts";
export { listMailHosts } from "./dkim/list-mail-hosts.ts";
export { resealDkimKeys } from "./dkim/reseal-dkim-keys.ts";
export { listDnsLights } from "./dns-records/list-dns-lights.ts";
export { placeInNewZone } from "./dns-records/place-in-new-zone.ts";
export { readMtaStsFile } from "./dns-records/read-mta-sts-file.ts";
export { mailErasure } from "./erasure.ts";
export { createMailSweeps, mailWorks } from "./jobs.ts";
export { activateMail, requireMailActivatable } from "./mail-domains/activate-mail.ts";
export { findNamesWithMail } from "./mail-domains/find-names-with-mail.ts";
export { getMailActivation } from "./mail-domains/get-mail-activation.ts";
export { listMailConcerns } from "./mail-domains/list-mail-concerns.ts";
export { readMailDomain } from "./mail-domains/list-mail-domains.ts";
export { mailRetentionRules } from "./mail-domains/mail-retention-rules.ts";
export { resumeMail } from "./mail-domains/resume-mail.ts";
export { suspendMail } from "./mail-domains/suspend-mail.ts";
export { updateMailDomain } from "./mail-domains/update-mail-domain.ts";
export { daysUntilErasure } from "./model/policy.ts";
export { createPasswordHasher } from "./passwords/password-hasher.ts";
export { buyMailPlan } from "./plans/buy-mail-plan.ts";
export { countAutoRenewingMail } from "./plans/count-auto-renewing-mail.ts";
export { findMailState } from "./plans/find-mail-state.ts";
export { hasMail, interruptPlan, resumePlan } from "./plans/interrupt-plan.ts";
export {
  dueMailRenewals,
  endMailRenewal,
  findMailRenewal,
  type MailRenewal,
  recordMailRenewalFailure,
} from "./plans/mail-renewals.ts";
export { quoteMailPlan } from "./plans/quote-mail-plan.ts";
export { selectMailRenewals } from "./plans/select-mail-renewals.ts";
export { findPlanWithout, type RefundedPlan, takeBackPlan } from "./plans/take-back-plan.ts";
export type { MailDnsSettings, MailPorts, MailServers } from "./ports.ts";
export { mailRecords } from "./record-finders.ts";
export { mailOperations } from "./rest.ts";
export { storeWorkspaceLimit } from "./sending-limit/workspace-limit.ts";
export { createMailRouter } from "./trpc.ts";
