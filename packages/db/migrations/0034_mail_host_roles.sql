-- The mailbox of an account is stored under its id, because a later account may have its address.
CREATE OR REPLACE VIEW "mail_host"."users" AS
  SELECT "account"."address",
    greatest(1, least(
      "account"."quota_megabytes" * 1048576::bigint,
      coalesce("own"."used_bytes", 0) + greatest(0, "account"."storage_bytes" - "all"."used_bytes")
    )) AS "quota_bytes",
    "account"."id",
    "account"."active" AND "account"."may_receive" AND "account"."state" <> 'refused' AS "accepts_mail"
  FROM "mail_host"."current_accounts" AS "account"
  LEFT JOIN "public"."mail_account_use" AS "own" ON "own"."account_id" = "account"."id",
    LATERAL (SELECT coalesce(sum("use"."used_bytes"), 0)::bigint AS "used_bytes"
      FROM "public"."mail_accounts" AS "other" JOIN "public"."mail_account_use" AS "use" ON "use"."account_id" = "other"."id"
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";
--> statement-breakpoint
-- Aliases whose targets all wait for their confirmation are their own alias, so that a catch-all doesn't receive their mail.
CREATE VIEW "mail_host"."waiting_aliases" AS
  SELECT "alias"."from_address" AS "address"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE "alias"."from_address" NOT LIKE '*@%' AND NOT EXISTS (SELECT FROM "mail_host"."forwards" AS "forward"
    WHERE "forward"."source" = "alias"."from_address" AND "forward"."mail_domain_id" = "alias"."mail_domain_id");
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target" FROM "mail_host"."owner_addresses"
  UNION ALL
  SELECT "address", "address" FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled' FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address waits for its confirmation' FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
-- Who may use an address as sender: its account, and the workspace's accounts that an alias delivers to. Forwarding
-- grants nothing: its target may be another workspace's.
CREATE OR REPLACE VIEW "mail_host"."senders" AS
  SELECT "address", "address" AS "login" FROM "mail_host"."current_accounts" WHERE "active" AND "may_send" AND "state" = 'active'
  UNION
  SELECT "alias"."from_address", "account"."address"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."address" = "target"."address"
    AND "account"."workspace_id" = "domain"."workspace_id"
  WHERE "account"."active" AND "account"."may_send" AND "account"."state" = 'active' AND "alias"."from_address" NOT LIKE '*@%';
--> statement-breakpoint
-- Dovecot inserts what a mailbox uses. A trigger stores it with the account, and the table stays empty.
CREATE TABLE "mail_host"."quota_reports" (
  "address" text PRIMARY KEY,
  "used_bytes" bigint,
  "message_count" bigint
);
--> statement-breakpoint
CREATE FUNCTION "mail_host"."take_quota_report"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.mail_account_use AS use (account_id, used_bytes, message_count)
  SELECT id, coalesce(NEW.used_bytes, 0), coalesce(NEW.message_count, 0)
  FROM mail_host.current_accounts WHERE address = lower(NEW.address)
  ON CONFLICT (account_id) DO UPDATE SET
    used_bytes = coalesce(NEW.used_bytes, use.used_bytes),
    message_count = coalesce(NEW.message_count, use.message_count);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "take_quota_report" BEFORE INSERT ON "mail_host"."quota_reports"
  FOR EACH ROW EXECUTE FUNCTION "mail_host"."take_quota_report"();
--> statement-breakpoint
-- The sending limit of each plan: mailPlans in packages/schema has the same numbers, which a test compares.
CREATE FUNCTION "mail_host"."recipients_per_hour"("plan_slug" text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE plan_slug WHEN 'starter' THEN 200 WHEN 'pro' THEN 500 WHEN 'business' THEN 1000 END
$$;
--> statement-breakpoint
-- Counts one recipient of a signed-in sender and returns the reply for access(5). The hour is one of wall-clock time.
CREATE FUNCTION "mail_host"."count_recipient"("login" text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sender record;
  counted integer;
BEGIN
  SELECT account.id, mail_host.recipients_per_hour(domain.plan_slug) AS hourly_limit INTO sender
  FROM mail_host.current_accounts AS account JOIN public.mail_domains AS domain ON domain.id = account.mail_domain_id
  WHERE account.address = lower(login) AND account.active AND account.may_send AND account.state = 'active';
  IF NOT FOUND THEN
    RETURN '554 5.7.1 This account may not send';
  END IF;
  INSERT INTO public.mail_sending_hours AS hours (account_id, hour, recipients)
  VALUES (sender.id, date_trunc('hour', now(), 'UTC'), 1)
  ON CONFLICT (account_id, hour) DO UPDATE SET
    recipients = least(hours.recipients + 1, sender.hourly_limit + 1),
    limited_at = CASE WHEN hours.recipients >= sender.hourly_limit THEN coalesce(hours.limited_at, now()) ELSE hours.limited_at END
  RETURNING recipients INTO counted;
  IF counted > sender.hourly_limit THEN
    RETURN format('450 4.7.1 This account has reached its limit of %s recipients per hour', sender.hourly_limit);
  END IF;
  RETURN 'DUNNO';
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."take_quota_report"(), "mail_host"."count_recipient"(text) FROM PUBLIC;
