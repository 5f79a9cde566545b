export type { WebhookBody } from "./body.ts";
export {
  type DiagnosisReason,
  diagnosisReasons,
  type Finding,
  type FindingPlace,
} from "./diagnose/reasons.ts";
export type { DiagnoseInput, Diagnosis } from "./diagnose/types.ts";
export { diagnose } from "./diagnose.ts";
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
  webhookVerificationReasons,
} from "./errors.ts";
export { generateSecret } from "./generate-secret.ts";
export type { WebhookHeaders } from "./headers.ts";
export { sign } from "./sign.ts";
export type { SignedHeaders, SignInput } from "./sign-input.ts";
export { type VerifiedWebhook, type VerifyInput, verify } from "./verify.ts";
