import { auditEntries, businessClock, idempotencyKeys, installation, rateLimitWindows } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { type ErasedPerson, type ErasureRule, erasedName, rowsWith } from "./erasure-rule.ts";

const target = sql`lower(${auditEntries.target})`;
const isOfSession = sql`${auditEntries.action} like 'session.%'`;
const addressesOf = ({ addresses }: ErasedPerson) => sql`(${sql.param([...addresses])}::text[])`;

export const kernelErasure: readonly ErasureRule[] = [
  {
    table: auditEntries,
    workspace: { fate: "anonymized", rows: rowsWith(auditEntries.workspaceId) },
    forPerson: [
      {
        // Before the actor, by which these are found.
        where: ({ userId }) => sql`${auditEntries.actor} ->> 'id' = ${userId}
          and ${auditEntries.actor} ->> 'kind' = 'user'
          and (${auditEntries.ipAddress} is not null or ${auditEntries.userAgent} is not null)`,
        set: { ip_address: () => sql`null`, user_agent: () => sql`null` },
      },
      {
        // Including those of others about the person, such as of an invitation or a failed sign-in.
        where: (person) => sql`${target} = any ${addressesOf(person)}`,
        set: {
          target: () => sql`${erasedName.user}::text`,
          details: () => sql`${auditEntries.details} - case
            when ${auditEntries.action} ~ '^(email|profile)[.]' then '{name,newEmail,from,to}'::text[]
            else '{name,ipAddress,userAgent}'::text[] end`,
          ip_address: () => sql`case when ${isOfSession} then null else ${auditEntries.ipAddress} end`,
          user_agent: () => sql`case when ${isOfSession} then null else ${auditEntries.userAgent} end`,
        },
      },
      {
        where: (person) => sql`${auditEntries.action} = 'workspace.ownership_transferred'
          and (lower(${auditEntries.details} ->> 'from') = any ${addressesOf(person)}
            or lower(${auditEntries.details} ->> 'to') = any ${addressesOf(person)})`,
        set: { details: () => sql`${auditEntries.details} - '{from,to}'::text[]` },
      },
    ],
    columns: {
      actors: ["actor"],
      person: ["target", "details", "ip_address", "user_agent"],
      impersonal: ["action"],
      blanked: {
        target: sql`''::text`,
        details: sql`'{}'::jsonb`,
        ip_address: sql`null::text`,
        user_agent: sql`null::text`,
        request_id: sql`null::text`,
      },
    },
  },
  {
    table: idempotencyKeys,
    workspace: { fate: "deleted", rows: rowsWith(idempotencyKeys.workspaceId) },
    personRows: ({ userId }) => sql`${idempotencyKeys.actorId} = ${`user:${userId}`}`,
    columns: {
      person: ["actor_id", "method", "path", "key", "request_hash", "headers", "body"],
    },
  },
  {
    table: rateLimitWindows,
    workspace: false,
    columns: {
      kept: {
        bucket:
          "A counter named by an ID, or by the hash of an address or network. It is deleted within 25 hours.",
      },
    },
  },
  { table: businessClock, workspace: false },
  {
    table: installation,
    workspace: false,
    columns: { impersonal: ["key", "value"] },
  },
];
