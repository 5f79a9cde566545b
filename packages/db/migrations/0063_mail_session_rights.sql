-- What a session signed in with: the account, how often its sessions were ended, and a version of its password or an app
-- password. Dovecot logs it, so that the agents can end the sessions whose right is gone.
CREATE OR REPLACE VIEW "mail_host"."logins" AS
  SELECT "current"."address", "current"."password", "current"."may_send", "current"."domain",
    "account"."id" || ':' || "account"."session_version" || ':p' || "account"."password_version" AS "sign_in_right"
  FROM "mail_host"."current_accounts" AS "current"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "current"."address", "app"."hint", "app"."password_hash" AS "password", "current"."may_send", "current"."domain",
    "app"."id",
    "account"."id" || ':' || "account"."session_version" || ':a' || "app"."id" AS "sign_in_right"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "current" ON "current"."id" = "app"."account_id"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';
--> statement-breakpoint
DROP FUNCTION "mail_host"."find_login"(text, text);
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_login"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT login.address, login.password, login.sign_in_right FROM mail_host.logins AS login
    WHERE login.address = wanted AND login.domain = split_part(wanted, '@', 2)
      AND (login.may_send OR service NOT IN ('smtp', 'submission'));
END $$;
--> statement-breakpoint
DROP FUNCTION "mail_host"."find_app_password"(text, text, text);
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "app_password" uuid, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password, app.id, app.sign_in_right FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service NOT IN ('smtp', 'submission'));
END $$;
--> statement-breakpoint
-- For the agents, which know their sessions by these rows after a restart.
CREATE VIEW "mail_host"."connections" AS SELECT "host", "process" FROM "public"."mail_connections";
--> statement-breakpoint
-- The sessions of a host whose right is gone. Each account keeps its 100 oldest.
CREATE FUNCTION "mail_host"."find_void_connections"("given_host" text) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT connection.process
  FROM (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY since, id) AS place
    FROM public.mail_connections WHERE host = given_host
  ) AS connection
  WHERE connection.place > 100 OR NOT EXISTS (
    SELECT FROM mail_host.current_accounts AS current
    JOIN public.mail_accounts AS account ON account.id = current.id
    WHERE current.id = connection.account_id AND current.active AND current.state = 'active'
      AND (current.may_send OR connection.protocol <> 'submission')
      AND CASE
        WHEN connection.session_version IS NULL
          THEN connection.since >= coalesce(account.sign_ins_void_before, '-infinity')
        ELSE connection.session_version = account.session_version AND (
          connection.password_version = account.password_version OR EXISTS (
            SELECT FROM public.mail_app_passwords AS app
            WHERE app.id = connection.app_password_id AND app.account_id = account.id))
        END)
$$;
--> statement-breakpoint
-- Stores which sessions a host has, and returns those whose right is gone. A session of an address that isn't known has no
-- row.
CREATE FUNCTION "mail_host"."report_connections"("given_host" text, "opened" jsonb, "closed" jsonb) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.mail_hosts (name, started_at, last_seen_at, connections_reported_at)
    VALUES (given_host, now(), now(), now())
    ON CONFLICT (name) DO UPDATE SET connections_reported_at = now()
    WHERE mail_hosts.connections_reported_at IS NULL OR mail_hosts.connections_reported_at < now() - interval '10 seconds';
  DELETE FROM public.mail_connections
    WHERE host = given_host AND process IN (SELECT jsonb_array_elements_text(closed));
  RETURN QUERY
    WITH given AS (
      SELECT *, coalesce("accountId", (SELECT current.id FROM mail_host.current_accounts AS current
        WHERE current.address = given."address")) AS account_id
      FROM jsonb_to_recordset(opened) AS given ("id" uuid, "process" text, "accountId" uuid, "address" text,
        "protocol" text, "ipAddress" text, "since" timestamptz, "program" text, "appPasswordId" uuid,
        "passwordVersion" integer, "sessionVersion" integer)
    ), stored AS (
      INSERT INTO public.mail_connections (id, host, process, account_id, protocol, ip_address, since, program,
        app_password_id, password_version, session_version)
      SELECT "id", given_host, "process", account_id, "protocol", "ipAddress", "since", "program", "appPasswordId",
        "passwordVersion", "sessionVersion"
      FROM given WHERE account_id IS NOT NULL
      ON CONFLICT (host, process) DO UPDATE SET program = excluded.program
    )
    SELECT "process" FROM given WHERE account_id IS NULL;
  RETURN QUERY SELECT mail_host.find_void_connections(given_host);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."find_void_connections"(text), "mail_host"."report_connections"(text, jsonb, jsonb)
  FROM PUBLIC;
