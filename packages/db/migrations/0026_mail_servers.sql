CREATE TABLE "mail_account_use" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"message_count" bigint DEFAULT 0 NOT NULL,
	"last_login_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_app_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"label" text NOT NULL,
	"hint" text NOT NULL,
	"password_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_sending_hours" (
	"account_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"limited_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_hours_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);
--> statement-breakpoint
CREATE TABLE "mail_usage_days" (
	"mail_domain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"messages_in" integer DEFAULT 0 NOT NULL,
	"messages_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_usage_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "mail_alias_targets" (
	"alias_id" uuid NOT NULL,
	"address" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "mail_alias_targets_alias_id_address_pk" PRIMARY KEY("alias_id","address")
);
--> statement-breakpoint
CREATE TABLE "mail_forward_targets" (
	"mail_domain_id" uuid NOT NULL,
	"address" text NOT NULL,
	"token_hash" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_forward_targets_mail_domain_id_address_pk" PRIMARY KEY("mail_domain_id","address")
);
--> statement-breakpoint
CREATE TABLE "mail_dkim_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"selector" text NOT NULL,
	"public_key" text NOT NULL,
	"private_key_encrypted" text,
	"stage" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"retiring_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_host_keys" (
	"host" text NOT NULL,
	"key_id" uuid NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_host_keys_host_key_id_pk" PRIMARY KEY("host","key_id")
);
--> statement-breakpoint
CREATE TABLE "mail_hosts" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_dns_checks" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"broken_purposes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_dns_shares" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_sender_exceptions" (
	"mail_domain_id" uuid NOT NULL,
	"network" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_sender_exceptions_mail_domain_id_network_pk" PRIMARY KEY("mail_domain_id","network")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"host" text NOT NULL,
	"queue_id" text NOT NULL,
	"message_id" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"original_recipient" text,
	"size_bytes" bigint,
	"relay" text,
	"detail" text DEFAULT '' NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "mail_events_default" PARTITION OF "mail_events" DEFAULT;
--> statement-breakpoint
DROP INDEX "mail_aliases_from_to_key";--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "quota_megabytes" integer;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "may_send" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "may_receive" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "forward_to" text;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "keep_copy" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "erases_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "dkim_rotates_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "dkim_rotation_days" integer;--> statement-breakpoint
ALTER TABLE "mail_account_use" ADD CONSTRAINT "mail_account_use_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_app_passwords" ADD CONSTRAINT "mail_app_passwords_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_sending_hours" ADD CONSTRAINT "mail_sending_hours_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_usage_days" ADD CONSTRAINT "mail_usage_days_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_alias_targets" ADD CONSTRAINT "mail_alias_targets_alias_id_mail_aliases_id_fk" FOREIGN KEY ("alias_id") REFERENCES "public"."mail_aliases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_forward_targets" ADD CONSTRAINT "mail_forward_targets_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dkim_keys" ADD CONSTRAINT "mail_dkim_keys_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_key_id_mail_dkim_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."mail_dkim_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dns_checks" ADD CONSTRAINT "mail_dns_checks_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dns_shares" ADD CONSTRAINT "mail_dns_shares_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_sender_exceptions" ADD CONSTRAINT "mail_sender_exceptions_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_app_passwords_hint_key" ON "mail_app_passwords" USING btree ("account_id","hint");--> statement-breakpoint
CREATE INDEX "mail_sending_hours_untold_index" ON "mail_sending_hours" USING btree ("limited_at") WHERE "mail_sending_hours"."limited_at" is not null and "mail_sending_hours"."told_at" is null;--> statement-breakpoint
CREATE INDEX "mail_usage_days_domain_index" ON "mail_usage_days" USING btree ("mail_domain_id","day");--> statement-breakpoint
CREATE INDEX "mail_alias_targets_address_index" ON "mail_alias_targets" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_forward_targets_token_key" ON "mail_forward_targets" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_dkim_keys_selector_key" ON "mail_dkim_keys" USING btree ("mail_domain_id","selector");--> statement-breakpoint
CREATE INDEX "mail_dkim_keys_next_check_at_index" ON "mail_dkim_keys" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "mail_dns_checks_next_check_at_index" ON "mail_dns_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_dns_shares_token_key" ON "mail_dns_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_events_sender_index" ON "mail_events" USING btree ("mail_domain_id","sender","id");--> statement-breakpoint
CREATE INDEX "mail_events_recipient_index" ON "mail_events" USING btree ("mail_domain_id","recipient","id");--> statement-breakpoint
CREATE INDEX "mail_events_domain_index" ON "mail_events" USING btree ("mail_domain_id","id");--> statement-breakpoint
CREATE INDEX "mail_events_queue_index" ON "mail_events" USING btree ("mail_domain_id","host","queue_id");--> statement-breakpoint
CREATE INDEX "mail_accounts_address_index" ON "mail_accounts" USING btree ("full_address");--> statement-breakpoint
CREATE INDEX "mail_accounts_erases_at_index" ON "mail_accounts" USING btree ("erases_at");--> statement-breakpoint
INSERT INTO "mail_dkim_keys" ("id", "mail_domain_id", "selector", "public_key", "private_key_encrypted", "stage", "created_at", "activated_at")
  SELECT gen_random_uuid(), "id", "dkim_selector", "dkim_public_key", "dkim_private_key_encrypted", 'active', "activated_at", "activated_at"
  FROM "mail_domains";--> statement-breakpoint
-- Aliases with the same address become one, the oldest, with several targets.
WITH "ranked" AS (
  SELECT "id", "to_address",
    first_value("id") OVER "same" AS "kept_id",
    row_number() OVER "same" - 1 AS "position"
  FROM "mail_aliases"
  WINDOW "same" AS (PARTITION BY "mail_domain_id", "from_address" ORDER BY "created_at", "id"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
INSERT INTO "mail_alias_targets" ("alias_id", "address", "position") SELECT "kept_id", "to_address", "position" FROM "ranked";--> statement-breakpoint
DELETE FROM "mail_aliases" WHERE NOT EXISTS (SELECT FROM "mail_alias_targets" WHERE "alias_id" = "mail_aliases"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_aliases_from_key" ON "mail_aliases" USING btree ("mail_domain_id","from_address");--> statement-breakpoint
CREATE INDEX "mail_domains_dkim_rotates_at_index" ON "mail_domains" USING btree ("dkim_rotates_at");