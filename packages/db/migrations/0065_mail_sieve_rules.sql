-- The account that a sign-in with this name reaches.
CREATE FUNCTION "mail_host"."find_sieve_account"("login" text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.id FROM mail_host.find_login(login, 'sieve') AS found
  JOIN mail_host.current_accounts AS account ON account.address = found."user"
$$;
--> statement-breakpoint
-- The addresses that an account's rules may use as its own: that of the account, and the workspace's aliases that deliver
-- to it. None while the account or its domain is off.
CREATE FUNCTION "mail_host"."sieve_addresses"("account_id" uuid) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.address FROM mail_host.current_accounts AS account
  WHERE account.id = sieve_addresses.account_id AND account.active AND account.state = 'active'
  UNION
  SELECT alias.from_address
  FROM mail_host.current_accounts AS account
  JOIN public.mail_alias_targets AS target ON target.address = account.address
  JOIN public.mail_aliases AS alias ON alias.id = target.alias_id AND alias.from_address NOT LIKE '*@%'
  JOIN mail_host.current_domains AS domain ON domain.id = alias.mail_domain_id AND domain.state = 'active'
    AND domain.workspace_id = account.workspace_id
  WHERE account.id = sieve_addresses.account_id AND account.active AND account.state = 'active'
$$;
--> statement-breakpoint
-- The agents report scripts that they have changed. A script that is looked at again is one report.
CREATE FUNCTION "mail_host"."store_sieve_findings"("account_id" uuid, "script_hash" text, "script_name" text, "findings" jsonb)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_sieve_findings (account_id, script_hash, script_name, findings, found_at)
  SELECT account.id, store_sieve_findings.script_hash, store_sieve_findings.script_name, store_sieve_findings.findings, now()
  FROM public.mail_accounts AS account WHERE account.id = store_sieve_findings.account_id
  ON CONFLICT ON CONSTRAINT mail_sieve_findings_account_id_script_hash_pk DO NOTHING
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."find_sieve_account"(text),
  "mail_host"."sieve_addresses"(uuid), "mail_host"."store_sieve_findings"(uuid, text, text, jsonb) FROM PUBLIC;
