-- Each lookup concerns one domain, so each view has it: a lookup reads the rows of that domain alone.
CREATE OR REPLACE VIEW "mail_host"."mailboxes" AS SELECT "address", "domain" FROM "mail_host"."current_accounts";
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."logins" AS
  SELECT "address", "password", "may_send", "domain" FROM "mail_host"."current_accounts" WHERE "active" AND "state" = 'active';
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send", "account"."domain"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."users" AS
  SELECT "account"."address",
    greatest(1, least(
      "account"."quota_megabytes" * 1048576::bigint,
      coalesce("own"."used_bytes", 0) + greatest(0, "account"."storage_bytes" - "all"."used_bytes")
    )) AS "quota_bytes",
    "account"."id",
    "account"."active" AND "account"."may_receive" AND "account"."state" <> 'refused' AS "accepts_mail",
    "account"."domain"
  FROM "mail_host"."current_accounts" AS "account"
  LEFT JOIN "public"."mail_account_use" AS "own" ON "own"."account_id" = "account"."id",
    LATERAL (SELECT coalesce(sum("use"."used_bytes"), 0)::bigint AS "used_bytes"
      FROM "public"."mail_accounts" AS "other" JOIN "public"."mail_account_use" AS "use" ON "use"."account_id" = "other"."id"
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."forwards" AS
  SELECT "forward"."mail_domain_id", "forward"."source", "forward"."target", "domain"."name" AS "domain"
  FROM (
    SELECT "alias"."mail_domain_id", "alias"."from_address" AS "source", "target"."address" AS "target"
    FROM "public"."mail_aliases" AS "alias" JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
    UNION ALL
    SELECT "mail_domain_id", "address", "forward_to" FROM "mail_host"."current_accounts"
    WHERE "forward_to" IS NOT NULL AND "active" AND "may_receive"
  ) AS "forward"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "forward"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE EXISTS (
      SELECT FROM "mail_host"."current_domains" AS "inside"
      WHERE "inside"."workspace_id" = "domain"."workspace_id" AND "inside"."name" = split_part("forward"."target", '@', 2)
    ) OR EXISTS (
      SELECT FROM "public"."mail_forward_targets" AS "confirmed"
      WHERE "confirmed"."mail_domain_id" = "forward"."mail_domain_id" AND "confirmed"."address" = "forward"."target"
        AND "confirmed"."confirmed_at" IS NOT NULL
    );
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."owner_addresses" AS
  SELECT "role"."local_part" || '@' || "domain"."name" AS "source", "owner"."email" AS "target", "domain"."name" AS "domain"
  FROM "mail_host"."current_domains" AS "domain"
  CROSS JOIN (VALUES ('postmaster'), ('abuse')) AS "role" ("local_part")
  JOIN "public"."members" AS "member" ON "member"."workspace_id" = "domain"."workspace_id" AND "member"."role" = 'owner'
  JOIN "public"."users" AS "owner" ON "owner"."id" = "member"."user_id"
  WHERE "domain"."state" = 'active' AND lower(split_part("owner"."email", '@', 2)) <> "domain"."name"
    AND NOT EXISTS (SELECT FROM "public"."mail_accounts" WHERE "mail_domain_id" = "domain"."id"
      AND "deleted_at" IS NULL AND "full_address" = "role"."local_part" || '@' || "domain"."name")
    AND NOT EXISTS (SELECT FROM "public"."mail_aliases" WHERE "mail_domain_id" = "domain"."id"
      AND "from_address" = "role"."local_part" || '@' || "domain"."name");
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."waiting_aliases" AS
  SELECT "alias"."from_address" AS "address", "domain"."name" AS "domain"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE "alias"."from_address" NOT LIKE '*@%' AND NOT EXISTS (SELECT FROM "mail_host"."forwards" AS "forward"
    WHERE "forward"."source" = "alias"."from_address" AND "forward"."mail_domain_id" = "alias"."mail_domain_id");
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target", "domain"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address", "domain" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target", "domain" FROM "mail_host"."owner_addresses"
  UNION ALL
  SELECT "address", "address", "domain" FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply",
    "name" AS "domain"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled', "domain" FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address waits for its confirmation', "domain" FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."senders" AS
  SELECT "address", "address" AS "login", "domain" FROM "mail_host"."current_accounts" WHERE "active" AND "may_send" AND "state" = 'active'
  UNION
  SELECT "alias"."from_address", "account"."address", "domain"."name"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."address" = "target"."address"
    AND "account"."workspace_id" = "domain"."workspace_id"
  WHERE "account"."active" AND "account"."may_send" AND "account"."state" = 'active' AND "alias"."from_address" NOT LIKE '*@%';
--> statement-breakpoint
-- The lookups of Postfix and Dovecot, with the rights of their caller. Planning a view takes longer than reading it, and
-- these functions keep their plans for the length of a connection.
CREATE FUNCTION "mail_host"."find_domain"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT domain.name FROM mail_host.domains AS domain WHERE domain.name = wanted;
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_mailbox"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT mailbox.address FROM mail_host.mailboxes AS mailbox
    WHERE mailbox.address = wanted AND mailbox.domain = split_part(wanted, '@', 2);
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT alias.target FROM mail_host.aliases AS alias
    WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_sender_logins"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT sender.login FROM mail_host.senders AS sender
    WHERE sender.address = wanted AND sender.domain = split_part(wanted, '@', 2);
END $$;
--> statement-breakpoint
-- `wanted` is an address or a domain. Postfix also looks up info@ for info+vip@, unless the reply is DUNNO.
CREATE FUNCTION "mail_host"."find_recipient_reply"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT found.reply FROM mail_host.recipient_replies AS found
    WHERE found.recipient = wanted AND found.domain = substr(wanted, position('@' IN wanted) + 1);
  IF NOT FOUND AND wanted LIKE '%+%@%' THEN
    RETURN QUERY SELECT 'DUNNO' WHERE EXISTS (SELECT FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2));
  END IF;
END $$;
--> statement-breakpoint
-- Domains with exceptions are left to the rule of the spam filter, which sees the client's address.
CREATE FUNCTION "mail_host"."find_outside_sender_reply"("wanted_domain" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT '554 5.7.1 Sign in to send from this address' FROM mail_host.domains AS domain
    WHERE domain.name = wanted_domain
      AND NOT EXISTS (SELECT FROM mail_host.sender_exceptions AS exception WHERE exception.domain = domain.name);
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_login"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT login.address, login.password FROM mail_host.logins AS login
    WHERE login.address = wanted AND login.domain = split_part(wanted, '@', 2) AND (login.may_send OR service <> 'smtp');
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service <> 'smtp');
END $$;
--> statement-breakpoint
-- Mail to info+shop@ belongs to info@, unless the longer address has an account.
CREATE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "account_id" uuid, "quota_bytes" bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
    WHERE found.domain = split_part(wanted, '@', 2)
      AND found.address IN (wanted, split_part(split_part(wanted, '@', 1), '+', 1) || '@' || split_part(wanted, '@', 2))
      AND (found.accepts_mail OR service <> 'lmtp')
    ORDER BY length(found.address) DESC LIMIT 1;
END $$;
