import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { timestampInput } from "../primitives.ts";

export { bytesPerGigabyte, mailPlans } from "../vocabulary.ts";

export const mailPlanSlug = z.enum(["starter", "pro", "business"]);
export type MailPlanSlug = z.infer<typeof mailPlanSlug>;

export const mailActivationInput = z
  .strictObject({ domainName, planSlug: mailPlanSlug })
  .meta({ id: "MailActivationInput" });
export type MailActivationInput = z.infer<typeof mailActivationInput>;

/** Activates mail, or changes or renews its plan. */
export const mailPlanInput = mailActivationInput.extend({
  currentExpiresAt: timestampInput.optional().meta({
    description:
      "The mail domain's current `expiresAt`. Renews active mail for a year; a repeated request never renews twice.",
  }),
});
export type MailPlanInput = z.infer<typeof mailPlanInput>;
