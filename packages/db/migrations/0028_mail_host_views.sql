-- What the mail servers read, and nothing else. A role of theirs gets these views alone. They run with the rights of
-- their owner, by the business clock.
CREATE SCHEMA "mail_host";
--> statement-breakpoint
CREATE VIEW "mail_host"."current_domains" AS
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
  WHERE "left_at" IS NULL;
--> statement-breakpoint
CREATE VIEW "mail_host"."current_accounts" AS
  SELECT "account"."id", "account"."full_address" AS "address", "account"."password_hash" AS "password",
    "account"."active", "account"."may_send", "account"."may_receive", "account"."quota_megabytes",
    "account"."forward_to", "account"."keep_copy", "domain"."id" AS "mail_domain_id", "domain"."workspace_id",
    "domain"."name" AS "domain", "domain"."state", "domain"."storage_bytes"
  FROM "public"."mail_accounts" AS "account"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "account"."mail_domain_id"
  WHERE "account"."deleted_at" IS NULL;
--> statement-breakpoint
-- The domains that mail is accepted for, or deferred and refused with a reason.
CREATE VIEW "mail_host"."domains" AS SELECT "name" FROM "mail_host"."current_domains";
--> statement-breakpoint
CREATE VIEW "mail_host"."mailboxes" AS SELECT "address" FROM "mail_host"."current_accounts";
--> statement-breakpoint
-- Sign-in over IMAP, submission and ManageSieve.
CREATE VIEW "mail_host"."logins" AS
  SELECT "address", "password", "may_send" FROM "mail_host"."current_accounts" WHERE "active" AND "state" = 'active';
--> statement-breakpoint
CREATE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';
--> statement-breakpoint
-- An account may use its own quota, and never more than the plan has left. Deleted accounts use it until they are erased.
CREATE VIEW "mail_host"."users" AS
  SELECT "account"."address",
    greatest(1, least(
      "account"."quota_megabytes" * 1048576::bigint,
      coalesce("own"."used_bytes", 0) + greatest(0, "account"."storage_bytes" - "all"."used_bytes")
    )) AS "quota_bytes"
  FROM "mail_host"."current_accounts" AS "account"
  LEFT JOIN "public"."mail_account_use" AS "own" ON "own"."account_id" = "account"."id",
    LATERAL (SELECT coalesce(sum("use"."used_bytes"), 0)::bigint AS "used_bytes"
      FROM "public"."mail_accounts" AS "other" JOIN "public"."mail_account_use" AS "use" ON "use"."account_id" = "other"."id"
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";
--> statement-breakpoint
-- Where the targets of aliases and forwardings may be delivered: inside the workspace, or confirmed.
CREATE VIEW "mail_host"."forwards" AS
  SELECT "forward"."mail_domain_id", "forward"."source", "forward"."target"
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
-- postmaster and abuse (RFC 2142) reach the owners, unless an account or alias has that address.
CREATE VIEW "mail_host"."owner_addresses" AS
  SELECT "role"."local_part" || '@' || "domain"."name" AS "source", "owner"."email" AS "target"
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
-- Postfix looks up an address, then `@domain` for a catch-all. Accounts are their own alias, so that a catch-all
-- doesn't receive their mail.
CREATE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target" FROM "mail_host"."owner_addresses";
--> statement-breakpoint
-- Who may use an address as sender: its account, and the accounts that an alias delivers to.
CREATE VIEW "mail_host"."senders" AS
  SELECT "address", "address" AS "login" FROM "mail_host"."current_accounts" WHERE "active" AND "may_send" AND "state" = 'active'
  UNION
  SELECT "forward"."source", "account"."address" FROM "mail_host"."forwards" AS "forward"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."address" = "forward"."target"
  WHERE "account"."active" AND "account"."may_send" AND "account"."state" = 'active' AND "forward"."source" NOT LIKE '*@%';
--> statement-breakpoint
-- Replies to RCPT (access(5)), by address or by domain.
CREATE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled' FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive");
--> statement-breakpoint
CREATE VIEW "mail_host"."dkim_keys" AS
  SELECT "key"."id", "key"."mail_domain_id", "domain"."name" AS "domain", "key"."selector", "key"."stage", "key"."private_key_encrypted"
  FROM "public"."mail_dkim_keys" AS "key" JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "key"."mail_domain_id"
  WHERE "key"."stage" IN ('pending', 'active', 'retiring') AND "key"."private_key_encrypted" IS NOT NULL;
--> statement-breakpoint
CREATE VIEW "mail_host"."sender_exceptions" AS
  SELECT "domain"."name" AS "domain", "exception"."network"
  FROM "public"."mail_sender_exceptions" AS "exception"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "exception"."mail_domain_id";
