import { type Sql, utc } from "../../../kernel/http/sorted-page.ts";

/** For a statement that reads rows of `domains`: the latest check of each, as the panel's lists have it. */
export const dnsCheckColumn = (sql: Sql) => sql`(
  select jsonb_build_object(
    'checkedAt', ${utc(sql, sql`checked_at`, "MS")},
    'dnssec', dnssec, 'answering', answering, 'asked', asked, 'hasAnswered', has_answered)
  from domain_dns_checks where domain_id = domains.id) as "dnsCheck"`;
