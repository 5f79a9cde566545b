import { z } from "zod";
import { linkToken } from "../accounts/session.ts";
import { emailAddress } from "../email-address.ts";
import { timestamp } from "../primitives.ts";

/** The secret of the link in a confirmation email. */
export const mailForwardingLink = z.strictObject({ token: linkToken }).meta({ id: "MailForwardingLink" });
export type MailForwardingLink = z.infer<typeof mailForwardingLink>;

export const mailForwardingForHolder = z
  .object({
    workspaceName: z.string(),
    domainName: z.string(),
    address: z.string().meta({ description: "The address that received the link" }),
    fromAddresses: z.array(z.string()).meta({
      description: "The addresses of the domain that forward to `address`, at most 20",
    }),
    state: z.enum(["waiting_for_confirmation", "active", "stopped", "expired"]).meta({
      description:
        "Nothing is forwarded unless it is `active`. An `expired` link can't confirm; a new email can be sent.",
    }),
    expiresAt: timestamp.meta({ description: "Until when an unused link can confirm" }),
  })
  .meta({ id: "MailForwardingForHolder" });
export type MailForwardingForHolder = z.infer<typeof mailForwardingForHolder>;

export const mailForwardingResend = z
  .strictObject({ address: emailAddress.meta({ description: "The external address" }) })
  .meta({ id: "MailForwardingResend" });
export type MailForwardingResend = z.infer<typeof mailForwardingResend>;
