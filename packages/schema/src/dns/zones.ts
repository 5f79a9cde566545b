import { z } from "zod";
import { domainName } from "../domains/domain-name.ts";
import { pageQuery, timestamp } from "../primitives.ts";
import { zoneBases, zoneDelegationStates, zoneEndReasons, zoneStates } from "./limits.ts";

export const zoneParameters = z.strictObject({ zoneName: domainName });

const zoneServerState = z
  .object({
    host: z.string().meta({ examples: ["ns1.example.net"] }),
    serial: z
      .int()
      .nullable()
      .meta({ description: "As it answered; null if it didn't, or doesn't serve the zone" }),
    version: z.int().nullable().meta({ description: "The version with this serial" }),
    inStepAt: timestamp.nullable().meta({ description: "When it was first seen with the present version" }),
    checkedAt: timestamp.nullable().meta({ description: "When it was last asked" }),
    problem: z
      .enum(["not_served", "away"])
      .nullable()
      .meta({ description: "`not_served`: it answers, but without this zone. `away`: it didn't answer." }),
  })
  .meta({ id: "ZoneServerState" });
export type ZoneServerState = z.infer<typeof zoneServerState>;

/** Which nameserver has which version, as each has answered. */
export const zonePublication = z
  .object({
    version: z.int().meta({ description: "The version to be served" }),
    state: z.enum(["publishing", "published", "failed"]).meta({
      description:
        "`published`: all nameservers have answered with this version. `failed`: the primary doesn't accept it; see `problem`.",
    }),
    problem: z.string().nullable(),
    servers: z.array(zoneServerState),
  })
  .meta({ id: "ZonePublication" });
export type ZonePublication = z.infer<typeof zonePublication>;

const zoneDelegation = z
  .object({
    state: z.enum(zoneDelegationStates).nullable().meta({
      description:
        "`here`: the parent zone names only nameservers of this installation. `partly`: also others. `elsewhere`: only others, or none. `lame`: of this installation, none that answers for the zone. Null before the first check.",
    }),
    servers: z.array(z.string()).meta({ description: "The nameservers in the parent zone" }),
    checkedAt: timestamp.nullable(),
  })
  .meta({ id: "ZoneDelegation", description: "As the parent zone had it at the last check" });
export type ZoneDelegation = z.infer<typeof zoneDelegation>;

export const zone = z
  .object({
    name: z.string().meta({ examples: ["example.com"] }),
    unicodeName: z.string().meta({ description: "In its own script" }),
    version: z.int(),
    serial: z.int(),
    recordCount: z.int().meta({ description: "The number of record sets" }),
    signed: z.boolean(),
    delegation: zoneDelegation,
    state: z.enum(zoneStates).meta({
      description:
        "`ending`: the right to the name has ended. The zone is still served, but can't be changed.",
    }),
    updatedAt: timestamp,
  })
  .meta({ id: "Zone" });
export type Zone = z.infer<typeof zone>;

export const zoneDetails = zone
  .extend({
    createdAt: timestamp,
    basis: z.enum(zoneBases).meta({
      description:
        "`held`: the name is a domain of this workspace, or below one. `proved`: by a TXT record. `operator`: the operator decided.",
    }),
    nameservers: z.array(z.string()).meta({ description: "The nameservers to delegate the name to" }),
    ends: z
      .object({ reason: z.enum(zoneEndReasons), endsAt: timestamp })
      .nullable()
      .meta({ description: "Why and when the zone is withdrawn; null while the workspace may change it" }),
    dnssec: z.object({
      state: z.enum(["unsigned"]),
      explanation: z.string(),
    }),
    publication: zonePublication,
  })
  .meta({ id: "ZoneDetails" });
export type ZoneDetails = z.infer<typeof zoneDetails>;

export const zoneInput = z
  .strictObject({
    name: domainName,
    zoneFile: z
      .string()
      .max(1_000_000, "The zone file is too large.")
      .optional()
      .meta({ description: "The first records, as a zone file (RFC 1035)" }),
    dryRun: z.boolean().optional().meta({ description: "If true, nothing is created" }),
  })
  .meta({ id: "ZoneInput" });
export type ZoneInput = z.infer<typeof zoneInput>;

export const zonesQuery = pageQuery;

export const zoneDeletionInput = z
  .strictObject({ confirmName: domainName.meta({ description: "The zone's name, to confirm" }) })
  .meta({ id: "ZoneDeletionInput" });
export type ZoneDeletionInput = z.infer<typeof zoneDeletionInput>;
export const zoneDeletionQuery = z.strictObject({
  force: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "Also while the name is delegated here. It then stops resolving." }),
});
