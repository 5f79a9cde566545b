-- Dovecot logs the app password of a sign-in, so that the agents can store when each was last used.
CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send", "account"."domain",
    "app"."id"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';
--> statement-breakpoint
DROP FUNCTION "mail_host"."find_app_password"(text, text, text);
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "app_password" uuid) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password, app.id FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service <> 'smtp');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (
    SELECT account.id AS account_id, login."appPasswordId" AS app_password_id, max(login."at") AS at
    FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz, "appPasswordId" uuid)
    JOIN mail_host.current_accounts AS account ON account.address = login."address"
    GROUP BY 1, 2
  ), used AS (
    UPDATE public.mail_app_passwords AS app SET last_used_at = greatest(app.last_used_at, given.at)
    FROM given WHERE app.id = given.app_password_id AND app.account_id = given.account_id
  )
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account_id, max(at) FROM given GROUP BY 1
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;
