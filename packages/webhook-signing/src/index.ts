export {
  WebhookVerificationError,
  type WebhookVerificationReason,
  webhookVerificationReasons,
} from "./errors.ts";
export type { WebhookHeaders } from "./headers.ts";
export { generateSecret } from "./secret.ts";
export { type SignedHeaders, type SignInput, sign } from "./sign.ts";
export type { WebhookBody } from "./signed-content.ts";
export { type VerifiedWebhook, type VerifyInput, verify } from "./verify.ts";
