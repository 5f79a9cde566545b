import postgres from "postgres";
import type { AllowedAddresses } from "../sieve/check-script.ts";
import type { SieveFinding } from "../sieve/findings.ts";
import { readAllowedAddresses } from "../sieve/read-allowed-addresses.ts";
import type { SealedKey, SenderException } from "./file-contents.ts";

/** The api and the workers notify it in the transactions that change keys or exceptions. */
const channel = "zonepost_mail_hosts";

export type AgentDatabase = {
  /** Without the private part of the keys that are stored already. */
  readKeys(storedIds: readonly string[]): Promise<SealedKey[]>;
  readSenderExceptions(): Promise<SenderException[]>;
  /** Those of the accounts that were erased. */
  findErased(accountIds: readonly string[]): Promise<string[]>;
  /** What an account may use in its scripts; undefined while the account is off. */
  readAllowedAddresses(accountId: string, targets: readonly string[]): Promise<AllowedAddresses | undefined>;
  /** Once for each script: a report of the same one changes nothing. */
  storeSieveFindings(
    accountId: string,
    script: { name: string; hash: string },
    findings: SieveFinding[],
  ): Promise<void>;
  /** Records that the host is alive and which keys it holds. */
  report(host: string, keyIds: readonly string[]): Promise<void>;
  /**
   * Calls `wake` for each notice, and after each connection, because notices may have been lost before; `onReturn` after
   * each but the first.
   */
  listen(wake: () => void, onReturn: () => void): Promise<void>;
  close(): Promise<void>;
};

export function connectAgentDatabase(url: string): AgentDatabase {
  const sql = postgres(url, {
    max: 2,
    connect_timeout: 5,
    onnotice: () => {},
    // By default, a connection may wait 20 s before it tries again after an outage.
    backoff: (failedTries: number) => Math.min(0.05 * 2 ** failedTries, 1),
    transform: postgres.camel,
    connection: { application_name: "zonepost-mail-agent", statement_timeout: 30_000, TimeZone: "UTC" },
  });
  const startedAt = new Date();
  return {
    readKeys: (storedIds) => sql<SealedKey[]>`
      select id, mail_domain_id, domain, selector, stage,
        case when id <> all (${sql.array([...storedIds])}::uuid[]) then private_key_encrypted end as private_key_encrypted
      from mail_host.dkim_keys`,
    readSenderExceptions: () =>
      sql<SenderException[]>`select domain, network from mail_host.sender_exceptions`,
    async findErased(accountIds) {
      const rows = await sql<{ id: string }[]>`
        select id from mail_host.erased_accounts where id = any (${sql.array([...accountIds])}::uuid[])`;
      return rows.map(({ id }) => id);
    },
    readAllowedAddresses: (accountId, targets) => readAllowedAddresses(sql, accountId, targets),
    async storeSieveFindings(accountId, { name, hash }, findings) {
      await sql`
        select mail_host.store_sieve_findings(${accountId}, ${hash}, ${name}, ${JSON.stringify(findings)}::text::jsonb)`;
    },
    async report(host, keyIds) {
      await sql.begin(async (tx) => {
        await tx`
          insert into mail_hosts (name, started_at, last_seen_at) values (${host}, ${startedAt}, now())
          on conflict (name) do update set started_at = excluded.started_at, last_seen_at = excluded.last_seen_at`;
        await tx`delete from mail_host_keys where host = ${host} and key_id <> all (${sql.array([...keyIds])}::uuid[])`;
        // A key may have been erased since it was read.
        await tx`
          insert into mail_host_keys (host, key_id, loaded_at)
          select ${host}, id, now() from mail_host.dkim_keys where id = any (${sql.array([...keyIds])}::uuid[])
          on conflict do nothing`;
      });
    },
    async listen(wake, onReturn) {
      let isFirst = true;
      const onConnected = () => {
        wake();
        if (!isFirst) {
          onReturn();
        }
        isFirst = false;
      };
      await sql.listen(channel, wake, onConnected);
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
