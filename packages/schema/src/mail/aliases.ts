import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { emailAddress } from "../email-address.ts";
import { timestamp, typeId } from "../primitives.ts";
import { mailAliasAddress } from "./address.ts";

export const maxAliasTargets = 50;

const aliasTargets = z
  .array(emailAddress)
  .min(1, "Enter at least one address.")
  .max(maxAliasTargets, `Enter at most ${maxAliasTargets} addresses.`);

export const mailAliasInput = z
  .strictObject({
    fromAddress: mailAliasAddress.meta({
      description:
        "The alias address, on this domain. `*@` and the domain is a catch-all: for all addresses without an account or alias of their own.",
      examples: ["sales@example.com"],
    }),
    toAddress: emailAddress.optional().meta({
      description:
        "The address that receives the mail, on this or any other domain. Required without `toAddresses`.",
    }),
    toAddresses: aliasTargets.optional().meta({
      description: "Several addresses that receive the mail, in this order, instead of `toAddress`",
    }),
  })
  .refine(({ toAddress, toAddresses }) => toAddress !== undefined || toAddresses !== undefined, {
    path: ["toAddress"],
    message: "This field is required.",
    when: isObject,
  })
  .refine(({ toAddress, toAddresses }) => toAddress === undefined || toAddresses === undefined, {
    path: ["toAddresses"],
    message: "Send `toAddress` or `toAddresses`, not both.",
    when: isObject,
  })
  .meta({ id: "MailAliasInput" });
export type MailAliasInput = z.infer<typeof mailAliasInput>;

export const mailAliasPatch = z
  .strictObject({
    toAddresses: aliasTargets.meta({
      description: "All addresses that receive the mail, in this order, instead of the current ones",
    }),
  })
  .meta({ id: "MailAliasPatch" });
export type MailAliasPatch = z.infer<typeof mailAliasPatch>;

export const mailAliasTarget = z
  .object({
    address: z.string(),
    external: z.boolean().meta({ description: "Whether it is outside this workspace's mail domains" }),
    state: z.enum(["active", "waiting_for_confirmation", "stopped", "paused"]).meta({
      description:
        "An external address receives nothing until its owner has confirmed the forwarding by email, nor after stopping it. Forwarding is `paused` if mail would loop since the domain has returned to the workspace. To resume it, update the alias or account with the same addresses, once nothing leads back.",
    }),
  })
  .meta({ id: "MailAliasTarget" });
export type MailAliasTarget = z.infer<typeof mailAliasTarget>;

export const mailAlias = z
  .object({
    id: typeId("mal", "ID of the alias"),
    fromAddress: z.string().meta({ description: "`*@` and the domain for a catch-all" }),
    toAddress: z.string().meta({ description: "The first of `toAddresses`" }),
    toAddresses: z.array(mailAliasTarget),
    createdAt: timestamp,
  })
  .meta({ id: "MailAlias" });
export type MailAlias = z.infer<typeof mailAlias>;

export const mailAliasParameters = z.strictObject({ domainName, id: typeId("mal", "ID of the alias") });

/** So that a missing target is reported together with other errors. */
function isObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null;
}
