import { z } from "zod";
import { cents, currency, timestamp, typeId } from "../primitives.ts";
import { domainHistoryKinds, domainStatuses } from "../vocabulary.ts";
import { domainName } from "./domain-name.ts";

export { domainHistoryKinds, domainHistoryLimit, domainStatuses } from "../vocabulary.ts";

export const domainStatus = z.enum(domainStatuses);
export type DomainStatus = z.infer<typeof domainStatus>;

export const domain = z
  .object({
    name: z.string().meta({ examples: ["example.com"] }),
    tld: z.string().meta({ description: "Top-level domain", examples: ["com"] }),
    status: domainStatus,
    autoRenew: z.boolean(),
    whoisPrivacy: z.boolean(),
    registeredAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "Domain" });
export type Domain = z.infer<typeof domain>;

export const domainSearchQuery = z.strictObject({
  q: domainName.meta({ description: "A full domain name", examples: ["example.com"] }),
});

export const availability = z
  .object({
    available: z.boolean(),
    premium: z.boolean(),
    monthlyPriceCents: cents.meta({
      description:
        "The yearly price divided by twelve, rounded up, in minor units. 0 if the name is unavailable.",
    }),
    currency,
  })
  .meta({ id: "Availability" });
export type Availability = z.infer<typeof availability>;

export const domainHistoryEvent = z
  .object({
    id: typeId("dhe", "ID of the history event"),
    kind: z.enum(domainHistoryKinds),
    occurredAt: timestamp,
    summary: z.string().meta({ examples: ["DS record 55648 (ECDSAP256SHA256) published"] }),
    actor: z.object({
      kind: z.enum(["user", "api_key", "system", "registry"]),
      name: z.string().meta({ examples: ["owner@demo.test"] }),
    }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: "What changed, as `from` and `to` for values that were replaced" }),
  })
  .meta({ id: "DomainHistoryEvent" });
export type DomainHistoryEvent = z.infer<typeof domainHistoryEvent>;

export const domainParameters = z.strictObject({ name: domainName });
