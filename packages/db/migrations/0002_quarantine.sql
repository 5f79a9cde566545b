CREATE FUNCTION "notify_quarantine"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('zonepost_wake', 'quarantine');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "installation_quarantine_begins" AFTER INSERT ON "installation"
  FOR EACH ROW WHEN (NEW."key" = 'quarantine') EXECUTE FUNCTION "notify_quarantine"();--> statement-breakpoint
CREATE TRIGGER "installation_quarantine_ends" AFTER DELETE ON "installation"
  FOR EACH ROW WHEN (OLD."key" = 'quarantine') EXECUTE FUNCTION "notify_quarantine"();--> statement-breakpoint
-- Fails in a quarantine: what a mail server can't look up, it defers. The condition of a query without a column, it is
-- checked once, and before the query finds that it has no rows.
CREATE FUNCTION "mail_host"."require_open"() RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.installation WHERE key = 'quarantine') THEN
    RAISE EXCEPTION 'the installation is in quarantine' USING ERRCODE = 'ZP002';
  END IF;
  RETURN true;
END $$;--> statement-breakpoint
-- Every lookup of a mail host begins with this view, or with the next one.
CREATE OR REPLACE VIEW "mail_host"."current_domains" AS
  SELECT "id", "workspace_id", "domain_name" AS "name", "storage_gigabytes" * 1073741824::bigint AS "storage_bytes",
    CASE
      WHEN "deactivated_at" IS NOT NULL THEN 'refused'
      WHEN "off_since" IS NULL THEN 'active'
      WHEN "off_since" > "business_now" - interval '14 days' THEN 'deferred'
      ELSE 'refused'
    END AS "state"
  FROM "public"."mail_domains",
    LATERAL (SELECT now() + coalesce((SELECT "offset_ms" FROM "public"."business_clock"), 0) * interval '1 millisecond'
      AS "business_now") AS "clock",
    LATERAL (SELECT least("suspended_at", CASE WHEN "paid_until" <= "business_now" THEN "paid_until" END)
      AS "off_since") AS "off"
  WHERE "left_at" IS NULL AND "mail_host"."require_open"();--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."erased_accounts" AS
  SELECT "account_id" AS "id" FROM "public"."mail_erased_accounts" WHERE "mail_host"."require_open"();--> statement-breakpoint
-- In a quarantine, no session has a right.
CREATE OR REPLACE FUNCTION "mail_host"."report_connections"("given_host" text, "opened" jsonb, "closed" jsonb) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.mail_hosts (name, started_at, last_seen_at, connections_reported_at)
    VALUES (given_host, now(), now(), now())
    ON CONFLICT (name) DO UPDATE SET connections_reported_at = now()
    WHERE mail_hosts.connections_reported_at IS NULL OR mail_hosts.connections_reported_at < now() - interval '10 seconds';
  DELETE FROM public.mail_connections
    WHERE host = given_host AND process IN (SELECT jsonb_array_elements_text(closed));
  IF EXISTS (SELECT FROM public.installation WHERE key = 'quarantine') THEN
    RETURN QUERY SELECT given."process" FROM jsonb_to_recordset(opened) AS given ("process" text)
      UNION SELECT connection.process FROM public.mail_connections AS connection WHERE connection.host = given_host;
    RETURN;
  END IF;
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
