import postgres from "postgres";

/** Without a password, an existing role keeps its own. */
export type MailRole = { name: string; password?: string | undefined };

/** What each role may do, as `GRANT <right> ON <object>`. Neither sees anything else. */
const grants = {
  servers: [
    ...["domains", "mailboxes", "logins", "app_passwords", "users", "senders", "sender_exceptions"].map(
      (view) => `SELECT ON mail_host.${view}`,
    ),
    // Always empty: a trigger turns each report into the use of an account.
    "SELECT, INSERT, UPDATE ON mail_host.quota_reports",
    "EXECUTE ON FUNCTION mail_host.check_recipient(text, text, bigint)",
    "EXECUTE ON FUNCTION mail_host.check_sieve_message(uuid, boolean, text, text[])",
    "EXECUTE ON FUNCTION mail_host.find_account_address(uuid)",
    "EXECUTE ON FUNCTION mail_host.reply_to_recipient(text, bigint)",
    "EXECUTE ON FUNCTION mail_host.leads_only_outside(text[])",
    "EXECUTE ON FUNCTION mail_host.find_forward_source(uuid, text)",
    "EXECUTE ON FUNCTION mail_host.find_alias_targets(text)",
    "EXECUTE ON FUNCTION mail_host.find_sender_logins(text)",
    "EXECUTE ON FUNCTION mail_host.store_app_password_use(text)",
    "EXECUTE ON FUNCTION mail_host.may_forward(uuid, text)",
    "EXECUTE ON FUNCTION mail_host.find_sieve_account(text)",
    "EXECUTE ON FUNCTION mail_host.sieve_addresses(uuid)",
  ],
  agent: [
    "SELECT ON mail_host.dkim_keys",
    "SELECT ON mail_host.sender_exceptions",
    "SELECT, INSERT, UPDATE ON public.mail_hosts",
    "SELECT, INSERT, DELETE ON public.mail_host_keys",
    "SELECT ON mail_host.current_domains",
    "SELECT ON mail_host.erased_accounts",
    "SELECT ON mail_host.connections",
    "EXECUTE ON FUNCTION mail_host.report_connections(text, jsonb, jsonb)",
    "EXECUTE ON FUNCTION mail_host.store_log_events(text, jsonb)",
    "EXECUTE ON FUNCTION mail_host.store_logins(jsonb)",
    "EXECUTE ON FUNCTION mail_host.store_use(jsonb)",
    "EXECUTE ON FUNCTION mail_host.may_forward(uuid, text)",
    "EXECUTE ON FUNCTION mail_host.sieve_addresses(uuid)",
    "EXECUTE ON FUNCTION mail_host.store_sieve_findings(uuid, text, text, jsonb)",
  ],
} satisfies Record<string, string[]>;

/**
 * Creates the database roles of the mail hosts, or gives existing ones these passwords and the rights of this version. The
 * role of the address must own the database and be allowed to create roles.
 */
export async function createMailRoles(
  url: string,
  roles: Record<keyof typeof grants, MailRole>,
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      for (const kind of ["servers", "agent"] as const) {
        const { name, password } = roles[kind];
        const role = tx(name);
        const [found] = await tx`select from pg_roles where rolname = ${name}`;
        if (password !== undefined) {
          const [{ statement } = { statement: "" }] = await tx<{ statement: string }[]>`
            select format(${`${found ? "alter" : "create"} role %I login noinherit password %L`}, ${name}::text, ${password}::text) as statement`;
          await tx.unsafe(statement);
        } else if (!found) {
          throw new Error(`the role ${name} doesn't exist`);
        }
        if (kind === "servers") {
          // They write counts and quotas alone, of which a crash of the database may lose the last second.
          await tx`alter role ${role} set synchronous_commit = off`;
          await tx`alter role ${role} set plan_cache_mode = force_generic_plan`;
        }
        await tx`revoke all on all tables in schema public, mail_host from ${role}`;
        await tx`grant usage on schema mail_host to ${role}`;
        for (const grant of grants[kind]) {
          await tx`grant ${tx.unsafe(grant)} to ${role}`;
        }
      }
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Roles belong to a database server, so their names contain the database's. */
export const mailRoleNames = (database: string) => ({
  servers: `${database}_mail`,
  agent: `${database}_mail_agent`,
});
