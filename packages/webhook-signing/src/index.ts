export type { WebhookBody } from "./body.ts";
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
