CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"content_encrypted" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"active_workspace_id" uuid,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "domain_expiry_notices" (
	"domain_id" uuid NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"window_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domain_expiry_notices_domain_id_paid_until_window_days_pk" PRIMARY KEY("domain_id","paid_until","window_days")
);
--> statement-breakpoint
CREATE TABLE "domain_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"summary" text NOT NULL,
	"details" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"change" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"tld" text NOT NULL,
	"registrar" text NOT NULL,
	"status" text NOT NULL,
	"auto_renew" boolean NOT NULL,
	"whois_privacy" boolean NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"registry_expires_at" timestamp (3) with time zone NOT NULL,
	"nameservers" text[] NOT NULL,
	"ds_records" jsonb NOT NULL,
	"registry_statuses" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"synced_at" timestamp (3) with time zone NOT NULL,
	"next_notice_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"action" text NOT NULL,
	"actor" jsonb NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text,
	"ip_address" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "business_clock_single_row" CHECK ("business_clock"."id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"workspace_id" uuid NOT NULL,
	"actor_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"claim_id" uuid NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_workspace_id_actor_id_method_path_key_pk" PRIMARY KEY("workspace_id","actor_id","method","path","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit_windows" (
	"bucket" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "rate_limit_windows_bucket_window_start_pk" PRIMARY KEY("bucket","window_start")
);
--> statement-breakpoint
CREATE TABLE "mail_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"full_address" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"plan_slug" text NOT NULL,
	"max_accounts" integer NOT NULL,
	"storage_gigabytes" integer NOT NULL,
	"status" text NOT NULL,
	"dkim_selector" text NOT NULL,
	"dkim_public_key" text NOT NULL,
	"dkim_private_key_encrypted" text NOT NULL,
	"activated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_domains_domain_name_unique" UNIQUE("domain_name")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"status_code" integer,
	"error" text,
	"duration_ms" integer,
	"last_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;
--> statement-breakpoint
CREATE TABLE "delivery_queue" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"claim_id" uuid,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"secret_encrypted" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"probe_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_active_workspace_id_workspaces_id_fk" FOREIGN KEY ("active_workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_expiry_notices" ADD CONSTRAINT "domain_expiry_notices_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_history" ADD CONSTRAINT "domain_history_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_aliases" ADD CONSTRAINT "mail_aliases_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD CONSTRAINT "mail_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_provider_account_key" ON "credentials" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "credentials_user_id_index" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_user_workspace_key" ON "members" USING btree ("user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "members_workspace_id_index" ON "members" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "domain_history_domain_index" ON "domain_history" USING btree ("domain_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_intents_open_index" ON "domain_intents" USING btree ("domain_id","id") WHERE "domain_intents"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name_key" ON "domains" USING btree ("name") WHERE "domains"."status" not in ('deleted', 'transferred_out');--> statement-breakpoint
CREATE INDEX "domains_workspace_name_index" ON "domains" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "domains_next_notice_at_index" ON "domains" USING btree ("next_notice_at");--> statement-breakpoint
CREATE INDEX "domains_synced_at_index" ON "domains" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_index" ON "audit_entries" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limit_windows_start_index" ON "rate_limit_windows" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_address_key" ON "mail_accounts" USING btree ("full_address");--> statement-breakpoint
CREATE INDEX "mail_accounts_domain_index" ON "mail_accounts" USING btree ("mail_domain_id","full_address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_aliases_from_to_key" ON "mail_aliases" USING btree ("from_address","to_address");--> statement-breakpoint
CREATE INDEX "mail_aliases_domain_index" ON "mail_aliases" USING btree ("mail_domain_id","from_address");--> statement-breakpoint
CREATE INDEX "mail_domains_workspace_index" ON "mail_domains" USING btree ("workspace_id","domain_name");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_index" ON "deliveries" USING btree ("endpoint_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_event_endpoint_key" ON "delivery_queue" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "delivery_queue_endpoint_due_index" ON "delivery_queue" USING btree ("endpoint_id","attempt","due_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_due_index" ON "delivery_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_lease_index" ON "delivery_queue" USING btree ("lease_until") WHERE "delivery_queue"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "events_workspace_index" ON "events" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_workspace_index" ON "webhook_endpoints" USING btree ("workspace_id","id");--> statement-breakpoint
INSERT INTO "business_clock" ("id", "offset_ms") VALUES (true, 0);--> statement-breakpoint
ALTER TABLE "delivery_queue" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
