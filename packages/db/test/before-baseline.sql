-- The migrations 0000 to 0079 of commit 790687e0b37b1a27476140baf4e531b42714e3f0, one after the other, and their marks.
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

CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "outgoing_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"content_encrypted" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sandbox_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);

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

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);

CREATE TABLE "domain_expiry_notices" (
	"domain_id" uuid NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"window_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domain_expiry_notices_domain_id_paid_until_window_days_pk" PRIMARY KEY("domain_id","paid_until","window_days")
);

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

CREATE TABLE "business_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "business_clock_single_row" CHECK ("business_clock"."id")
);

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

CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);

CREATE TABLE "rate_limit_windows" (
	"bucket" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "rate_limit_windows_bucket_window_start_pk" PRIMARY KEY("bucket","window_start")
);

CREATE TABLE "mail_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"full_address" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

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
) PARTITION BY RANGE ("id");
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;

CREATE TABLE "delivery_queue" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"claim_id" uuid,
	"lease_until" timestamp (3) with time zone
);

CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

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

ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_active_workspace_id_workspaces_id_fk" FOREIGN KEY ("active_workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "domain_expiry_notices" ADD CONSTRAINT "domain_expiry_notices_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_history" ADD CONSTRAINT "domain_history_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domains" ADD CONSTRAINT "domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_aliases" ADD CONSTRAINT "mail_aliases_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_domains" ADD CONSTRAINT "mail_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "credentials_provider_account_key" ON "credentials" USING btree ("provider_id","account_id");
CREATE INDEX "credentials_user_id_index" ON "credentials" USING btree ("user_id");
CREATE UNIQUE INDEX "members_user_workspace_key" ON "members" USING btree ("user_id","workspace_id");
CREATE INDEX "members_workspace_id_index" ON "members" USING btree ("workspace_id");
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");
CREATE INDEX "domain_history_domain_index" ON "domain_history" USING btree ("domain_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "domain_intents_open_index" ON "domain_intents" USING btree ("domain_id","id") WHERE "domain_intents"."settled_at" is null;
CREATE UNIQUE INDEX "domains_name_key" ON "domains" USING btree ("name") WHERE "domains"."status" not in ('deleted', 'transferred_out');
CREATE INDEX "domains_workspace_name_index" ON "domains" USING btree ("workspace_id","name");
CREATE INDEX "domains_next_notice_at_index" ON "domains" USING btree ("next_notice_at");
CREATE INDEX "domains_synced_at_index" ON "domains" USING btree ("synced_at");
CREATE INDEX "audit_entries_workspace_index" ON "audit_entries" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "rate_limit_windows_start_index" ON "rate_limit_windows" USING btree ("window_start");
CREATE UNIQUE INDEX "mail_accounts_address_key" ON "mail_accounts" USING btree ("full_address");
CREATE INDEX "mail_accounts_domain_index" ON "mail_accounts" USING btree ("mail_domain_id","full_address");
CREATE UNIQUE INDEX "mail_aliases_from_to_key" ON "mail_aliases" USING btree ("from_address","to_address");
CREATE INDEX "mail_aliases_domain_index" ON "mail_aliases" USING btree ("mail_domain_id","from_address");
CREATE INDEX "mail_domains_workspace_index" ON "mail_domains" USING btree ("workspace_id","domain_name");
CREATE INDEX "deliveries_endpoint_index" ON "deliveries" USING btree ("endpoint_id","id" DESC NULLS LAST);
CREATE UNIQUE INDEX "delivery_queue_event_endpoint_key" ON "delivery_queue" USING btree ("event_id","endpoint_id");
CREATE INDEX "delivery_queue_endpoint_due_index" ON "delivery_queue" USING btree ("endpoint_id","attempt","due_at");
CREATE INDEX "delivery_queue_due_index" ON "delivery_queue" USING btree ("due_at");
CREATE INDEX "delivery_queue_lease_index" ON "delivery_queue" USING btree ("lease_until") WHERE "delivery_queue"."lease_until" is not null;
CREATE INDEX "events_workspace_index" ON "events" USING btree ("workspace_id","id");
CREATE INDEX "webhook_endpoints_workspace_index" ON "webhook_endpoints" USING btree ("workspace_id","id");
INSERT INTO "business_clock" ("id", "offset_ms") VALUES (true, 0);
ALTER TABLE "delivery_queue" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"start" text NOT NULL,
	"scopes" text[] NOT NULL,
	"domain_names" text[],
	"ip_ranges" text[],
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip_address" text,
	"revoked_at" timestamp (3) with time zone,
	"rolled_to_id" uuid,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);

CREATE TABLE "backup_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);

CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"domain_names" text[],
	"token_hash" text NOT NULL,
	"invited_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone
);

CREATE TABLE "person_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_tokens_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "trusted_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trusted_devices_token_hash_unique" UNIQUE("token_hash")
);

CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_encrypted" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_step" bigint DEFAULT 0 NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "members" ADD COLUMN "domain_names" text[];
ALTER TABLE "outgoing_emails" ADD COLUMN "only_if_known" boolean DEFAULT false NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "signed_in_by" text;
ALTER TABLE "sessions" ADD COLUMN "second_factor_at" timestamp (3) with time zone;
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE "users" ADD COLUMN "language" text;
ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean DEFAULT false NOT NULL;
ALTER TABLE "audit_entries" ADD COLUMN "user_agent" text;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "person_tokens" ADD CONSTRAINT "person_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "api_keys_workspace_index" ON "api_keys" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE UNIQUE INDEX "backup_codes_user_code_key" ON "backup_codes" USING btree ("user_id","code_hash");
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree ("workspace_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."cancelled_at" is null;
CREATE INDEX "invitations_workspace_index" ON "invitations" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE INDEX "person_tokens_user_id_index" ON "person_tokens" USING btree ("user_id");
CREATE INDEX "person_tokens_expires_at_index" ON "person_tokens" USING btree ("expires_at");
CREATE INDEX "trusted_devices_user_id_index" ON "trusted_devices" USING btree ("user_id");
CREATE INDEX "trusted_devices_expires_at_index" ON "trusted_devices" USING btree ("expires_at");
CREATE INDEX "audit_entries_workspace_action_index" ON "audit_entries" USING btree ("workspace_id","action","id" DESC NULLS LAST);
DROP INDEX "audit_entries_workspace_index";
DROP INDEX "audit_entries_workspace_action_index";
CREATE INDEX "audit_entries_workspace_actor_index" ON "audit_entries" USING btree ("workspace_id",("actor" ->> 'id'),"occurred_at","id");
CREATE INDEX "audit_entries_workspace_actor_name_index" ON "audit_entries" USING btree ("workspace_id",(lower("actor" ->> 'name')) collate "C");
CREATE INDEX "audit_entries_workspace_target_index" ON "audit_entries" USING btree ("workspace_id",(lower("target")) collate "C");
CREATE INDEX "audit_entries_workspace_index" ON "audit_entries" USING btree ("workspace_id","occurred_at","id");
CREATE INDEX "audit_entries_workspace_action_index" ON "audit_entries" USING btree ("workspace_id","action","occurred_at","id");
CREATE TABLE "contact_handles" (
	"contact_id" uuid NOT NULL,
	"registrar" text NOT NULL,
	"is_private" boolean NOT NULL,
	"handle" text NOT NULL,
	"sent_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_handles_contact_id_registrar_is_private_pk" PRIMARY KEY("contact_id","registrar","is_private")
);

CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"organization" text,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"street" text[] NOT NULL,
	"city" text NOT NULL,
	"state_or_province" text,
	"postal_code" text,
	"country_code" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);

CREATE TABLE "domain_batch_items" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"domain_name" text NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "domain_batch_items_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);

CREATE TABLE "domain_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

CREATE TABLE "domain_operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"domain_id" uuid,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"waits_until" timestamp (3) with time zone,
	"years" integer,
	"price_cents" bigint,
	"currency" text,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

ALTER TABLE "domain_intents" ADD COLUMN "operation_id" uuid;
ALTER TABLE "domain_intents" ADD COLUMN "leased_until" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "registrant_contact_id" uuid;
ALTER TABLE "domains" ADD COLUMN "admin_contact_id" uuid;
ALTER TABLE "domains" ADD COLUMN "tech_contact_id" uuid;
ALTER TABLE "domains" ADD COLUMN "registry_contacts" jsonb;
ALTER TABLE "domains" ADD COLUMN "glue" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "domains" ADD COLUMN "next_renewal_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "next_deletion_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "next_look_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "status_ends_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "auth_code_expires_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "work_leased_until" timestamp (3) with time zone;
ALTER TABLE "contact_handles" ADD CONSTRAINT "contact_handles_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_batch_items" ADD CONSTRAINT "domain_batch_items_batch_id_domain_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."domain_batches"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "domain_batches" ADD CONSTRAINT "domain_batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "contact_handles_handle_key" ON "contact_handles" USING btree ("registrar","handle");
CREATE INDEX "contacts_workspace_index" ON "contacts" USING btree ("workspace_id","id");
CREATE INDEX "domain_batch_items_waiting_index" ON "domain_batch_items" USING btree ("batch_id","position") WHERE "domain_batch_items"."state" = 'waiting';
CREATE INDEX "domain_batches_workspace_index" ON "domain_batches" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE INDEX "domain_operations_workspace_index" ON "domain_operations" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE UNIQUE INDEX "domain_operations_open_key" ON "domain_operations" USING btree ("workspace_id","domain_name") WHERE "domain_operations"."finished_at" is null;
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_operation_id_domain_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."domain_operations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domains" ADD CONSTRAINT "domains_registrant_contact_id_contacts_id_fk" FOREIGN KEY ("registrant_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domains" ADD CONSTRAINT "domains_admin_contact_id_contacts_id_fk" FOREIGN KEY ("admin_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domains" ADD CONSTRAINT "domains_tech_contact_id_contacts_id_fk" FOREIGN KEY ("tech_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "domains_next_renewal_at_index" ON "domains" USING btree ("next_renewal_at");
CREATE INDEX "domains_next_deletion_at_index" ON "domains" USING btree ("next_deletion_at");
CREATE INDEX "domains_next_look_at_index" ON "domains" USING btree ("next_look_at");
CREATE INDEX "domains_auth_code_expires_at_index" ON "domains" USING btree ("auth_code_expires_at");
CREATE INDEX "domains_registrant_contact_index" ON "domains" USING btree ("registrant_contact_id");
CREATE INDEX "domains_admin_contact_index" ON "domains" USING btree ("admin_contact_id");
CREATE INDEX "domains_tech_contact_index" ON "domains" USING btree ("tech_contact_id");
UPDATE "domains" SET "next_renewal_at" = "paid_until" - interval '12 hours' WHERE "auto_renew" AND "status" = 'active';
CREATE INDEX "contact_handles_unsent_index" ON "contact_handles" USING btree ("handle") WHERE "contact_handles"."sent_version" = 0;
ALTER TABLE "mail_domains" DROP CONSTRAINT "mail_domains_domain_name_unique";
DROP INDEX "mail_accounts_domain_index";
DROP INDEX "mail_aliases_domain_index";
DROP INDEX "mail_accounts_address_key";
DROP INDEX "mail_aliases_from_to_key";
ALTER TABLE "mail_domains" ADD COLUMN "left_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "erases_at" timestamp (3) with time zone;
-- A domain that its workspace registered again keeps the mail that was activated before.
UPDATE "mail_domains" SET "domain_id" = "domains"."id"
FROM "domains"
WHERE "domains"."workspace_id" = "mail_domains"."workspace_id"
	AND "domains"."name" = "mail_domains"."domain_name"
	AND "domains"."status" NOT IN ('deleted', 'transferred_out');
-- Mail of domains that left earlier: the 30 days begin now, by the business clock.
UPDATE "mail_domains" SET
	"left_at" = "clock"."now",
	"erases_at" = CASE WHEN "domains"."status" <> 'redemption' THEN "clock"."now" + interval '720 hours' END
FROM "domains", (SELECT now() + "offset_ms" * interval '1 millisecond' AS "now" FROM "business_clock") AS "clock"
WHERE "domains"."id" = "mail_domains"."domain_id"
	AND "domains"."status" IN ('redemption', 'pending_delete', 'deleted', 'transferred_out');
CREATE INDEX "mail_aliases_from_index" ON "mail_aliases" USING btree ("from_address");
CREATE UNIQUE INDEX "mail_domains_name_key" ON "mail_domains" USING btree ("domain_name") WHERE "mail_domains"."left_at" is null;
CREATE INDEX "mail_domains_domain_index" ON "mail_domains" USING btree ("domain_id");
CREATE INDEX "mail_domains_erases_at_index" ON "mail_domains" USING btree ("erases_at");
CREATE UNIQUE INDEX "mail_accounts_address_key" ON "mail_accounts" USING btree ("mail_domain_id","full_address");
CREATE UNIQUE INDEX "mail_aliases_from_to_key" ON "mail_aliases" USING btree ("mail_domain_id","from_address","to_address");
ALTER TABLE "person_tokens" ADD COLUMN "session_id" uuid;
DROP INDEX "domain_operations_open_key";
CREATE UNIQUE INDEX "domain_operations_open_key" ON "domain_operations" USING btree ("workspace_id","domain_name") WHERE "domain_operations"."finished_at" is null and "domain_operations"."kind" not like '%_change';
CREATE TABLE "email_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "domain_notification_emails" (
	"notification_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"to_address" text NOT NULL,
	CONSTRAINT "domain_notification_emails_notification_id_email_id_pk" PRIMARY KEY("notification_id","email_id")
);

CREATE TABLE "domain_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"details" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"once_key" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"mail_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"not_sent" text,
	CONSTRAINT "domain_notifications_once_key_unique" UNIQUE("once_key")
);

ALTER TABLE "members" ADD COLUMN "notification_topics" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "outgoing_emails" ADD COLUMN "keeps_outcome" boolean DEFAULT false NOT NULL;
ALTER TABLE "workspaces" ADD COLUMN "language" text;
ALTER TABLE "domain_notification_emails" ADD CONSTRAINT "domain_notification_emails_notification_id_domain_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."domain_notifications"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "domain_notifications_domain_index" ON "domain_notifications" USING btree ("domain_id","id" DESC NULLS LAST);
CREATE INDEX "domain_notifications_mail_at_index" ON "domain_notifications" USING btree ("mail_at") WHERE "domain_notifications"."mail_at" is not null;
CREATE INDEX "idempotency_keys_refusals_index" ON "idempotency_keys" USING btree ("workspace_id","actor_id","created_at") WHERE "idempotency_keys"."status" >= 400;
ALTER TABLE "workspaces" ADD COLUMN "default_nameservers" text[] DEFAULT '{}' NOT NULL;
CREATE TABLE "registry_balances" (
	"registrar" text PRIMARY KEY NOT NULL,
	"balance_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_low" boolean NOT NULL,
	"known_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "registry_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registrar" text NOT NULL,
	"message_id" text NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"domain_name" text,
	"domain_id" uuid,
	"text" text NOT NULL,
	"details" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone
);

ALTER TABLE "registry_messages" ADD CONSTRAINT "registry_messages_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "registry_messages_message_key" ON "registry_messages" USING btree ("registrar","message_id","queued_at");
CREATE INDEX "registry_messages_unreported_index" ON "registry_messages" USING btree ("id") WHERE "registry_messages"."reported_at" is null and "registry_messages"."domain_id" is null;
CREATE TABLE "card_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor_id" text NOT NULL,
	"opened_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"payment_method_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "inbound_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "payment_customers" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"processor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"expiry_month" integer NOT NULL,
	"expiry_year" integer NOT NULL,
	"is_default" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"removal_requested_by" jsonb,
	"removal_request_id" text,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "card_pages_processor_key" ON "card_pages" USING btree ("processor_id");
CREATE INDEX "card_pages_workspace_index" ON "card_pages" USING btree ("workspace_id");
CREATE INDEX "card_pages_next_check_index" ON "card_pages" USING btree ("next_check_at");
CREATE INDEX "card_pages_payment_method_index" ON "card_pages" USING btree ("payment_method_id");
CREATE INDEX "card_pages_created_at_index" ON "card_pages" USING btree ("created_at");
CREATE INDEX "inbound_notices_received_at_index" ON "inbound_notices" USING btree ("received_at");
CREATE UNIQUE INDEX "payment_customers_processor_key" ON "payment_customers" USING btree ("processor_id");
CREATE UNIQUE INDEX "payment_methods_processor_key" ON "payment_methods" USING btree ("processor_id");
CREATE UNIQUE INDEX "payment_methods_default_key" ON "payment_methods" USING btree ("workspace_id") WHERE "payment_methods"."is_default";
CREATE INDEX "payment_methods_workspace_index" ON "payment_methods" USING btree ("workspace_id","id");
CREATE INDEX "payment_methods_removed_at_index" ON "payment_methods" USING btree ("removed_at");
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"domain_name" text NOT NULL,
	"years" integer,
	"plan_slug" text,
	"input" jsonb NOT NULL,
	"secret_encrypted" text,
	"state" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"is_premium" boolean DEFAULT false NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"operation_id" uuid,
	"next_attempt_at" timestamp (3) with time zone,
	"gives_up_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"tax_percent" text NOT NULL,
	"currency" text NOT NULL,
	"payment_id" uuid,
	"payment_method_id" uuid,
	"actor" jsonb NOT NULL,
	"domain_names" jsonb,
	"request_id" text,
	"idempotency_actor" text,
	"idempotency_key" text,
	"cancels_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

CREATE TABLE "billing_profiles" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"company" text,
	"address" text,
	"country_code" text,
	"vat_id" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"cause" text NOT NULL,
	"description" text NOT NULL
);

CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"processor_card_id" text,
	"is_on_session" boolean NOT NULL,
	"return_url" text,
	"intent_id" text,
	"page_id" text,
	"charge_id" text,
	"url" text,
	"failure" jsonb,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

CREATE TABLE "payment_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"processor_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);

CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"card" jsonb,
	"failure" jsonb,
	"received_at" timestamp (3) with time zone,
	"cooldown_state" text,
	"pause_reason" text,
	"paused_at" timestamp (3) with time zone,
	"cooldown_due_at" timestamp (3) with time zone,
	"cooldown_left_ms" bigint,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "receipts" (
	"number" bigint PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid,
	"billing" jsonb NOT NULL,
	"tax_percent" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"line_amounts" jsonb NOT NULL,
	"processor_id" text,
	"failure" jsonb,
	"requested_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);

ALTER TABLE "domain_operations" ADD COLUMN "order_line_id" uuid;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "order_lines_order_key" ON "order_lines" USING btree ("order_id","position");
CREATE INDEX "order_lines_workspace_index" ON "order_lines" USING btree ("workspace_id","domain_name");
CREATE INDEX "order_lines_next_attempt_index" ON "order_lines" USING btree ("next_attempt_at");
CREATE UNIQUE INDEX "order_lines_open_key" ON "order_lines" USING btree ("workspace_id","kind","domain_name") WHERE "order_lines"."state" = 'running';
CREATE UNIQUE INDEX "orders_idempotency_key" ON "orders" USING btree ("workspace_id","idempotency_actor","idempotency_key");
CREATE INDEX "orders_workspace_index" ON "orders" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE INDEX "orders_cancels_at_index" ON "orders" USING btree ("cancels_at");
CREATE INDEX "orders_payment_index" ON "orders" USING btree ("payment_id");
CREATE UNIQUE INDEX "ledger_entries_cause_key" ON "ledger_entries" USING btree ("cause","account");
CREATE INDEX "ledger_entries_workspace_index" ON "ledger_entries" USING btree ("workspace_id","id");
CREATE INDEX "ledger_entries_transaction_index" ON "ledger_entries" USING btree ("transaction_id");
CREATE INDEX "ledger_entries_payment_index" ON "ledger_entries" USING btree ("payment_id");
CREATE UNIQUE INDEX "payment_attempts_intent_key" ON "payment_attempts" USING btree ("intent_id");
CREATE UNIQUE INDEX "payment_attempts_page_key" ON "payment_attempts" USING btree ("page_id");
CREATE INDEX "payment_attempts_payment_index" ON "payment_attempts" USING btree ("payment_id");
CREATE INDEX "payment_attempts_charge_index" ON "payment_attempts" USING btree ("charge_id");
CREATE INDEX "payment_attempts_next_check_index" ON "payment_attempts" USING btree ("next_check_at");
CREATE UNIQUE INDEX "payment_disputes_processor_key" ON "payment_disputes" USING btree ("processor_id");
CREATE INDEX "payment_disputes_payment_index" ON "payment_disputes" USING btree ("payment_id");
CREATE INDEX "payment_disputes_next_check_index" ON "payment_disputes" USING btree ("next_check_at");
CREATE UNIQUE INDEX "payments_order_key" ON "payments" USING btree ("order_id");
CREATE INDEX "payments_workspace_index" ON "payments" USING btree ("workspace_id","id" DESC NULLS LAST);
CREATE INDEX "payments_cooldown_due_index" ON "payments" USING btree ("cooldown_due_at");
CREATE UNIQUE INDEX "receipts_order_key" ON "receipts" USING btree ("order_id");
CREATE INDEX "receipts_workspace_index" ON "receipts" USING btree ("workspace_id");
CREATE INDEX "receipts_payment_index" ON "receipts" USING btree ("payment_id");
CREATE UNIQUE INDEX "refunds_processor_key" ON "refunds" USING btree ("processor_id");
CREATE INDEX "refunds_payment_index" ON "refunds" USING btree ("payment_id");
CREATE INDEX "refunds_next_check_index" ON "refunds" USING btree ("next_check_at");
CREATE UNIQUE INDEX "domain_operations_order_line_key" ON "domain_operations" USING btree ("order_line_id");
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
	FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
CREATE FUNCTION "check_ledger_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM "ledger_entries" WHERE "transaction_id" = NEW."transaction_id"
		GROUP BY "currency" HAVING sum("amount_cents") <> 0
	) THEN
		RAISE EXCEPTION 'the entries of a ledger transaction do not sum to zero' USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_ledger_transaction"();
DROP INDEX "domain_operations_order_line_key";
CREATE INDEX "domain_operations_order_line_index" ON "domain_operations" USING btree ("order_line_id");
CREATE UNIQUE INDEX "domain_operations_order_line_key" ON "domain_operations" USING btree ("order_line_id") WHERE "domain_operations"."state" <> 'failed';
ALTER TABLE "payment_attempts" ADD COLUMN "requested_by" jsonb NOT NULL;
ALTER TABLE "payment_attempts" ADD COLUMN "request_id" text;
CREATE INDEX "users_email_index" ON "users" USING btree ("email");
CREATE TABLE "payment_reconciliations" (
	"day" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"payment_count" integer DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL
);
DROP INDEX "payment_attempts_charge_index";
DROP INDEX "receipts_workspace_index";
ALTER TABLE "domain_operations" ADD COLUMN "cost_cents" bigint;
ALTER TABLE "domain_operations" ADD COLUMN "cost_currency" text;
CREATE INDEX "ledger_entries_occurred_at_index" ON "ledger_entries" USING btree ("occurred_at");
CREATE INDEX "payment_attempts_finished_at_index" ON "payment_attempts" USING btree ("finished_at");
CREATE UNIQUE INDEX "payment_attempts_open_key" ON "payment_attempts" USING btree ("payment_id") WHERE "payment_attempts"."state" in ('starting', 'confirming', 'awaiting_customer');
CREATE INDEX "refunds_finished_at_index" ON "refunds" USING btree ("finished_at");
CREATE FUNCTION "refuse_receipt_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an issued receipt does not change' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "receipts_append_only" BEFORE UPDATE OR DELETE ON "receipts"
	FOR EACH ROW EXECUTE FUNCTION "refuse_receipt_change"();
CREATE TRIGGER "receipts_no_truncate" BEFORE TRUNCATE ON "receipts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_receipt_change"();
ALTER TABLE "mail_domains" ADD COLUMN "paid_until" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "auto_renew" boolean DEFAULT true NOT NULL;
ALTER TABLE "mail_domains" ADD COLUMN "next_renewal_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "next_plan_slug" text;
-- Mail that was active before gets a free year, by the business clock.
UPDATE "mail_domains" SET "paid_until" = now() + interval '1 year'
  + coalesce((SELECT "offset_ms" FROM "business_clock"), 0) * interval '1 millisecond';
UPDATE "mail_domains" SET "next_renewal_at" = "paid_until" - interval '14 days' WHERE "left_at" IS NULL;
ALTER TABLE "mail_domains" ALTER COLUMN "paid_until" SET NOT NULL;
CREATE INDEX "mail_domains_next_renewal_at_index" ON "mail_domains" USING btree ("next_renewal_at");
ALTER TABLE "payment_disputes" ADD COLUMN "is_inquiry" boolean DEFAULT false NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "send_key" text;
ALTER TABLE "order_lines" ADD COLUMN "is_locked_for_dispute" boolean DEFAULT false NOT NULL;
ALTER TABLE "orders" ADD COLUMN "dispute_check_at" timestamp (3) with time zone;
CREATE INDEX "orders_dispute_check_index" ON "orders" USING btree ("dispute_check_at");
ALTER TABLE "mail_domains" ADD COLUMN "renewal_failed_at" timestamp (3) with time zone;
ALTER TABLE "api_keys" ADD COLUMN "monthly_limit_cents" bigint;
ALTER TABLE "orders" ADD COLUMN "counted_at" timestamp (3) with time zone;
ALTER TABLE "payment_methods" ADD COLUMN "next_expiry_mail_at" timestamp (3) with time zone;
CREATE INDEX "domains_renewals_index" ON "domains" USING btree ("workspace_id",coalesce("next_renewal_at", "paid_until"),"id") WHERE "domains"."status" in ('active', 'expired');
CREATE INDEX "orders_counted_index" ON "orders" USING btree (("actor" ->> 'id'),"counted_at") WHERE "orders"."counted_at" is not null;
CREATE INDEX "orders_open_renewals_index" ON "orders" USING btree ("workspace_id","id") WHERE "orders"."origin" = 'renewal' and "orders"."state" not in ('completed', 'cancelled');
CREATE INDEX "payment_methods_next_expiry_mail_index" ON "payment_methods" USING btree ("next_expiry_mail_at");
UPDATE "payment_methods" SET "next_expiry_mail_at" = make_timestamptz("expiry_year", "expiry_month", 1, 0, 0, 0, 'UTC')
  WHERE "removed_at" IS NULL AND make_timestamptz("expiry_year", "expiry_month", 1, 0, 0, 0, 'UTC') + interval '1 month' > now();
ALTER TABLE "mail_domains" ADD COLUMN "next_notice_at" timestamp (3) with time zone;
CREATE INDEX "mail_domains_next_notice_at_index" ON "mail_domains" USING btree ("next_notice_at");
-- By the business clock. The owners of a plan that ends within 14 days are told at once.
UPDATE "mail_domains" SET "next_notice_at" = "paid_until" - interval '14 days'
  WHERE NOT "auto_renew" AND "left_at" IS NULL AND "paid_until" > now()
    + coalesce((SELECT "offset_ms" FROM "business_clock"), 0) * interval '1 millisecond';
CREATE TABLE "mail_account_use" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"message_count" bigint DEFAULT 0 NOT NULL,
	"last_login_at" timestamp (3) with time zone
);

CREATE TABLE "mail_app_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"label" text NOT NULL,
	"hint" text NOT NULL,
	"password_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_sending_hours" (
	"account_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"limited_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_hours_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);

CREATE TABLE "mail_usage_days" (
	"mail_domain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"messages_in" integer DEFAULT 0 NOT NULL,
	"messages_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_usage_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);

CREATE TABLE "mail_alias_targets" (
	"alias_id" uuid NOT NULL,
	"address" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "mail_alias_targets_alias_id_address_pk" PRIMARY KEY("alias_id","address")
);

CREATE TABLE "mail_forward_targets" (
	"mail_domain_id" uuid NOT NULL,
	"address" text NOT NULL,
	"token_hash" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_forward_targets_mail_domain_id_address_pk" PRIMARY KEY("mail_domain_id","address")
);

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

CREATE TABLE "mail_host_keys" (
	"host" text NOT NULL,
	"key_id" uuid NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_host_keys_host_key_id_pk" PRIMARY KEY("host","key_id")
);

CREATE TABLE "mail_hosts" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_dns_checks" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"broken_purposes" jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "mail_dns_shares" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_sender_exceptions" (
	"mail_domain_id" uuid NOT NULL,
	"network" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_sender_exceptions_mail_domain_id_network_pk" PRIMARY KEY("mail_domain_id","network")
);

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
) PARTITION BY RANGE ("id");
CREATE TABLE "mail_events_default" PARTITION OF "mail_events" DEFAULT;

DROP INDEX "mail_aliases_from_to_key";
ALTER TABLE "mail_accounts" ADD COLUMN "quota_megabytes" integer;
ALTER TABLE "mail_accounts" ADD COLUMN "may_send" boolean DEFAULT true NOT NULL;
ALTER TABLE "mail_accounts" ADD COLUMN "may_receive" boolean DEFAULT true NOT NULL;
ALTER TABLE "mail_accounts" ADD COLUMN "forward_to" text;
ALTER TABLE "mail_accounts" ADD COLUMN "keep_copy" boolean DEFAULT true NOT NULL;
ALTER TABLE "mail_accounts" ADD COLUMN "deleted_at" timestamp (3) with time zone;
ALTER TABLE "mail_accounts" ADD COLUMN "erases_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "suspended_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "deactivated_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "dkim_rotates_at" timestamp (3) with time zone;
ALTER TABLE "mail_domains" ADD COLUMN "dkim_rotation_days" integer;
ALTER TABLE "mail_account_use" ADD CONSTRAINT "mail_account_use_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_app_passwords" ADD CONSTRAINT "mail_app_passwords_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_sending_hours" ADD CONSTRAINT "mail_sending_hours_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_usage_days" ADD CONSTRAINT "mail_usage_days_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_alias_targets" ADD CONSTRAINT "mail_alias_targets_alias_id_mail_aliases_id_fk" FOREIGN KEY ("alias_id") REFERENCES "public"."mail_aliases"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_forward_targets" ADD CONSTRAINT "mail_forward_targets_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_dkim_keys" ADD CONSTRAINT "mail_dkim_keys_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_key_id_mail_dkim_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."mail_dkim_keys"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_dns_checks" ADD CONSTRAINT "mail_dns_checks_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_dns_shares" ADD CONSTRAINT "mail_dns_shares_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_sender_exceptions" ADD CONSTRAINT "mail_sender_exceptions_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "mail_app_passwords_hint_key" ON "mail_app_passwords" USING btree ("account_id","hint");
CREATE INDEX "mail_sending_hours_untold_index" ON "mail_sending_hours" USING btree ("limited_at") WHERE "mail_sending_hours"."limited_at" is not null and "mail_sending_hours"."told_at" is null;
CREATE INDEX "mail_usage_days_domain_index" ON "mail_usage_days" USING btree ("mail_domain_id","day");
CREATE INDEX "mail_alias_targets_address_index" ON "mail_alias_targets" USING btree ("address");
CREATE UNIQUE INDEX "mail_forward_targets_token_key" ON "mail_forward_targets" USING btree ("token_hash");
CREATE UNIQUE INDEX "mail_dkim_keys_selector_key" ON "mail_dkim_keys" USING btree ("mail_domain_id","selector");
CREATE INDEX "mail_dkim_keys_next_check_at_index" ON "mail_dkim_keys" USING btree ("next_check_at");
CREATE INDEX "mail_dns_checks_next_check_at_index" ON "mail_dns_checks" USING btree ("next_check_at");
CREATE UNIQUE INDEX "mail_dns_shares_token_key" ON "mail_dns_shares" USING btree ("token_hash");
CREATE INDEX "mail_events_sender_index" ON "mail_events" USING btree ("mail_domain_id","sender","id");
CREATE INDEX "mail_events_recipient_index" ON "mail_events" USING btree ("mail_domain_id","recipient","id");
CREATE INDEX "mail_events_domain_index" ON "mail_events" USING btree ("mail_domain_id","id");
CREATE INDEX "mail_events_queue_index" ON "mail_events" USING btree ("mail_domain_id","host","queue_id");
CREATE INDEX "mail_accounts_address_index" ON "mail_accounts" USING btree ("full_address");
CREATE INDEX "mail_accounts_erases_at_index" ON "mail_accounts" USING btree ("erases_at");
INSERT INTO "mail_dkim_keys" ("id", "mail_domain_id", "selector", "public_key", "private_key_encrypted", "stage", "created_at", "activated_at")
  SELECT gen_random_uuid(), "id", "dkim_selector", "dkim_public_key", "dkim_private_key_encrypted", 'active', "activated_at", "activated_at"
  FROM "mail_domains";
-- Aliases with the same address become one, the oldest, with several targets.
WITH "ranked" AS (
  SELECT "id", "to_address",
    first_value("id") OVER "same" AS "kept_id",
    row_number() OVER "same" - 1 AS "position"
  FROM "mail_aliases"
  WINDOW "same" AS (PARTITION BY "mail_domain_id", "from_address" ORDER BY "created_at", "id"
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
)
INSERT INTO "mail_alias_targets" ("alias_id", "address", "position") SELECT "kept_id", "to_address", "position" FROM "ranked";
DELETE FROM "mail_aliases" WHERE NOT EXISTS (SELECT FROM "mail_alias_targets" WHERE "alias_id" = "mail_aliases"."id");
CREATE UNIQUE INDEX "mail_aliases_from_key" ON "mail_aliases" USING btree ("mail_domain_id","from_address");
CREATE INDEX "mail_domains_dkim_rotates_at_index" ON "mail_domains" USING btree ("dkim_rotates_at");
ALTER TABLE "mail_aliases" DROP COLUMN "to_address";
ALTER TABLE "mail_domains" DROP COLUMN "dkim_selector";
ALTER TABLE "mail_domains" DROP COLUMN "dkim_public_key";
ALTER TABLE "mail_domains" DROP COLUMN "dkim_private_key_encrypted";
-- What the mail servers read, and nothing else. A role of theirs gets these views alone. They run with the rights of
-- their owner, by the business clock.
CREATE SCHEMA "mail_host";

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

CREATE VIEW "mail_host"."current_accounts" AS
  SELECT "account"."id", "account"."full_address" AS "address", "account"."password_hash" AS "password",
    "account"."active", "account"."may_send", "account"."may_receive", "account"."quota_megabytes",
    "account"."forward_to", "account"."keep_copy", "domain"."id" AS "mail_domain_id", "domain"."workspace_id",
    "domain"."name" AS "domain", "domain"."state", "domain"."storage_bytes"
  FROM "public"."mail_accounts" AS "account"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "account"."mail_domain_id"
  WHERE "account"."deleted_at" IS NULL;

-- The domains that mail is accepted for, or deferred and refused with a reason.
CREATE VIEW "mail_host"."domains" AS SELECT "name" FROM "mail_host"."current_domains";

CREATE VIEW "mail_host"."mailboxes" AS SELECT "address" FROM "mail_host"."current_accounts";

-- Sign-in over IMAP, submission and ManageSieve.
CREATE VIEW "mail_host"."logins" AS
  SELECT "address", "password", "may_send" FROM "mail_host"."current_accounts" WHERE "active" AND "state" = 'active';

CREATE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';

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

-- Who may use an address as sender: its account, and the accounts that an alias delivers to.
CREATE VIEW "mail_host"."senders" AS
  SELECT "address", "address" AS "login" FROM "mail_host"."current_accounts" WHERE "active" AND "may_send" AND "state" = 'active'
  UNION
  SELECT "forward"."source", "account"."address" FROM "mail_host"."forwards" AS "forward"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."address" = "forward"."target"
  WHERE "account"."active" AND "account"."may_send" AND "account"."state" = 'active' AND "forward"."source" NOT LIKE '*@%';

-- Replies to RCPT (access(5)), by address or by domain.
CREATE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled' FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive");

CREATE VIEW "mail_host"."dkim_keys" AS
  SELECT "key"."id", "key"."mail_domain_id", "domain"."name" AS "domain", "key"."selector", "key"."stage", "key"."private_key_encrypted"
  FROM "public"."mail_dkim_keys" AS "key" JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "key"."mail_domain_id"
  WHERE "key"."stage" IN ('pending', 'active', 'retiring') AND "key"."private_key_encrypted" IS NOT NULL;

CREATE VIEW "mail_host"."sender_exceptions" AS
  SELECT "domain"."name" AS "domain", "exception"."network"
  FROM "public"."mail_sender_exceptions" AS "exception"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "exception"."mail_domain_id";
CREATE UNIQUE INDEX "mail_dkim_keys_active_key" ON "mail_dkim_keys" USING btree ("mail_domain_id") WHERE "mail_dkim_keys"."stage" = 'active';
ALTER TABLE "receipts" ADD COLUMN "seller" jsonb;
ALTER TABLE "mail_forward_targets" ADD COLUMN "stopped_at" timestamp (3) with time zone;
ALTER TABLE "mail_dkim_keys" ADD COLUMN "shown" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "mail_dkim_keys" ADD COLUMN "checked_at" timestamp (3) with time zone;
ALTER TABLE "mail_dkim_keys" ADD COLUMN "told_at" timestamp (3) with time zone;
CREATE TABLE "mail_erased_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
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

-- Aliases whose targets all wait for their confirmation are their own alias, so that a catch-all doesn't receive their mail.
CREATE VIEW "mail_host"."waiting_aliases" AS
  SELECT "alias"."from_address" AS "address"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE "alias"."from_address" NOT LIKE '*@%' AND NOT EXISTS (SELECT FROM "mail_host"."forwards" AS "forward"
    WHERE "forward"."source" = "alias"."from_address" AND "forward"."mail_domain_id" = "alias"."mail_domain_id");

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

CREATE OR REPLACE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled' FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address waits for its confirmation' FROM "mail_host"."waiting_aliases";

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

-- Dovecot inserts what a mailbox uses. A trigger stores it with the account, and the table stays empty.
CREATE TABLE "mail_host"."quota_reports" (
  "address" text PRIMARY KEY,
  "used_bytes" bigint,
  "message_count" bigint
);

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

CREATE TRIGGER "take_quota_report" BEFORE INSERT ON "mail_host"."quota_reports"
  FOR EACH ROW EXECUTE FUNCTION "mail_host"."take_quota_report"();

-- The sending limit of each plan: mailPlans in packages/schema has the same numbers, which a test compares.
CREATE FUNCTION "mail_host"."recipients_per_hour"("plan_slug" text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE plan_slug WHEN 'starter' THEN 200 WHEN 'pro' THEN 500 WHEN 'business' THEN 1000 END
$$;

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

REVOKE ALL ON FUNCTION "mail_host"."take_quota_report"(), "mail_host"."count_recipient"(text) FROM PUBLIC;
ALTER TABLE "mail_dns_checks" ADD COLUMN "workspace_id" uuid NOT NULL;
ALTER TABLE "mail_dns_checks" ADD COLUMN "health" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "mail_dns_checks" DROP COLUMN "broken_purposes";
-- Mail that is active already is checked within the next six hours.
INSERT INTO "mail_dns_checks" ("mail_domain_id", "workspace_id", "next_check_at")
SELECT "id", "workspace_id", now() + random() * interval '6 hours' FROM "mail_domains"
ON CONFLICT DO NOTHING;
-- Each lookup concerns one domain, so each view has it: a lookup reads the rows of that domain alone.
CREATE OR REPLACE VIEW "mail_host"."mailboxes" AS SELECT "address", "domain" FROM "mail_host"."current_accounts";

CREATE OR REPLACE VIEW "mail_host"."logins" AS
  SELECT "address", "password", "may_send", "domain" FROM "mail_host"."current_accounts" WHERE "active" AND "state" = 'active';

CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send", "account"."domain"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';

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

CREATE OR REPLACE VIEW "mail_host"."waiting_aliases" AS
  SELECT "alias"."from_address" AS "address", "domain"."name" AS "domain"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE "alias"."from_address" NOT LIKE '*@%' AND NOT EXISTS (SELECT FROM "mail_host"."forwards" AS "forward"
    WHERE "forward"."source" = "alias"."from_address" AND "forward"."mail_domain_id" = "alias"."mail_domain_id");

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

-- The lookups of Postfix and Dovecot, with the rights of their caller. Planning a view takes longer than reading it, and
-- these functions keep their plans for the length of a connection.
CREATE FUNCTION "mail_host"."find_domain"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT domain.name FROM mail_host.domains AS domain WHERE domain.name = wanted;
END $$;

CREATE FUNCTION "mail_host"."find_mailbox"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT mailbox.address FROM mail_host.mailboxes AS mailbox
    WHERE mailbox.address = wanted AND mailbox.domain = split_part(wanted, '@', 2);
END $$;

CREATE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT alias.target FROM mail_host.aliases AS alias
    WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
END $$;

CREATE FUNCTION "mail_host"."find_sender_logins"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT sender.login FROM mail_host.senders AS sender
    WHERE sender.address = wanted AND sender.domain = split_part(wanted, '@', 2);
END $$;

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

-- Domains with exceptions are left to the rule of the spam filter, which sees the client's address.
CREATE FUNCTION "mail_host"."find_outside_sender_reply"("wanted_domain" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT '554 5.7.1 Sign in to send from this address' FROM mail_host.domains AS domain
    WHERE domain.name = wanted_domain
      AND NOT EXISTS (SELECT FROM mail_host.sender_exceptions AS exception WHERE exception.domain = domain.name);
END $$;

CREATE FUNCTION "mail_host"."find_login"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT login.address, login.password FROM mail_host.logins AS login
    WHERE login.address = wanted AND login.domain = split_part(wanted, '@', 2) AND (login.may_send OR service <> 'smtp');
END $$;

CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service <> 'smtp');
END $$;

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
CREATE INDEX "mail_events_original_index" ON "mail_events" USING btree ("mail_domain_id","original_recipient","id") WHERE "mail_events"."original_recipient" is not null;
-- The agents of the mail hosts store what they read in the logs with these functions. A row that is sent again, after a
-- crash, is neither stored nor counted twice.
CREATE FUNCTION "mail_host"."store_log_events"("host_name" text, "events" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (
    SELECT event.* FROM jsonb_to_recordset(events) AS event ("id" uuid, "workspaceId" uuid, "mailDomainId" uuid,
      "queueId" text, "messageId" text, "kind" text, "sender" text, "recipient" text, "originalRecipient" text,
      "sizeBytes" bigint, "relay" text, "detail" text, "occurredAt" timestamptz, "countsFor" text, "direction" text)
    JOIN public.mail_domains AS domain ON domain.id = event."mailDomainId" AND domain.workspace_id = event."workspaceId"
  ), stored AS (
    INSERT INTO public.mail_events (id, workspace_id, mail_domain_id, host, queue_id, message_id, kind, sender, recipient,
      original_recipient, size_bytes, relay, detail, occurred_at)
    SELECT "id", "workspaceId", "mailDomainId", host_name, "queueId", "messageId", "kind", "sender", "recipient",
      "originalRecipient", "sizeBytes", "relay", "detail", "occurredAt"
    FROM given
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO public.mail_usage_days AS usage (mail_domain_id, account_id, day, messages_in, messages_out)
  SELECT account.mail_domain_id, account.id, (given."occurredAt" AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE given."direction" = 'in'), count(*) FILTER (WHERE given."direction" = 'out')
  FROM stored
  JOIN given ON given."id" = stored.id
  JOIN public.mail_accounts AS account
    ON account.full_address = given."countsFor" AND account.mail_domain_id = given."mailDomainId"
  GROUP BY 1, 2, 3
  ON CONFLICT (account_id, day) DO UPDATE SET
    messages_in = usage.messages_in + excluded.messages_in,
    messages_out = usage.messages_out + excluded.messages_out
$$;

CREATE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account.id, max(login."at")
  FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz)
  JOIN mail_host.current_accounts AS account ON account.address = login."address"
  GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;

REVOKE ALL ON FUNCTION "mail_host"."store_log_events"(text, jsonb), "mail_host"."store_logins"(jsonb) FROM PUBLIC;
CREATE INDEX "mail_sending_hours_hour_index" ON "mail_sending_hours" USING btree ("hour");
-- The rows of the view "aliases", read in the order in which most lookups end. Most addresses are accounts.
CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted_domain text := split_part(wanted, '@', 2);
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  is_forwarded boolean;
  account record;
BEGIN
  RETURN QUERY SELECT forward.target FROM mail_host.forwards AS forward
    WHERE forward.source = wanted_source AND forward.domain = wanted_domain;
  is_forwarded := FOUND;
  SELECT found.forward_to, found.keep_copy INTO account FROM mail_host.current_accounts AS found
    WHERE found.address = wanted AND found.domain = wanted_domain;
  IF FOUND THEN
    -- Mail stays while its forwarding waits for confirmation.
    IF account.keep_copy OR account.forward_to IS NULL OR NOT is_forwarded THEN
      RETURN NEXT wanted;
    END IF;
  ELSIF NOT is_forwarded AND wanted = wanted_source THEN
    RETURN QUERY SELECT owner.target FROM mail_host.owner_addresses AS owner
      WHERE owner.source = wanted AND owner.domain = wanted_domain
      UNION ALL SELECT waiting.address FROM mail_host.waiting_aliases AS waiting
      WHERE waiting.address = wanted AND waiting.domain = wanted_domain;
  END IF;
END $$;

REVOKE ALL ON FUNCTION "mail_host"."find_alias_targets"(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION "mail_host"."find_recipient_reply"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Postfix also looks up `info@`.
  IF wanted LIKE '%@' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT found.reply FROM mail_host.recipient_replies AS found
    WHERE found.recipient = wanted AND found.domain = substr(wanted, position('@' IN wanted) + 1);
  IF NOT FOUND AND wanted LIKE '%+%@%' THEN
    RETURN QUERY SELECT 'DUNNO' WHERE EXISTS (SELECT FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2));
  END IF;
END $$;
-- For the agents of the mail hosts, which remove the mailboxes of these accounts.
CREATE VIEW "mail_host"."erased_accounts" AS SELECT "account_id" AS "id" FROM "public"."mail_erased_accounts";
CREATE TABLE "delivery_attempts" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status_code" integer,
	"error" text,
	"error_stage" text,
	"duration_ms" integer,
	"attempted_at" timestamp (3) with time zone NOT NULL,
	"request" text,
	"response_headers" text,
	"response_body" "bytea",
	CONSTRAINT "delivery_attempts_workspace_id_delivery_id_number_pk" PRIMARY KEY("workspace_id","delivery_id","number")
) PARTITION BY RANGE ("delivery_id");

CREATE TABLE "delivery_attempts_default" PARTITION OF "delivery_attempts" DEFAULT;

CREATE TABLE "delivery_hours" (
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"duration_counts" integer[] NOT NULL,
	CONSTRAINT "delivery_hours_workspace_id_endpoint_id_hour_pk" PRIMARY KEY("workspace_id","endpoint_id","hour")
);

CREATE TABLE "event_sequences" (
	"workspace_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "event_sequences_workspace_id_subject_pk" PRIMARY KEY("workspace_id","subject")
);

CREATE TABLE "webhook_catch_ups" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"rate_per_second" integer,
	"state" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_catch_ups_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);

-- Partitioned from here on. Existing events are counted per subject; the next one of a subject continues from there.
ALTER TABLE "events" RENAME TO "events_unpartitioned";

DROP INDEX "events_workspace_index";

ALTER TABLE "events_unpartitioned" DROP CONSTRAINT "events_pkey";

CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"body" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
) PARTITION BY RANGE ("id");

CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;

INSERT INTO "events" ("id", "workspace_id", "type", "subject", "sequence", "body", "created_at")
SELECT "id", "workspace_id", "type", "subject",
	row_number() OVER (PARTITION BY "workspace_id", "subject" ORDER BY "id"), "body", "created_at"
FROM (
	SELECT *, coalesce("body"::json -> 'data' ->> 'name', "body"::json -> 'data' ->> 'paymentId', '') AS "subject"
	FROM "events_unpartitioned"
) AS "known";

DROP TABLE "events_unpartitioned";

INSERT INTO "event_sequences" ("workspace_id", "subject", "last")
SELECT "workspace_id", "subject", max("sequence") FROM "events" GROUP BY "workspace_id", "subject";

ALTER TABLE "deliveries" ADD COLUMN "workspace_id" uuid, ADD COLUMN "subject" text, ADD COLUMN "sequence" integer,
	ADD COLUMN "is_test" boolean DEFAULT false NOT NULL, ADD COLUMN "replays" integer DEFAULT 0 NOT NULL,
	ADD COLUMN "error_stage" text, ADD COLUMN "request" text, ADD COLUMN "response_headers" text,
	ADD COLUMN "response_body" "bytea", ADD COLUMN "catch_up_id" uuid;

UPDATE "deliveries" SET "workspace_id" = "event"."workspace_id", "subject" = "event"."subject", "sequence" = "event"."sequence"
FROM "events" AS "event" WHERE "event"."id" = "deliveries"."event_id";

DELETE FROM "deliveries" WHERE "workspace_id" IS NULL;

ALTER TABLE "deliveries" ALTER COLUMN "workspace_id" SET NOT NULL, ALTER COLUMN "subject" SET NOT NULL,
	ALTER COLUMN "sequence" SET NOT NULL, DROP CONSTRAINT "deliveries_pkey",
	ADD CONSTRAINT "deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id");

ALTER TABLE "delivery_queue" ADD COLUMN "workspace_id" uuid, ADD COLUMN "subject" text, ADD COLUMN "sequence" integer,
	ADD COLUMN "is_ordered" boolean DEFAULT false NOT NULL, ADD COLUMN "kind" text DEFAULT 'scheduled' NOT NULL,
	ADD COLUMN "resume_at" timestamp (3) with time zone, ADD COLUMN "replays" integer DEFAULT 0 NOT NULL;

UPDATE "delivery_queue" SET "workspace_id" = "event"."workspace_id", "subject" = "event"."subject", "sequence" = "event"."sequence"
FROM "events" AS "event" WHERE "event"."id" = "delivery_queue"."event_id";

DELETE FROM "delivery_queue" WHERE "workspace_id" IS NULL;

DROP INDEX "delivery_queue_event_endpoint_key";

ALTER TABLE "delivery_queue" ALTER COLUMN "workspace_id" SET NOT NULL, ALTER COLUMN "subject" SET NOT NULL,
	ALTER COLUMN "sequence" SET NOT NULL, DROP CONSTRAINT "delivery_queue_pkey",
	ADD CONSTRAINT "delivery_queue_workspace_id_delivery_id_pk" PRIMARY KEY("workspace_id","delivery_id");

ALTER TABLE "webhook_endpoints" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;

ALTER TABLE "webhook_endpoints" ADD COLUMN "ordered" boolean DEFAULT false NOT NULL;

ALTER TABLE "webhook_endpoints" ADD COLUMN "next_secret_encrypted" text;

ALTER TABLE "webhook_endpoints" ADD COLUMN "rotation_ends_at" timestamp (3) with time zone;

ALTER TABLE "webhook_endpoints" ADD COLUMN "deactivation_reason" text;

ALTER TABLE "webhook_endpoints" ADD COLUMN "catch_up_id" uuid;

ALTER TABLE "webhook_endpoints" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;

UPDATE "webhook_endpoints" SET "deactivation_reason" = CASE WHEN "consecutive_failures" >= 10 THEN 'failures' ELSE 'paused' END
WHERE NOT "active";

CREATE INDEX "webhook_catch_ups_endpoint_index" ON "webhook_catch_ups" USING btree ("endpoint_id","id" DESC NULLS LAST);

CREATE INDEX "delivery_queue_order_index" ON "delivery_queue" USING btree ("endpoint_id","subject","sequence") WHERE "delivery_queue"."is_ordered";

CREATE UNIQUE INDEX "delivery_queue_event_endpoint_key" ON "delivery_queue" USING btree ("workspace_id","event_id","endpoint_id");
CREATE INDEX "mail_accounts_forward_to_index" ON "mail_accounts" USING btree ("forward_to") WHERE "mail_accounts"."forward_to" is not null;
-- Most addresses are accounts: the lookups answer for these with one small query each. Starting a query of many tables
-- takes longer than running it.
CREATE OR REPLACE VIEW "mail_host"."users" AS
  SELECT "account"."address",
    greatest(1, least(
      "account"."quota_megabytes" * 1048576::bigint,
      coalesce("own"."used_bytes", 0) + greatest(0, "account"."storage_bytes" - "all"."used_bytes")
    )) AS "quota_bytes",
    "account"."id",
    "account"."active" AND "account"."may_receive" AND "account"."state" <> 'refused' AS "accepts_mail",
    "account"."domain",
    coalesce("own"."used_bytes", 0) AS "used_bytes",
    "account"."active" AND "account"."may_receive" AND "account"."state" = 'active' AS "receives",
    "account"."forward_to" IS NULL OR "account"."keep_copy" AS "keeps_mail"
  FROM "mail_host"."current_accounts" AS "account"
  LEFT JOIN "public"."mail_account_use" AS "own" ON "own"."account_id" = "account"."id",
    LATERAL (SELECT coalesce(sum("use"."used_bytes"), 0)::bigint AS "used_bytes"
      FROM "public"."mail_accounts" AS "other" JOIN "public"."mail_account_use" AS "use" ON "use"."account_id" = "other"."id"
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";

CREATE OR REPLACE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "account_id" uuid, "quota_bytes" bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
    WHERE found.address = wanted AND (found.accepts_mail OR service <> 'lmtp');
  -- Mail to info+shop@ belongs to info@, unless the longer address has an account.
  IF NOT FOUND AND wanted LIKE '%+%@%' THEN
    RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
      WHERE found.address = split_part(wanted, '+', 1) || '@' || split_part(wanted, '@', 2)
        AND (found.accepts_mail OR service <> 'lmtp')
        AND NOT EXISTS (SELECT FROM mail_host.mailboxes AS longer WHERE longer.address = wanted);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "mail_host"."find_sender_logins"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT account.address FROM mail_host.current_accounts AS account
    WHERE account.address = wanted AND account.active AND account.may_send AND account.state = 'active';
  IF EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted) THEN
    RETURN QUERY SELECT sender.login FROM mail_host.senders AS sender
      WHERE sender.address = wanted AND sender.domain = split_part(wanted, '@', 2) AND sender.login <> wanted;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  has_alias boolean := EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted_source);
  is_forwarding boolean;
BEGIN
  SELECT account.forward_to IS NOT NULL INTO is_forwarding FROM mail_host.current_accounts AS account
    WHERE account.address = wanted;
  IF FOUND AND NOT is_forwarding AND NOT has_alias THEN
    RETURN NEXT wanted;
  ELSIF FOUND OR has_alias OR wanted LIKE 'postmaster@%' OR wanted LIKE 'abuse@%' THEN
    RETURN QUERY SELECT alias.target FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
  END IF;
END $$;

-- The reply (access(5)) to a recipient that isn't the address of an account that receives mail, whatever its size.
CREATE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "without_extension" text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  current_domain record;
  found_reply text;
  tried text;
BEGIN
  SELECT domain.id, domain.name INTO current_domain FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain;
  IF NOT FOUND THEN
    RETURN 'DUNNO';
  END IF;
  FOREACH tried IN ARRAY CASE WHEN wanted = without_extension THEN ARRAY[wanted] ELSE ARRAY[wanted, without_extension] END LOOP
    SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
      WHERE reply.recipient IN (tried, wanted_domain) AND reply.domain = wanted_domain;
    IF FOUND THEN
      RETURN found_reply;
    END IF;
    IF EXISTS (SELECT FROM mail_host.find_alias_targets(tried)) THEN
      RETURN 'OK';
    END IF;
  END LOOP;
  IF EXISTS (SELECT FROM mail_host.find_alias_targets('@' || wanted_domain)) THEN
    RETURN 'OK';
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias
      WHERE alias.mail_domain_id = current_domain.id AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address waits for its confirmation';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;

-- The reply to a recipient, for Postfix's policy service: OK for one of a hosted domain that is accepted, DUNNO for one
-- of another domain. `login` is empty for mail from other hosts. Counts the recipients of a login.
CREATE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  without_extension text;
  is_full boolean;
  reply text := 'OK';
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + size_bytes > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF NOT FOUND THEN
    without_extension := regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@');
    reply := mail_host.check_other_recipient(wanted, without_extension);
    IF reply = 'OK' AND wanted <> without_extension THEN
      SELECT found.keeps_mail AND found.used_bytes + size_bytes > found.quota_bytes INTO is_full
        FROM mail_host.users AS found WHERE found.address = without_extension
        AND NOT EXISTS (SELECT FROM mail_host.find_alias_targets(wanted));
    END IF;
  END IF;
  IF is_full THEN
    RETURN '552 5.2.2 This mailbox is full';
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;

-- The agents report what mailboxes use after deliveries.
CREATE FUNCTION "mail_host"."store_use"("uses" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, used_bytes, message_count)
  SELECT account.id, given."usedBytes", given."messageCount"
  FROM jsonb_to_recordset(uses) AS given ("address" text, "usedBytes" bigint, "messageCount" bigint)
  JOIN mail_host.current_accounts AS account ON account.address = given."address"
  ORDER BY account.id
  ON CONFLICT (account_id) DO UPDATE SET used_bytes = excluded.used_bytes, message_count = excluded.message_count
$$;

REVOKE ALL ON FUNCTION "mail_host"."check_other_recipient"(text, text), "mail_host"."check_recipient"(text, text, bigint),
  "mail_host"."find_sender_logins"(text), "mail_host"."store_use"(jsonb) FROM PUBLIC;
DROP INDEX "delivery_queue_lease_index";
DROP INDEX "delivery_queue_endpoint_due_index";
CREATE INDEX "delivery_queue_requested_index" ON "delivery_queue" USING btree ("due_at") WHERE "delivery_queue"."kind" <> 'scheduled' and not "delivery_queue"."is_ordered";
CREATE INDEX "delivery_queue_endpoint_due_index" ON "delivery_queue" USING btree ("endpoint_id",least(attempt, 1),"due_at");
-- Room on each page for the update that claims a row.
ALTER TABLE "delivery_queue" SET (fillfactor = 60);

ALTER TABLE "delivery_hours" SET (fillfactor = 50);
DROP INDEX "deliveries_endpoint_index";
CREATE INDEX "deliveries_type_index" ON "deliveries" USING btree ("endpoint_id","event_type","id");
CREATE INDEX "deliveries_subject_index" ON "deliveries" USING btree ("endpoint_id","subject","id");
CREATE INDEX "deliveries_missed_index" ON "deliveries" USING btree ("endpoint_id","status","id") WHERE "deliveries"."status" in ('failed', 'skipped');
CREATE INDEX "webhook_endpoints_rotation_index" ON "webhook_endpoints" USING btree ("rotation_ends_at") WHERE "webhook_endpoints"."rotation_ends_at" is not null;
ALTER TABLE "webhook_catch_ups" ALTER COLUMN "until" DROP NOT NULL;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "prepared_up_to" uuid;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "paced_to" timestamp (3) with time zone;
ALTER TABLE "webhook_endpoints" ADD COLUMN "missed_since" timestamp (3) with time zone;
CREATE INDEX "deliveries_catch_up_index" ON "deliveries" USING btree ("catch_up_id") WHERE "deliveries"."catch_up_id" is not null;
CREATE INDEX "webhook_catch_ups_open_index" ON "webhook_catch_ups" USING btree ("id") WHERE "webhook_catch_ups"."finished_at" is null;
DROP INDEX "deliveries_missed_index";
ALTER TABLE "deliveries" ADD COLUMN "missed_as" text GENERATED ALWAYS AS (case when "status" in ('failed', 'skipped') then "status" end) STORED;
CREATE INDEX "deliveries_missed_as_index" ON "deliveries" USING btree ("endpoint_id","missed_as","id") WHERE "deliveries"."missed_as" is not null;
-- Dovecot logs the app password of a sign-in, so that the agents can store when each was last used.
CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "account"."address", "app"."hint", "app"."password_hash" AS "password", "account"."may_send", "account"."domain",
    "app"."id"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."id" = "app"."account_id"
  WHERE "account"."active" AND "account"."state" = 'active';

DROP FUNCTION "mail_host"."find_app_password"(text, text, text);

CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "app_password" uuid) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password, app.id FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service <> 'smtp');
END $$;

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
CREATE TABLE "delivery_faults" (
	"hour" timestamp (3) with time zone NOT NULL,
	"fault" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "delivery_faults_hour_fault_pk" PRIMARY KEY("hour","fault")
);
-- Dovecot calls this after a sign-in with an app password, over any protocol. It never returns a row: a row would be
-- another password.
CREATE FUNCTION "mail_host"."store_app_password_use"("app_password" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.mail_app_passwords SET last_used_at = now()
  WHERE id = nullif(app_password, '')::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
  SELECT ''::text, ''::text WHERE false;
$$;

REVOKE ALL ON FUNCTION "mail_host"."store_app_password_use"(text) FROM PUBLIC;

CREATE OR REPLACE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account.id, max(login."at")
  FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz)
  JOIN mail_host.current_accounts AS account ON account.address = login."address"
  GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;

-- The reply to mail for an address that leads to these accounts and addresses; null if it leads nowhere. Without room in
-- any of them, it is refused. Mail of an unknown size has one byte.
CREATE FUNCTION "mail_host"."reply_of_targets"("wanted" text, "size_bytes" bigint) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(*) = 0 THEN NULL
    WHEN bool_and(coalesce(found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes, false))
      THEN '552 5.2.2 This mailbox is full'
    ELSE 'OK' END
  FROM mail_host.find_alias_targets(wanted) AS target
  LEFT JOIN mail_host.users AS found ON found.address = target
$$;

-- The reply (access(5)) to a recipient that isn't the address of an account that receives mail.
CREATE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  without_extension text := regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@');
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  current_domain record;
  found_reply text;
  tried text;
BEGIN
  SELECT domain.id, domain.name INTO current_domain FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain;
  IF NOT FOUND THEN
    RETURN 'DUNNO';
  END IF;
  FOREACH tried IN ARRAY CASE WHEN wanted = without_extension THEN ARRAY[wanted] ELSE ARRAY[wanted, without_extension] END LOOP
    SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
      WHERE reply.recipient IN (tried, wanted_domain) AND reply.domain = wanted_domain;
    IF FOUND THEN
      RETURN found_reply;
    END IF;
    found_reply := mail_host.reply_of_targets(tried, size_bytes);
    IF found_reply IS NOT NULL THEN
      RETURN found_reply;
    END IF;
  END LOOP;
  found_reply := mail_host.reply_of_targets('@' || wanted_domain, size_bytes);
  IF found_reply IS NOT NULL THEN
    RETURN found_reply;
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias
      WHERE alias.mail_domain_id = current_domain.id AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address waits for its confirmation';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;

CREATE OR REPLACE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  is_full boolean;
  reply text;
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF NOT FOUND THEN
    reply := mail_host.check_other_recipient(wanted, size_bytes);
  ELSIF is_full THEN
    reply := '552 5.2.2 This mailbox is full';
  ELSE
    reply := 'OK';
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;

DROP FUNCTION "mail_host"."check_other_recipient"(text, text);

REVOKE ALL ON FUNCTION "mail_host"."check_other_recipient"(text, bigint), "mail_host"."reply_of_targets"(text, bigint)
  FROM PUBLIC;
CREATE TABLE "mail_paused_forwards" (
	"mail_domain_id" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_paused_forwards_mail_domain_id_source_target_pk" PRIMARY KEY("mail_domain_id","source","target")
);

ALTER TABLE "mail_paused_forwards" ADD CONSTRAINT "mail_paused_forwards_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;
-- Without the targets that are paused, because mail would loop.
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
  WHERE (EXISTS (
      SELECT FROM "mail_host"."current_domains" AS "inside"
      WHERE "inside"."workspace_id" = "domain"."workspace_id" AND "inside"."name" = split_part("forward"."target", '@', 2)
    ) OR EXISTS (
      SELECT FROM "public"."mail_forward_targets" AS "confirmed"
      WHERE "confirmed"."mail_domain_id" = "forward"."mail_domain_id" AND "confirmed"."address" = "forward"."target"
        AND "confirmed"."confirmed_at" IS NOT NULL
    )) AND NOT EXISTS (
      SELECT FROM "public"."mail_paused_forwards" AS "paused"
      WHERE "paused"."mail_domain_id" = "forward"."mail_domain_id" AND "paused"."source" = "forward"."source"
        AND "paused"."target" = "forward"."target"
    );
DROP INDEX "deliveries_type_index";
CREATE INDEX "deliveries_event_type_index" ON "deliveries" USING btree ("endpoint_id","event_type",coalesce("missed_as", ''),"id");
CREATE INDEX "deliveries_missed_index" ON "deliveries" USING btree ("endpoint_id","missed_as","id","workspace_id","is_test","created_at","event_type") WHERE "deliveries"."missed_as" is not null;
-- Last, because it locks the table for readers too.
DROP INDEX "deliveries_missed_as_index";
-- Forwarding is on hold until its target confirms it, and while it is paused because mail would loop.
CREATE OR REPLACE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply",
    "name" AS "domain"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled', "domain" FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address is on hold', "domain" FROM "mail_host"."waiting_aliases";

CREATE OR REPLACE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  without_extension text := regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@');
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  current_domain record;
  found_reply text;
  tried text;
BEGIN
  SELECT domain.id, domain.name INTO current_domain FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain;
  IF NOT FOUND THEN
    RETURN 'DUNNO';
  END IF;
  FOREACH tried IN ARRAY CASE WHEN wanted = without_extension THEN ARRAY[wanted] ELSE ARRAY[wanted, without_extension] END LOOP
    SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
      WHERE reply.recipient IN (tried, wanted_domain) AND reply.domain = wanted_domain;
    IF FOUND THEN
      RETURN found_reply;
    END IF;
    found_reply := mail_host.reply_of_targets(tried, size_bytes);
    IF found_reply IS NOT NULL THEN
      RETURN found_reply;
    END IF;
  END LOOP;
  found_reply := mail_host.reply_of_targets('@' || wanted_domain, size_bytes);
  IF found_reply IS NOT NULL THEN
    RETURN found_reply;
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias
      WHERE alias.mail_domain_id = current_domain.id AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address is on hold';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "on_hold_up_to" uuid;
ALTER TABLE "delivery_hours" ADD COLUMN "succeeded_within" "int8multirange" DEFAULT '{}' NOT NULL;
ALTER TABLE "delivery_hours" ADD COLUMN "located" integer DEFAULT 0 NOT NULL;
-- A count that doesn't match says that more may have succeeded up to now: tests too, which aren't counted.
INSERT INTO "delivery_hours" ("workspace_id", "endpoint_id", "hour", "duration_counts", "located")
SELECT "workspace_id", "id", date_trunc('hour', now()), array_fill(0, array[31]), -1
FROM "webhook_endpoints" ORDER BY "workspace_id", "id"
ON CONFLICT ("workspace_id", "endpoint_id", "hour") DO UPDATE SET "located" = -1;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "queued" integer DEFAULT 0 NOT NULL;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "delivered" integer DEFAULT 0 NOT NULL;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;
ALTER TABLE "webhook_catch_ups" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;
ALTER TABLE "delivery_queue" ADD COLUMN "catch_up_id" uuid;
CREATE INDEX "delivery_queue_catch_up_index" ON "delivery_queue" USING btree ("catch_up_id") WHERE "delivery_queue"."catch_up_id" is not null;
UPDATE "delivery_queue" q SET "catch_up_id" = d."catch_up_id"
FROM "deliveries" d, "webhook_catch_ups" c
WHERE d."workspace_id" = q."workspace_id" AND d."id" = q."delivery_id"
  AND c."workspace_id" = d."workspace_id" AND c."id" = d."catch_up_id" AND c."finished_at" IS NULL;
UPDATE "webhook_catch_ups" c
SET "queued" = n."queued", "delivered" = n."delivered", "failed" = n."failed", "skipped" = n."skipped"
FROM (
  SELECT "workspace_id", "catch_up_id", count(*) AS "queued", count(*) FILTER (WHERE "status" = 'succeeded') AS "delivered",
    count(*) FILTER (WHERE "status" = 'failed') AS "failed", count(*) FILTER (WHERE "status" = 'skipped') AS "skipped"
  FROM "deliveries" WHERE "catch_up_id" IS NOT NULL GROUP BY 1, 2
) n
WHERE c."workspace_id" = n."workspace_id" AND c."id" = n."catch_up_id";
-- A claim may update every row of a page. At 60, 40 % of these updates needed another page, and new index entries.
ALTER TABLE "delivery_queue" SET (fillfactor = 45);
ALTER TABLE "webhook_endpoints" ADD COLUMN "target_host" text GENERATED ALWAYS AS (lower(rtrim(split_part(split_part(translate(url, '?#', '//'), '/', 3),
        case when split_part(translate(url, '?#', '//'), '/', 3) like '[%' then ']' else ':' end, 1), '.'))) STORED;
CREATE TABLE "mail_sending_limits" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"scope" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"limited_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_limits_scope_id_cause_pk" PRIMARY KEY("scope_id","cause")
);

CREATE TABLE "mail_sending_minutes" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"recipients" integer NOT NULL,
	CONSTRAINT "mail_sending_minutes_scope_id_cause_minute_pk" PRIMARY KEY("scope_id","cause","minute")
);

CREATE INDEX "mail_sending_limits_limited_at_index" ON "mail_sending_limits" USING btree ("limited_at");
CREATE INDEX "mail_sending_minutes_minute_index" ON "mail_sending_minutes" USING btree ("minute");
-- Forwards name their source, an alias or an account, which a forwarded copy carries to its way out.
CREATE OR REPLACE VIEW "mail_host"."forwards" AS
  SELECT "forward"."mail_domain_id", "forward"."source", "forward"."target", "domain"."name" AS "domain",
    "forward"."source_id"
  FROM (
    SELECT "alias"."mail_domain_id", "alias"."from_address" AS "source", "target"."address" AS "target",
      "alias"."id" AS "source_id"
    FROM "public"."mail_aliases" AS "alias" JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
    UNION ALL
    SELECT "mail_domain_id", "address", "forward_to", "id" FROM "mail_host"."current_accounts"
    WHERE "forward_to" IS NOT NULL AND "active" AND "may_receive"
  ) AS "forward"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "forward"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE (EXISTS (
      SELECT FROM "mail_host"."current_domains" AS "inside"
      WHERE "inside"."workspace_id" = "domain"."workspace_id" AND "inside"."name" = split_part("forward"."target", '@', 2)
    ) OR EXISTS (
      SELECT FROM "public"."mail_forward_targets" AS "confirmed"
      WHERE "confirmed"."mail_domain_id" = "forward"."mail_domain_id" AND "confirmed"."address" = "forward"."target"
        AND "confirmed"."confirmed_at" IS NOT NULL
    )) AND NOT EXISTS (
      SELECT FROM "public"."mail_paused_forwards" AS "paused"
      WHERE "paused"."mail_domain_id" = "forward"."mail_domain_id" AND "paused"."source" = "forward"."source"
        AND "paused"."target" = "forward"."target"
    );

-- For mail to the owners, the source is the mail domain.
CREATE OR REPLACE VIEW "mail_host"."owner_addresses" AS
  SELECT "role"."local_part" || '@' || "domain"."name" AS "source", "owner"."email" AS "target", "domain"."name" AS "domain",
    "domain"."id" AS "source_id"
  FROM "mail_host"."current_domains" AS "domain"
  CROSS JOIN (VALUES ('postmaster'), ('abuse')) AS "role" ("local_part")
  JOIN "public"."members" AS "member" ON "member"."workspace_id" = "domain"."workspace_id" AND "member"."role" = 'owner'
  JOIN "public"."users" AS "owner" ON "owner"."id" = "member"."user_id"
  WHERE "domain"."state" = 'active' AND lower(split_part("owner"."email", '@', 2)) <> "domain"."name"
    AND NOT EXISTS (SELECT FROM "public"."mail_accounts" WHERE "mail_domain_id" = "domain"."id"
      AND "deleted_at" IS NULL AND "full_address" = "role"."local_part" || '@' || "domain"."name")
    AND NOT EXISTS (SELECT FROM "public"."mail_aliases" WHERE "mail_domain_id" = "domain"."id"
      AND "from_address" = "role"."local_part" || '@' || "domain"."name");

CREATE OR REPLACE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target", "domain", "source_id"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address", "domain", "id" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target", "domain", "source_id" FROM "mail_host"."owner_addresses"
  UNION ALL
  SELECT "address", "address", "domain", NULL::uuid FROM "mail_host"."waiting_aliases";

-- The rows of the view "aliases" for an address, or for "@example.com". Most addresses are accounts: one small query.
CREATE FUNCTION "mail_host"."find_targets"("wanted" text) RETURNS TABLE ("target" text, "source_id" uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  has_alias boolean := EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted_source);
  account record;
BEGIN
  SELECT found.id, found.forward_to IS NOT NULL AS is_forwarding INTO account FROM mail_host.current_accounts AS found
    WHERE found.address = wanted;
  IF FOUND AND NOT account.is_forwarding AND NOT has_alias THEN
    target := wanted;
    source_id := account.id;
    RETURN NEXT;
  ELSIF account.id IS NOT NULL OR has_alias OR wanted LIKE 'postmaster@%' OR wanted LIKE 'abuse@%' THEN
    RETURN QUERY SELECT alias.target, alias.source_id FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
  END IF;
END $$;

-- The same as Postfix does it: the address, then without its extension, then the catch-all.
CREATE FUNCTION "mail_host"."find_next"("wanted" text) RETURNS TABLE ("target" text, "source_id" uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  tried text;
BEGIN
  FOREACH tried IN ARRAY ARRAY[wanted, regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@'), '@' || split_part(wanted, '@', 2)] LOOP
    RETURN QUERY SELECT found.target, found.source_id FROM mail_host.find_targets(tried) AS found;
    IF FOUND THEN
      RETURN;
    END IF;
  END LOOP;
END $$;

-- Where mail to an address ends: mailboxes, addresses outside, and addresses that don't exist. `source_id` is what led there.
CREATE FUNCTION "mail_host"."find_ends"("wanted" text) RETURNS TABLE ("address" text, "source_id" uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE way (address, source_id) AS (
    SELECT wanted, NULL::uuid
    UNION
    SELECT found.target, found.source_id FROM way, LATERAL mail_host.find_next(way.address) AS found
    WHERE found.target <> way.address
  )
  SELECT DISTINCT way.address, way.source_id FROM way
  WHERE NOT EXISTS (SELECT FROM mail_host.find_next(way.address) AS found WHERE found.target <> way.address)
    OR EXISTS (SELECT FROM mail_host.find_next(way.address) AS found WHERE found.target = way.address)
$$;

CREATE FUNCTION "mail_host"."is_outside"("address" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM mail_host.current_domains AS inside WHERE inside.name = regexp_replace(address, '^.*@', ''))
$$;

-- A copy for an address outside leaves by the forwarding hop, which needs to know its source.
CREATE FUNCTION "mail_host"."forward_address"("target" text, "source_id" uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(target, '@', '=') || '@' || replace(source_id::text, '-', '') || '.forward.internal'
$$;

-- The reply (access(5)) to mail for one address at which mail ends. Mail of an unknown size has one byte.
CREATE FUNCTION "mail_host"."reply_of_end"("wanted" text, "size_bytes" bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_domain text := split_part(wanted, '@', 2);
  mailbox record;
  found_reply text;
BEGIN
  SELECT user_row.receives, user_row.used_bytes + greatest(1, size_bytes) > user_row.quota_bytes AS is_full INTO mailbox
    FROM mail_host.users AS user_row WHERE user_row.address = wanted;
  IF FOUND AND mailbox.receives THEN
    RETURN CASE WHEN mailbox.is_full THEN '552 5.2.2 This mailbox is full' ELSE 'OK' END;
  END IF;
  SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
    WHERE reply.recipient IN (wanted, wanted_domain) AND reply.domain = wanted_domain;
  IF FOUND THEN
    RETURN found_reply;
  END IF;
  RETURN CASE WHEN mail_host.is_outside(wanted) THEN 'OK' ELSE '550 5.1.1 There is no mailbox with this address' END;
END $$;

-- The best reply of all ends of an address, and null if it leads nowhere: what one of them accepts is accepted.
CREATE FUNCTION "mail_host"."reply_of_ends"("wanted" text, "size_bytes" bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT reply FROM mail_host.find_ends(wanted) AS ending,
    LATERAL (SELECT mail_host.reply_of_end(ending.address, size_bytes) AS reply) AS asked
  WHERE ending.address <> wanted OR EXISTS (SELECT FROM mail_host.find_next(wanted))
  ORDER BY CASE left(reply, 2) WHEN 'OK' THEN 1 WHEN '45' THEN 2 ELSE 3 END, reply DESC LIMIT 1
$$;

-- Postfix's virtual aliases. Targets that receive nothing are left out, since their bounce would go to any sender.
CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT CASE
      WHEN found.target <> wanted AND found.source_id IS NOT NULL AND mail_host.is_outside(found.target)
        THEN mail_host.forward_address(found.target, found.source_id)
      ELSE found.target END
    FROM mail_host.find_targets(wanted) AS found
    WHERE found.target = wanted OR mail_host.reply_of_ends(found.target, 1) !~ '^550' OR mail_host.is_outside(found.target);
END $$;

DROP FUNCTION "mail_host"."check_other_recipient"(text, bigint);

DROP FUNCTION "mail_host"."reply_of_targets"(text, bigint);

CREATE FUNCTION "mail_host"."workspace_recipients_per_hour"() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (value #>> '{}')::integer FROM public.installation WHERE key = 'sending_limit_per_workspace'), 5000)
$$;

-- Counts a recipient for each pair of a source (account or alias) and its mail domain: for the source, the domain and the
-- workspace. Returns the scope whose limit that would exceed, after which nothing was counted; otherwise nothing.
CREATE FUNCTION "mail_host"."count_sending"("given_cause" text, "source_ids" uuid[], "mail_domain_ids" uuid[])
RETURNS TABLE ("scope" text, "hourly_limit" integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  this_minute timestamptz := date_trunc('minute', now());
  counted record;
BEGIN
  BEGIN
    -- In one order, so that two of these calls never wait for each other.
    FOR counted IN
      SELECT limits.scope_id, limits.scope, max(limits.hourly_limit) AS hourly_limit, count(*)::integer AS recipients,
        min(domain.workspace_id::text)::uuid AS workspace_id, min(domain.id::text)::uuid AS mail_domain_id
      FROM unnest(source_ids, mail_domain_ids) AS given (source_id, mail_domain_id)
      JOIN public.mail_domains AS domain ON domain.id = given.mail_domain_id,
        LATERAL (VALUES
          (given.source_id, 'source', mail_host.recipients_per_hour(domain.plan_slug)),
          (domain.id, 'domain', mail_host.recipients_per_hour(domain.plan_slug) * domain.max_accounts),
          (domain.workspace_id, 'workspace', mail_host.workspace_recipients_per_hour())
        ) AS limits (scope_id, scope, hourly_limit)
      -- Mail to the owners comes from the domain itself.
      WHERE limits.scope <> 'source' OR limits.scope_id <> domain.id
      GROUP BY limits.scope_id, limits.scope ORDER BY limits.scope_id, limits.scope
    LOOP
      INSERT INTO public.mail_sending_minutes AS minutes (scope_id, cause, minute, recipients)
      VALUES (counted.scope_id, given_cause, this_minute, counted.recipients)
      ON CONFLICT (scope_id, cause, minute) DO UPDATE SET recipients = minutes.recipients + excluded.recipients;
      IF counted.hourly_limit < (SELECT sum(minutes.recipients) FROM public.mail_sending_minutes AS minutes
          WHERE minutes.scope_id = counted.scope_id AND minutes.cause = given_cause
            AND minutes.minute >= this_minute - interval '60 minutes') THEN
        RAISE EXCEPTION 'over the sending limit' USING ERRCODE = 'ZP001';
      END IF;
    END LOOP;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'ZP001' THEN
    NULL;
  END;
  INSERT INTO public.mail_sending_limits AS limits (scope_id, cause, scope, workspace_id, mail_domain_id, limited_at)
  VALUES (counted.scope_id, given_cause, counted.scope, counted.workspace_id, counted.mail_domain_id, now())
  ON CONFLICT (scope_id, cause) DO UPDATE SET limited_at = excluded.limited_at;
  scope := counted.scope;
  hourly_limit := counted.hourly_limit;
  RETURN NEXT;
END $$;

-- Counts one recipient of a signed-in sender and returns the reply for access(5).
CREATE OR REPLACE FUNCTION "mail_host"."count_recipient"("login" text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sender record;
  reached record;
BEGIN
  SELECT account.id, account.mail_domain_id INTO sender FROM mail_host.current_accounts AS account
  WHERE account.address = lower(login) AND account.active AND account.may_send AND account.state = 'active';
  IF NOT FOUND THEN
    RETURN '554 5.7.1 This account may not send';
  END IF;
  SELECT * INTO reached FROM mail_host.count_sending('own', ARRAY[sender.id], ARRAY[sender.mail_domain_id]);
  IF FOUND THEN
    RETURN format('450 4.7.1 This %s has reached its limit of %s recipients per hour',
      CASE reached.scope WHEN 'source' THEN 'account' ELSE reached.scope END, reached.hourly_limit);
  END IF;
  RETURN 'DUNNO';
END $$;

-- Counts the copies of mail for an address that leave for other hosts.
CREATE FUNCTION "mail_host"."count_forwards"("wanted" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  sources record;
BEGIN
  SELECT array_agg(ending.source_id) AS ids, array_agg(coalesce(alias.mail_domain_id, account.mail_domain_id, ending.source_id)) AS domain_ids
    INTO sources
    FROM mail_host.find_ends(wanted) AS ending
    LEFT JOIN public.mail_aliases AS alias ON alias.id = ending.source_id
    LEFT JOIN public.mail_accounts AS account ON account.id = ending.source_id
    WHERE ending.source_id IS NOT NULL AND ending.address <> wanted AND mail_host.is_outside(ending.address);
  IF sources.ids IS NOT NULL AND EXISTS (SELECT FROM mail_host.count_sending('strangers', sources.ids, sources.domain_ids)) THEN
    RETURN '450 4.7.1 Forwarding from this address has reached its limit, try again later';
  END IF;
  RETURN 'OK';
END $$;

-- The reply to a recipient: OK for one of a hosted domain that is accepted, DUNNO for one of another domain.
CREATE FUNCTION "mail_host"."reply_to_recipient"("given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  is_full boolean;
  found_reply text;
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF FOUND THEN
    RETURN CASE WHEN is_full THEN '552 5.2.2 This mailbox is full' ELSE 'OK' END;
  END IF;
  -- An address of this machine in numbers would be queued, and bounce later.
  IF wanted_domain ~ '^[\[0-9.]+(\]|$)|^\[' THEN
    RETURN '550 5.1.2 Write the domain''s name instead of its address';
  END IF;
  -- The names of the hops inside the host.
  IF wanted_domain LIKE '%.internal' THEN
    RETURN '550 5.1.2 There is no such domain';
  END IF;
  IF NOT EXISTS (SELECT FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain) THEN
    RETURN 'DUNNO';
  END IF;
  SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
    WHERE reply.recipient IN (wanted, wanted_domain) AND reply.domain = wanted_domain;
  IF FOUND THEN
    RETURN found_reply;
  END IF;
  found_reply := mail_host.reply_of_ends(wanted, size_bytes);
  IF found_reply IS NOT NULL THEN
    RETURN found_reply;
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias JOIN mail_host.current_domains AS domain ON domain.id = alias.mail_domain_id
      WHERE domain.name = wanted_domain AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address is on hold';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;

-- The same, and counts the recipient: of the login, which is empty for mail from other hosts, and of what forwards it.
CREATE OR REPLACE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  reply text := mail_host.reply_to_recipient(given, size_bytes);
  counted text;
BEGIN
  IF reply = 'OK' AND NOT EXISTS (SELECT FROM mail_host.current_accounts AS account
      WHERE account.address = wanted AND account.forward_to IS NULL) THEN
    reply := mail_host.count_forwards(wanted);
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;

-- Whether mail of these recipients only leaves through aliases, so that no mailbox can keep it.
CREATE FUNCTION "mail_host"."leads_only_outside"("recipients" text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(bool_and(ending.source_id IS NOT NULL AND mail_host.is_outside(ending.address)
    AND NOT EXISTS (SELECT FROM public.mail_accounts AS account WHERE account.id = ending.source_id)), false)
  FROM unnest(recipients) AS given (recipient), LATERAL mail_host.find_ends(lower(given.recipient)) AS ending
$$;

-- Whether an account may forward there by a rule of its own: inside the workspace, or after a confirmation.
CREATE FUNCTION "mail_host"."may_forward"("account_id" uuid, "target" text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM mail_host.current_accounts AS account
    WHERE account.id = account_id AND account.active AND account.state = 'active' AND (EXISTS (
        SELECT FROM mail_host.current_domains AS inside
        WHERE inside.workspace_id = account.workspace_id AND inside.name = split_part(lower(target), '@', 2)
      ) OR EXISTS (
        SELECT FROM public.mail_forward_targets AS confirmed
        WHERE confirmed.mail_domain_id = account.mail_domain_id AND confirmed.address = lower(target)
          AND confirmed.confirmed_at IS NOT NULL
      ))
  )
$$;

-- The alias, account or mail domain whose mail is forwarded. Without a row, it is gone, and nothing is forwarded any more.
CREATE FUNCTION "mail_host"."find_forward_source"("wanted_id" uuid, "target" text)
RETURNS TABLE ("address" text, "domain" text, "is_account" boolean, "keeps_copy" boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT forward.source, forward.domain, account.id IS NOT NULL, coalesce(account.keep_copy, false)
  FROM mail_host.forwards AS forward LEFT JOIN mail_host.current_accounts AS account ON account.id = forward.source_id
  WHERE forward.source_id = wanted_id AND forward.target = find_forward_source.target
  UNION ALL
  SELECT account.address, account.domain, true, true FROM mail_host.current_accounts AS account
  WHERE account.id = wanted_id AND account.active AND account.state = 'active' AND account.forward_to IS DISTINCT FROM find_forward_source.target
    AND mail_host.may_forward(account.id, find_forward_source.target)
  UNION ALL
  SELECT 'postmaster@' || owner.domain, owner.domain, false, false FROM mail_host.owner_addresses AS owner
  WHERE owner.source_id = wanted_id AND owner.target = find_forward_source.target
  LIMIT 1
$$;

-- What a mailbox's Sieve script sends: an automatic reply or a redirected message. Refused for good, it stays in the mailbox.
CREATE FUNCTION "mail_host"."check_sieve_message"("given_account_id" uuid, "is_redirect" boolean, "target" text, "addresses" text[])
RETURNS TABLE ("reply" text, "login" text, "recipient" text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account record;
  leaves boolean := mail_host.is_outside(lower(target));
BEGIN
  recipient := target;
  SELECT found.id, found.address, found.mail_domain_id, found.may_send INTO account FROM mail_host.current_accounts AS found
    WHERE found.id = given_account_id AND found.active AND found.state = 'active';
  login := account.address;
  IF account.id IS NULL THEN
    reply := 'This mailbox is disabled';
  ELSIF is_redirect AND (target !~ '^[^@"\s]+@[^@"\s=]+$' OR NOT mail_host.may_forward(account.id, target)) THEN
    reply := format('%s has not confirmed that it accepts forwarded mail', target);
  ELSIF NOT is_redirect AND NOT account.may_send THEN
    reply := 'This account may not send';
  ELSIF NOT is_redirect AND EXISTS (SELECT FROM unnest(addresses) AS given (address) WHERE NOT EXISTS (
      SELECT FROM mail_host.senders AS sender WHERE sender.login = account.address
        AND sender.domain = split_part(given.address, '@', 2)
        AND sender.address IN (given.address, regexp_replace(given.address, '^([^+@]+)\+[^@]*@', '\1@')))) THEN
    reply := 'The From header has an address that isn''t yours';
  ELSIF (leaves OR NOT is_redirect)
      AND EXISTS (SELECT FROM mail_host.count_sending('strangers', ARRAY[account.id], ARRAY[account.mail_domain_id])) THEN
    reply := 'Forwarded mail and automatic replies have reached their limit';
  ELSE
    reply := 'OK';
    IF is_redirect AND leaves THEN
      recipient := mail_host.forward_address(lower(target), account.id);
    END IF;
  END IF;
  RETURN NEXT;
END $$;

CREATE FUNCTION "mail_host"."find_account_address"("account_id" uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.address FROM mail_host.current_accounts AS account WHERE account.id = account_id
$$;

-- A message that was accepted is delivered, also to a mailbox that was suspended meanwhile, or was returned by the target of
-- its forwarding.
CREATE OR REPLACE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "account_id" uuid, "quota_bytes" bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_address text := regexp_replace(wanted, '\.returned\.internal$', '');
BEGIN
  RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
    WHERE found.address = wanted_address;
  -- Mail to info+shop@ belongs to info@, unless the longer address has an account.
  IF NOT FOUND AND wanted_address LIKE '%+%@%' THEN
    RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
      WHERE found.address = split_part(wanted_address, '+', 1) || '@' || split_part(wanted_address, '@', 2)
        AND NOT EXISTS (SELECT FROM mail_host.mailboxes AS longer WHERE longer.address = wanted_address);
  END IF;
END $$;

REVOKE ALL ON FUNCTION "mail_host"."find_targets"(text), "mail_host"."find_next"(text), "mail_host"."find_ends"(text),
  "mail_host"."is_outside"(text), "mail_host"."reply_of_end"(text, bigint), "mail_host"."reply_of_ends"(text, bigint),
  "mail_host"."workspace_recipients_per_hour"(), "mail_host"."count_sending"(text, uuid[], uuid[]),
  "mail_host"."count_forwards"(text), "mail_host"."reply_to_recipient"(text, bigint), "mail_host"."leads_only_outside"(text[]),
  "mail_host"."find_forward_source"(uuid, text), "mail_host"."may_forward"(uuid, text), "mail_host"."find_account_address"(uuid),
  "mail_host"."check_sieve_message"(uuid, boolean, text, text[]) FROM PUBLIC;
CREATE TABLE "mail_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"process" text NOT NULL,
	"account_id" uuid NOT NULL,
	"protocol" text NOT NULL,
	"ip_address" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"program" text,
	"app_password_id" uuid,
	"password_version" integer,
	"session_version" integer
);

ALTER TABLE "mail_accounts" ADD COLUMN "password_version" integer DEFAULT 0 NOT NULL;
ALTER TABLE "mail_accounts" ADD COLUMN "session_version" integer DEFAULT 0 NOT NULL;
ALTER TABLE "mail_accounts" ADD COLUMN "sign_ins_void_before" timestamp (3) with time zone;
ALTER TABLE "mail_hosts" ADD COLUMN "connections_reported_at" timestamp (3) with time zone;
ALTER TABLE "mail_connections" ADD CONSTRAINT "mail_connections_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "mail_connections_process_key" ON "mail_connections" USING btree ("host","process");
CREATE INDEX "mail_connections_account_index" ON "mail_connections" USING btree ("account_id");
-- What a session signed in with: the account, how often its sessions were ended, and a version of its password or an app
-- password. Dovecot logs it, so that the agents can end the sessions whose right is gone.
CREATE OR REPLACE VIEW "mail_host"."logins" AS
  SELECT "current"."address", "current"."password", "current"."may_send", "current"."domain",
    "account"."id" || ':' || "account"."session_version" || ':p' || "account"."password_version" AS "sign_in_right"
  FROM "mail_host"."current_accounts" AS "current"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';

CREATE OR REPLACE VIEW "mail_host"."app_passwords" AS
  SELECT "current"."address", "app"."hint", "app"."password_hash" AS "password", "current"."may_send", "current"."domain",
    "app"."id",
    "account"."id" || ':' || "account"."session_version" || ':a' || "app"."id" AS "sign_in_right"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "current" ON "current"."id" = "app"."account_id"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';

DROP FUNCTION "mail_host"."find_login"(text, text);

CREATE FUNCTION "mail_host"."find_login"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT login.address, login.password, login.sign_in_right FROM mail_host.logins AS login
    WHERE login.address = wanted AND login.domain = split_part(wanted, '@', 2)
      AND (login.may_send OR service NOT IN ('smtp', 'submission'));
END $$;

DROP FUNCTION "mail_host"."find_app_password"(text, text, text);

CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "app_password" uuid, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password, app.id, app.sign_in_right FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service NOT IN ('smtp', 'submission'));
END $$;

-- For the agents, which know their sessions by these rows after a restart.
CREATE VIEW "mail_host"."connections" AS SELECT "host", "process" FROM "public"."mail_connections";

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

REVOKE ALL ON FUNCTION "mail_host"."find_void_connections"(text), "mail_host"."report_connections"(text, jsonb, jsonb)
  FROM PUBLIC;
CREATE TABLE "mail_sieve_findings" (
	"account_id" uuid NOT NULL,
	"script_hash" text NOT NULL,
	"script_name" text NOT NULL,
	"findings" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sieve_findings_account_id_script_hash_pk" PRIMARY KEY("account_id","script_hash")
);

ALTER TABLE "mail_sieve_findings" ADD CONSTRAINT "mail_sieve_findings_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "mail_sieve_findings_untold_index" ON "mail_sieve_findings" USING btree ("found_at") WHERE "mail_sieve_findings"."told_at" is null;
-- The account that a sign-in with this name reaches.
CREATE FUNCTION "mail_host"."find_sieve_account"("login" text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.id FROM mail_host.find_login(login, 'sieve') AS found
  JOIN mail_host.current_accounts AS account ON account.address = found."user"
$$;

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

-- The agents report scripts that they have changed. A script that is looked at again is one report.
CREATE FUNCTION "mail_host"."store_sieve_findings"("account_id" uuid, "script_hash" text, "script_name" text, "findings" jsonb)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_sieve_findings (account_id, script_hash, script_name, findings, found_at)
  SELECT account.id, store_sieve_findings.script_hash, store_sieve_findings.script_name, store_sieve_findings.findings, now()
  FROM public.mail_accounts AS account WHERE account.id = store_sieve_findings.account_id
  ON CONFLICT ON CONSTRAINT mail_sieve_findings_account_id_script_hash_pk DO NOTHING
$$;

REVOKE ALL ON FUNCTION "mail_host"."find_sieve_account"(text),
  "mail_host"."sieve_addresses"(uuid), "mail_host"."store_sieve_findings"(uuid, text, text, jsonb) FROM PUBLIC;
ALTER TABLE "mail_events" ADD COLUMN "tls" text;
CREATE INDEX "mail_events_message_index" ON "mail_events" USING btree ("mail_domain_id","message_id","id");
-- As before, with the encryption of the connection, which an agent of the previous version leaves out.
CREATE OR REPLACE FUNCTION "mail_host"."store_log_events"("host_name" text, "events" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (
    SELECT event.* FROM jsonb_to_recordset(events) AS event ("id" uuid, "workspaceId" uuid, "mailDomainId" uuid,
      "queueId" text, "messageId" text, "kind" text, "sender" text, "recipient" text, "originalRecipient" text,
      "sizeBytes" bigint, "relay" text, "detail" text, "tls" text, "occurredAt" timestamptz, "countsFor" text, "direction" text)
    JOIN public.mail_domains AS domain ON domain.id = event."mailDomainId" AND domain.workspace_id = event."workspaceId"
  ), stored AS (
    INSERT INTO public.mail_events (id, workspace_id, mail_domain_id, host, queue_id, message_id, kind, sender, recipient,
      original_recipient, size_bytes, relay, detail, tls, occurred_at)
    SELECT "id", "workspaceId", "mailDomainId", host_name, "queueId", "messageId", "kind", "sender", "recipient",
      "originalRecipient", "sizeBytes", "relay", "detail", "tls", "occurredAt"
    FROM given
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO public.mail_usage_days AS usage (mail_domain_id, account_id, day, messages_in, messages_out)
  SELECT account.mail_domain_id, account.id, (given."occurredAt" AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE given."direction" = 'in'), count(*) FILTER (WHERE given."direction" = 'out')
  FROM stored
  JOIN given ON given."id" = stored.id
  JOIN public.mail_accounts AS account
    ON account.full_address = given."countsFor" AND account.mail_domain_id = given."mailDomainId"
  GROUP BY 1, 2, 3
  ON CONFLICT (account_id, day) DO UPDATE SET
    messages_in = usage.messages_in + excluded.messages_in,
    messages_out = usage.messages_out + excluded.messages_out
$$;
-- The form in which domains are stored: A-labels (RFC 5891). People also type the letters of their language, in any case,
-- composed or not. What can't be converted stays as it is, and is no domain of ours.
CREATE FUNCTION "mail_host"."ascii_domain"("typed" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  label text;
  labels text[] := '{}';
  encoded text;
  points int[];
  point int;
  smallest int;
  bias int;
  delta int;
  handled int;
  basic int;
  digit int;
  threshold int;
  rest int;
  step int;
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
BEGIN
  IF octet_length(typed) = char_length(typed) OR char_length(typed) > 253 THEN
    RETURN lower(typed);
  END IF;
  FOREACH label IN ARRAY string_to_array(
    translate(normalize(lower(typed COLLATE "pg_c_utf8"), NFKC), U&'\3002', '.'), '.') LOOP
    IF octet_length(label) = char_length(label) OR char_length(label) > 63 THEN
      labels := labels || label;
      CONTINUE;
    END IF;
    -- Punycode (RFC 3492, section 6.3).
    points := ARRAY(SELECT ascii(letter) FROM string_to_table(label, NULL) WITH ORDINALITY AS given (letter, place) ORDER BY place);
    encoded := coalesce((SELECT string_agg(letter, '' ORDER BY place) FROM string_to_table(label, NULL)
      WITH ORDINALITY AS given (letter, place) WHERE ascii(letter) < 128), '');
    basic := char_length(encoded);
    handled := basic;
    IF basic > 0 THEN
      encoded := encoded || '-';
    END IF;
    smallest := 128;
    delta := 0;
    bias := 72;
    WHILE handled < cardinality(points) LOOP
      point := (SELECT min(each) FROM unnest(points) AS each WHERE each >= smallest);
      delta := delta + (point - smallest) * (handled + 1);
      smallest := point;
      FOREACH point IN ARRAY points LOOP
        IF point < smallest THEN
          delta := delta + 1;
        ELSIF point = smallest THEN
          rest := delta;
          step := 36;
          LOOP
            threshold := least(26, greatest(1, step - bias));
            EXIT WHEN rest < threshold;
            digit := threshold + (rest - threshold) % (36 - threshold);
            encoded := encoded || substr(digits, digit + 1, 1);
            rest := (rest - threshold) / (36 - threshold);
            step := step + 36;
          END LOOP;
          encoded := encoded || substr(digits, rest + 1, 1);
          -- The bias for the next letter (RFC 3492, section 6.1).
          rest := CASE WHEN handled = basic THEN delta / 700 ELSE delta / 2 END;
          rest := rest + rest / (handled + 1);
          bias := 0;
          WHILE rest > 455 LOOP
            rest := rest / 35;
            bias := bias + 36;
          END LOOP;
          bias := bias + 36 * rest / (rest + 38);
          delta := 0;
          handled := handled + 1;
        END IF;
      END LOOP;
      delta := delta + 1;
      smallest := smallest + 1;
    END LOOP;
    labels := labels || ('xn--' || encoded);
  END LOOP;
  RETURN array_to_string(labels, '.');
END $$;

-- The same for an address, and for `@example.com`, which Postfix looks up for a catch-all. The local part stays as it is.
CREATE FUNCTION "mail_host"."ascii_address"("typed" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(typed) = char_length(typed) THEN typed
    ELSE regexp_replace(typed, '[^@]*$', '') || mail_host.ascii_domain(substring(typed FROM '[^@]*$')) END
$$;

-- Postfix before 3.9 asks in UTF-8, and says that it is Latin-1. Of later ones, the text stays as it is.
CREATE FUNCTION "mail_host"."postfix_text"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) = char_length(given) THEN
    RETURN given;
  END IF;
  RETURN convert_from(convert_to(given, 'LATIN1'), 'UTF8');
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
  RETURN given;
END $$;
ALTER TABLE "mail_account_use" ADD COLUMN "warned_percent" integer DEFAULT 0 NOT NULL;
ALTER TABLE "mail_hosts" ADD COLUMN "secret_key_ids" text[];
ALTER TABLE "mail_domains" ADD COLUMN "storage_warned_percent" integer DEFAULT 0 NOT NULL;
ALTER TABLE "verifications" ADD COLUMN "browser_hash" text;
ALTER TABLE "verifications" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_browser_hash_unique" UNIQUE("browser_hash");
ALTER TABLE "order_lines" ADD COLUMN "thing" text;
ALTER TABLE "order_lines" ADD COLUMN "held_name" text;
ALTER TABLE "orders" ADD COLUMN "paying_until" timestamp (3) with time zone;
ALTER TABLE "orders" ADD COLUMN "replaced_orders" jsonb;
ALTER TABLE "payments" ADD COLUMN "late_charge_at" timestamp (3) with time zone;
-- Lines that are open now hold their things too. Of several for the same one, the paid one does, or else the newest.
UPDATE "order_lines" SET "thing" = "holding"."thing" FROM (
  SELECT DISTINCT ON ("named"."workspace_id", "named"."thing") "named"."id", "named"."thing" FROM (
    SELECT "order_lines"."id", "order_lines"."workspace_id", "orders"."state",
      CASE "order_lines"."kind"
        WHEN 'renewal' THEN 'renewal:' || "domain_name" || ':' ||
          to_char(("input" ->> 'currentExpiresAt')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        WHEN 'mail_plan' THEN 'mail_plan:' || "domain_name"
        ELSE 'name:' || "domain_name"
      END AS "thing"
    FROM "order_lines" JOIN "orders" ON "orders"."id" = "order_lines"."order_id"
    WHERE "order_lines"."state" IN ('pending', 'running')
  ) "named"
  ORDER BY "named"."workspace_id", "named"."thing", "named"."state" = 'processing' DESC, "named"."id" DESC
) "holding" WHERE "order_lines"."id" = "holding"."id";
CREATE UNIQUE INDEX "order_lines_thing_key" ON "order_lines" USING btree ("workspace_id","thing") WHERE "order_lines"."state" in ('pending', 'running');
CREATE UNIQUE INDEX "order_lines_held_name_key" ON "order_lines" USING btree ("held_name") WHERE "order_lines"."state" in ('pending', 'running');
CREATE INDEX "payments_late_charge_index" ON "payments" USING btree ("late_charge_at") WHERE "payments"."late_charge_at" is not null;
CREATE TABLE "change_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"target" text NOT NULL,
	"detail" text,
	"actor" jsonb NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "change_notices" ADD CONSTRAINT "change_notices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "change_notices_group_index" ON "change_notices" USING btree ("workspace_id","kind","to_address");
CREATE TABLE "registry_renewals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"renewed_from" timestamp (3) with time zone NOT NULL,
	"cost_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"outcome" text,
	"order_line_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "payment_disputes" ADD COLUMN "lost_tax_cents" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "registry_renewals" ADD CONSTRAINT "registry_renewals_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "registry_renewals_term_key" ON "registry_renewals" USING btree ("domain_id","renewed_from");
CREATE TABLE "order_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "orders" ADD COLUMN "retried_at" timestamp (3) with time zone;
ALTER TABLE "orders" ADD COLUMN "counted_key_id" uuid;
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "order_emails_subject_key" ON "order_emails" USING btree ("kind","subject_id");
CREATE INDEX "order_emails_due_index" ON "order_emails" USING btree ("due_at");
CREATE INDEX "order_emails_order_index" ON "order_emails" USING btree ("order_id");
CREATE INDEX "orders_counted_key_index" ON "orders" USING btree ("counted_key_id","counted_at") WHERE "orders"."counted_key_id" is not null;
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "payment_disputes" ADD COLUMN "evidence_due_at" timestamp (3) with time zone;
ALTER TABLE "refunds" ADD COLUMN "note" text;
ALTER TABLE "refunds" ADD COLUMN "retry_of_id" uuid;
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "payment_disputes_open_index" ON "payment_disputes" USING btree ("payment_id") WHERE "payment_disputes"."state" = 'open';
CREATE UNIQUE INDEX "refunds_retry_key" ON "refunds" USING btree ("retry_of_id");
CREATE INDEX "refunds_for_operator_index" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" in ('failed', 'waiting');
CREATE INDEX "refunds_undone_index" ON "refunds" USING btree ("workspace_id","created_at") WHERE "refunds"."reason" = 'domain_deleted';
CREATE TABLE "processor_readings" (
	"id" text PRIMARY KEY NOT NULL,
	"complete_until" timestamp (3) with time zone,
	"last_id" text
);

CREATE TABLE "processor_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source_id" text,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "registry_accounts" (
	"registrar" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"opening_cents" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "ledger_entries" ALTER COLUMN "workspace_id" DROP NOT NULL;
ALTER TABLE "payment_reconciliations" ADD COLUMN "unchecked" jsonb DEFAULT '[]'::jsonb NOT NULL;
CREATE INDEX "processor_transactions_source_index" ON "processor_transactions" USING btree ("source_id");
CREATE INDEX "payment_attempts_charge_index" ON "payment_attempts" USING btree ("charge_id");
ALTER TABLE "domains" ADD COLUMN "suspended_at" timestamp (3) with time zone;
ALTER TABLE "domains" ADD COLUMN "suspension_statuses" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "mail_domains" ADD COLUMN "interrupted_paid_until" timestamp (3) with time zone;
ALTER TABLE "order_lines" ADD COLUMN "undone_at" timestamp (3) with time zone;
ALTER TABLE "orders" ADD COLUMN "lost_cents" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "orders" ADD COLUMN "owed_cents" bigint;
ALTER TABLE "orders" ADD COLUMN "owed_tax_cents" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "orders" ADD COLUMN "suspends_at" timestamp (3) with time zone;
ALTER TABLE "orders" ADD COLUMN "suspension_check_at" timestamp (3) with time zone;
CREATE INDEX "orders_suspension_check_index" ON "orders" USING btree ("suspension_check_at");
CREATE INDEX "orders_owed_index" ON "orders" USING btree ("workspace_id") WHERE "orders"."owed_cents" > 0;
ALTER TABLE "order_lines" ADD COLUMN "previous_plan_slug" text;
ALTER TABLE "refunds" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "settled_at" timestamp (3) with time zone;
ALTER TABLE "card_pages" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "inbound_notices" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "payment_attempts" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "payment_customers" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "payment_disputes" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "payment_methods" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "processor_readings" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "processor_transactions" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
ALTER TABLE "refunds" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;
DROP INDEX "card_pages_processor_key";
DROP INDEX "payment_attempts_intent_key";
DROP INDEX "payment_attempts_page_key";
DROP INDEX "payment_customers_processor_key";
DROP INDEX "payment_disputes_processor_key";
DROP INDEX "payment_methods_processor_key";
DROP INDEX "refunds_processor_key";
ALTER TABLE "inbound_notices" DROP CONSTRAINT "inbound_notices_pkey";
ALTER TABLE "payment_customers" DROP CONSTRAINT "payment_customers_pkey";
ALTER TABLE "processor_readings" DROP CONSTRAINT "processor_readings_pkey";
ALTER TABLE "inbound_notices" ADD CONSTRAINT "inbound_notices_id_processor_pk" PRIMARY KEY("id","processor");
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_workspace_id_processor_pk" PRIMARY KEY("workspace_id","processor");
ALTER TABLE "processor_readings" ADD CONSTRAINT "processor_readings_id_processor_pk" PRIMARY KEY("id","processor");
CREATE UNIQUE INDEX "processor_transactions_processor_key" ON "processor_transactions" USING btree ("id","processor");
CREATE UNIQUE INDEX "card_pages_processor_key" ON "card_pages" USING btree ("processor_id","processor");
CREATE UNIQUE INDEX "payment_attempts_intent_key" ON "payment_attempts" USING btree ("intent_id","processor");
CREATE UNIQUE INDEX "payment_attempts_page_key" ON "payment_attempts" USING btree ("page_id","processor");
CREATE UNIQUE INDEX "payment_customers_processor_key" ON "payment_customers" USING btree ("processor_id","processor");
CREATE UNIQUE INDEX "payment_disputes_processor_key" ON "payment_disputes" USING btree ("processor_id","processor");
CREATE UNIQUE INDEX "payment_methods_processor_key" ON "payment_methods" USING btree ("processor_id","processor");
CREATE UNIQUE INDEX "refunds_processor_key" ON "refunds" USING btree ("processor_id","processor");
CREATE SCHEMA drizzle;
CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES
  ('0c6c0f5f45ad6580ee315beeb933e3a50de858329fdde8883212333e45112520', 1795252634449),
  ('6ac7d01f3593a30060882631ea35bca1bc701b900b89b0eb224a07b545d52923', 1795261974107),
  ('efa5e3b2cb78d332160429098fd09ebc7ec43392db7d7154d16951554afd65fb', 1795264302783),
  ('3f4ddc0f627eeb9d5c2eb7441f687664494493158f05caa634239429ae3a8b1c', 1795274205931),
  ('a4fbd8e54c16c9942f4e11c21f769cd545fc3c2f81c64327d1a88e54665dd87a', 1795277861654),
  ('834e4e91c5be6d1cd1359bba0450f10221dfdb363a0b7da580d45cdadca6be60', 1795351322568),
  ('18f66d06a507f389b6557cbc052189ae03f2539d12e877b8fb728e7bacb03a9b', 1795359752319),
  ('b33417b9959f3dda98ae7a9af624116d3ec1b12a762003a168b2d9e56744ccd9', 1795360416363),
  ('8747db4c56bfa1a5ede605046a107e80b86f1917db22fa6ae175708aa4fa4e7e', 1795360945217),
  ('7662adfe63cd1309ea5fafb49d236937923a3ad3c748e5f33b10f85bece39c75', 1795361892770),
  ('5d1607c3b05d419765ee1d58f9ccdd08499a349d5973d37a75b41ff906e0ddd0', 1795364157104),
  ('26fe9a392e35d6e7e3d4776933cf085315c42ccce8c0d4a899ad00dae84d5684', 1795364972939),
  ('7c0515ff5e23d711f0d88edaecb21565d1e5c398118ea31dd5cabb8920b9a01c', 1795373272017),
  ('5fbaec065495e90a538166353c013fcce3bc7a99c223771bc240e0dcc8c232f1', 1795382302991),
  ('2b06c5e6a009a9de8de89d19050abc2aee3461daac051345a53fd76322597baf', 1795382303673),
  ('0ee49c3239272f2da9807c6973c6a7e99251b303d351ca15baa8842b5e697504', 1795383136900),
  ('4519b41117765e6f82b21ba0e6c35631fe716b5be71fb29a2684ef37e2f8365c', 1795384218558),
  ('8120fe7ac44b7c04956e7b2bca68935c840ef575936d19cf121f30c9be6ddbb9', 1795387155979),
  ('6a62ca281ad96f4948c5d72d724056af6edc2d0f854eb4ac2082e1daac68d169', 1795387295856),
  ('81a1e9cf47af901a1e07e91b2f4bb671ed9c1723df06060f3392d3f67ea809bf', 1795394586026),
  ('aa6701538440eeba0d66569b87e3d9f777e052f36c28987d0880f9368877433c', 1795395154139),
  ('7a55f2ebbd654c633e9b8430c215d7bdc066244d98302b1bb2c5cb271566ce16', 1795396514546),
  ('74e82e9704921fbdf7b248144b0a2037ba1d2b173910a6f717406037e82360ea', 1795397087253),
  ('38780edcc563ef226a84bdcc7d035c5edff51cb90e09ef6fbb52a15e8063c886', 1795398365188),
  ('5fcae4b4855368c85860251d0c2168045f901e463bdf06772518d3cdf81b7c27', 1795398869849),
  ('b1351c6409353b28f93b8f906131d29ec74da2b9a2aba33f05e7ca7a65319794', 1795400809192),
  ('a2d7cc055c2e579f66a1da2adec76345d23971a1c5ea301223bee4d3354df2f1', 1795404918632),
  ('c5275df3208d3a09723716c878f34949e81814ed52ebd478759ec3f7445fa221', 1795404919433),
  ('eb617eb08f933ff38242aea4aba12e44b719943358c5dbf06566c71e843a14ea', 1795404920166),
  ('af043bb54741ab71c032911ebd4e3f2bb82bbdea6f3292f03636603988abf2ea', 1795405095703),
  ('598b0a6c2728bb10468f0a52bdf72dca96d240ba1337b4891dda862aad6bfc87', 1795406351518),
  ('51e6a629111a2c966c6a67745624fb11cc4ea9fb080ca2f09ead0d6b9e21ce19', 1795406963601),
  ('de21981c16767c628e996f48cba5ff2bd317983b0a445ec7b9dbbb178fb72cc8', 1795407346344),
  ('9ffb668e059e7c7399dc41be84f31db9c8cdebc2221d0eeffde16929ea3601b9', 1795407605320),
  ('d383d2b42ced02b9236572f3eea55d2975906feece4b0b5278269eb10b375f9a', 1795407606320),
  ('810936a83e72c38cb20812890d47402d60b36a646ccc3484c8f7693daf38a0e5', 1795408232026),
  ('d8db15b01f191d4eed93bbd4485fd3ef67b76247ba6bec3733fb7e4512f4f591', 1795409786269),
  ('0fdf97b3cb4756401c3d27c6d29f3b09ee3069dd3624464cf2960df50fb3482e', 1795410389934),
  ('46eede1c24e81081f4532ef9e0b80e4e7b3ed9450e409fe9833d09423f3281e3', 1795411297940),
  ('cf23cc410874b64486d0d2f8f0edc50f46b1a2e7d2a852eb1bacbcce7dc78dc0', 1795411528473),
  ('ab97db699234a89b73e685b9aaae70a68389b5a15eada4f441318021a43b7db2', 1795411697323),
  ('01b5af407fb0b70f703e1ca5d49517dcdd66271f152e5fe364a2b96e651d4f1f', 1795416129522),
  ('0180973eb03ab9d4c9298483eb408b38db0dae29e3feb73e833b9f71753bbbe2', 1795417411606),
  ('e4d30f1ed8e3045829abc7a2776e333fd71903387a3c2a739773007071c113b2', 1795418866217),
  ('60795fd3886c5031bce87944f5e26cbd7d040c23c06364d50081dba75ed3c3dc', 1795419198167),
  ('9eb0415be6a0d5f490d4392ced3276f9716b2f77e2e36cff79ceb756ee241834', 1795419282070),
  ('d9b400a331ab68d6719576c378cf8268d207a67fb71efed0e819b2642412521b', 1795420249958),
  ('7038cc5c5575d765bdf3ca20ae63e30e82308944cf72843e1a1186a18e8766fd', 1795421061184),
  ('101f7373dda6c339c27a514eb10346982bc769653d3ffc7de8ee473e67d958d7', 1795421573824),
  ('535078caf1cd45e00311f05ac4c52b2e1124bfc73e0755f97f2b672c2406bde0', 1795428269553),
  ('17cd084371edb887ce19daed4bde1e03497fcbe9c02d5f39c12a9aa6599373ec', 1795430176886),
  ('8e19d6f418d098bca5a1772ac761cd876b4fa512ecbb54af6b626b4a34e77ef7', 1795430826582),
  ('20ab59a8403d866e669a396ae4d7fa22a82d2483ef31ae2ddbe71ede19a975c3', 1795431754513),
  ('07ec15fa7e7863c0aa7df8e2d7d632e00469d86547df2beb92ff7f160344a5e3', 1795440574182),
  ('17f0ceddb3e0eba383fb185bcd594866d5d313e177a8bb1e2d95feeadf5ee2f8', 1795441440167),
  ('f9e8b2dea815b109311114ea3c55bed382b39568cc8f237dbb39776467220d71', 1795451057605),
  ('f063e975d5ef3230096f87d5c66d75bae1f5feddeca96ca1db99d31b1252d337', 1795452096117),
  ('b9daf0784724f3738c6f5311981e03f6ac89c74b3634657c79f798c1ae31c03d', 1795452240482),
  ('c18110c0517600b2ba4cf3544fc1ec2355bd89afcf4659eee06a9e8bf207e6e3', 1795457138248),
  ('aa5207d506405cbd479127cd76299b59606e3f65b4ac319c920cff5bd11882f4', 1795466266023),
  ('37a1aa911bbd7b6979e6154c17536fdb9af448d3a3866179033f83ffddb88924', 1795827934237),
  ('6434d52c0618fbd915d2a5a49da5a4a403f9b610727fec84eb3e3118d2b9e4a8', 1795827936704),
  ('d022f9b7885a1fdfef6e6b86df99dea03bbd5b1858844f1f11e74c53346f4dc1', 1795830065827),
  ('8c95b35b226c017b6e6188bfecb9187a689c62455ae36f1e2310f4514fb0b76d', 1795830068744),
  ('2f484a0ef9028df5d1d986b346535ce4b5ca35b0f936b179b2b17f1884528e02', 1795830378346),
  ('b0073407606592fa6da168465719854ca0c31a3ce4d21f3bebed4c3cda889711', 1795830385496),
  ('33f9b2914fdfb5539a5ea23d4fcca1eb27294eb8194705cc1f58ee58390a0d9a', 1795830910488),
  ('d134ecee865147e6323e9a141e065e5e66ad24b3cf2fe0ab524765d67a270585', 1795830916522),
  ('38d3fa913c9dedb4f6eeac498e22ffb257a69310cd171f5199563de8a2049045', 1795831461100),
  ('64feb443fa8c6f36ed00532420aec8d75b8f4a0afe123b9adc8c148f59ff2446', 1795832090790),
  ('73b8e1db9598f2c1e2c6b33907f25e7b2b380da1e2f72bc990a7c77c145afa37', 1795845256865),
  ('535dc11058454923328eace089ba1d77d39e05a390e15092051d43645302e9da', 1795848837916),
  ('8aee9761c0e51ff8292f343ba61d6ef65f8f79d4f8e7d7365d22530d46627673', 1795848884087),
  ('f1ba09da7c9d0de2f80345c0f440b577b5c2ca36d63373959a38f8745003be79', 1795850083211),
  ('ac7acc97da3ef36c6fbc9aca295f5846ec8f6a2ffb9235c394bdffaaeb2a1693', 1795859862826),
  ('45d7883b8cf9963cd4d20163ff6dfffc5f8cffe2c9afd959ef7ce24ad56ebceb', 1795860790042),
  ('8bec1853d824fa99777304f34525dfcdc0ff4e444d6faed375a134922c454d04', 1795864041058),
  ('0ca74a643d75f6fb8488cc8ba8ffb772f7a5ec025b3a21adad3b72a0558a8333', 1795864283700),
  ('f7c807da317c23f717c30db4c157abd42317e088fc9bef51ab0b05974a65033d', 1795865119565),
  ('9203f5d8a2e25e74b2c1f58d275c3c3d0d6ada7fe7409fdb94281941af109429', 1795881223738);
