import type { Db } from "@zonepost/db";

/** For a statement that reads rows of `domains`: the latest check of each, as the panel's lists have it. */
export const dnsCheckColumn = (sql: Db["$client"]) => sql`(
  select jsonb_build_object(
    'checkedAt', to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'dnssec', dnssec, 'answering', answering, 'asked', asked)
  from domain_dns_checks where domain_id = domains.id) as "dnsCheck"`;
