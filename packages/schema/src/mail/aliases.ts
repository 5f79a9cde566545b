import { z } from "zod";
import { timestamp, typeId } from "../primitives.ts";
import { mailAddress } from "./address.ts";

export const mailAliasInput = z
  .strictObject({
    fromAddress: mailAddress.meta({ description: "The alias address, on a domain with active mail" }),
    toAddress: mailAddress.meta({
      description: "The address that receives the mail, on this or any other domain",
    }),
  })
  .meta({ id: "MailAliasInput" });
export type MailAliasInput = z.infer<typeof mailAliasInput>;

export const mailAliasTarget = z
  .object({
    address: z.string(),
    external: z.boolean().meta({ description: "Whether it is outside this workspace's mail domains" }),
    state: z.enum(["active", "waiting_for_confirmation", "stopped"]).meta({
      description:
        "An external address receives nothing until its owner has confirmed the forwarding by email, nor after stopping it.",
    }),
  })
  .meta({ id: "MailAliasTarget" });
export type MailAliasTarget = z.infer<typeof mailAliasTarget>;

export const mailAlias = z
  .object({
    id: typeId("mal", "ID of the alias"),
    fromAddress: z.string(),
    toAddress: z.string().meta({ description: "The first of `toAddresses`" }),
    toAddresses: z.array(mailAliasTarget),
    createdAt: timestamp,
  })
  .meta({ id: "MailAlias" });
export type MailAlias = z.infer<typeof mailAlias>;
