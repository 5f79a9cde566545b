CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"start" text NOT NULL,
	"scopes" text[] NOT NULL,
	"domain_names" text[],
	"ip_ranges" text[],
	"monthly_limit_cents" bigint,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip_address" text,
	"revoked_at" timestamp (3) with time zone,
	"rolled_to_id" uuid,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);--> statement-breakpoint
CREATE TABLE "backup_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "email_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"domain_names" text[],
	"notification_topics" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "outgoing_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"content_encrypted" text NOT NULL,
	"only_if_known" boolean DEFAULT false NOT NULL,
	"keeps_outcome" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "person_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"session_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_tokens_token_hash_unique" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "sandbox_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"active_workspace_id" uuid,
	"ip_address" text,
	"user_agent" text,
	"signed_in_by" text,
	"second_factor_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);--> statement-breakpoint
CREATE TABLE "trusted_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trusted_devices_token_hash_unique" UNIQUE("token_hash")
);--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_encrypted" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_used_step" bigint DEFAULT 0 NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"language" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"browser_hash" text,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verifications_browser_hash_unique" UNIQUE("browser_hash")
);--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"language" text,
	"default_nameservers" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);--> statement-breakpoint
CREATE TABLE "contact_handles" (
	"contact_id" uuid NOT NULL,
	"registrar" text NOT NULL,
	"is_private" boolean NOT NULL,
	"handle" text NOT NULL,
	"sent_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_handles_contact_id_registrar_is_private_pk" PRIMARY KEY("contact_id","registrar","is_private")
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "domain_batch_items" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"domain_name" text NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "domain_batch_items_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);--> statement-breakpoint
CREATE TABLE "domain_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "domain_expiry_notices" (
	"domain_id" uuid NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"window_days" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "domain_expiry_notices_domain_id_paid_until_window_days_pk" PRIMARY KEY("domain_id","paid_until","window_days")
);--> statement-breakpoint
CREATE TABLE "domain_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"summary" text NOT NULL,
	"details" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "domain_intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"change" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"operation_id" uuid,
	"leased_until" timestamp (3) with time zone,
	"outcome" text
);--> statement-breakpoint
CREATE TABLE "domain_notification_emails" (
	"notification_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"to_address" text NOT NULL,
	CONSTRAINT "domain_notification_emails_notification_id_email_id_pk" PRIMARY KEY("notification_id","email_id")
);--> statement-breakpoint
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
);--> statement-breakpoint
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
	"cost_cents" bigint,
	"cost_currency" text,
	"order_line_id" uuid,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
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
	"registrant_contact_id" uuid,
	"admin_contact_id" uuid,
	"tech_contact_id" uuid,
	"registry_contacts" jsonb,
	"glue" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_renewal_at" timestamp (3) with time zone,
	"next_deletion_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"status_ends_at" timestamp (3) with time zone,
	"auth_code_expires_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"suspension_statuses" text[] DEFAULT '{}' NOT NULL,
	"work_leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "registry_balances" (
	"registrar" text PRIMARY KEY NOT NULL,
	"balance_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_low" boolean NOT NULL,
	"known_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "registry_renewals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"renewed_from" timestamp (3) with time zone NOT NULL,
	"cost_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"outcome" text,
	"order_line_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"action" text NOT NULL,
	"actor" jsonb NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text,
	"ip_address" text,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "business_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "business_clock_single_row" CHECK ("business_clock"."id")
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "rate_limit_windows" (
	"bucket" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "rate_limit_windows_bucket_window_start_pk" PRIMARY KEY("bucket","window_start")
);--> statement-breakpoint
CREATE TABLE "mail_account_use" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"message_count" bigint DEFAULT 0 NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"warned_percent" integer DEFAULT 0 NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"full_address" text NOT NULL,
	"display_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_version" integer DEFAULT 0 NOT NULL,
	"session_version" integer DEFAULT 0 NOT NULL,
	"sign_ins_void_before" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"quota_megabytes" integer,
	"may_send" boolean DEFAULT true NOT NULL,
	"may_receive" boolean DEFAULT true NOT NULL,
	"forward_to" text,
	"keep_copy" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"erases_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_app_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"label" text NOT NULL,
	"hint" text NOT NULL,
	"password_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_erased_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_sending_hours" (
	"account_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"limited_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_hours_account_id_hour_pk" PRIMARY KEY("account_id","hour")
);--> statement-breakpoint
CREATE TABLE "mail_sending_limits" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"scope" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"limited_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_limits_scope_id_cause_pk" PRIMARY KEY("scope_id","cause")
);--> statement-breakpoint
CREATE TABLE "mail_sending_minutes" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"recipients" integer NOT NULL,
	CONSTRAINT "mail_sending_minutes_scope_id_cause_minute_pk" PRIMARY KEY("scope_id","cause","minute")
);--> statement-breakpoint
CREATE TABLE "mail_usage_days" (
	"mail_domain_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"used_bytes" bigint DEFAULT 0 NOT NULL,
	"messages_in" integer DEFAULT 0 NOT NULL,
	"messages_out" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_usage_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);--> statement-breakpoint
CREATE TABLE "mail_alias_targets" (
	"alias_id" uuid NOT NULL,
	"address" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "mail_alias_targets_alias_id_address_pk" PRIMARY KEY("alias_id","address")
);--> statement-breakpoint
CREATE TABLE "mail_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_forward_targets" (
	"mail_domain_id" uuid NOT NULL,
	"address" text NOT NULL,
	"token_hash" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_forward_targets_mail_domain_id_address_pk" PRIMARY KEY("mail_domain_id","address")
);--> statement-breakpoint
CREATE TABLE "mail_paused_forwards" (
	"mail_domain_id" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_paused_forwards_mail_domain_id_source_target_pk" PRIMARY KEY("mail_domain_id","source","target")
);--> statement-breakpoint
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
);--> statement-breakpoint
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
	"shown" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "mail_host_keys" (
	"host" text NOT NULL,
	"key_id" uuid NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_host_keys_host_key_id_pk" PRIMARY KEY("host","key_id")
);--> statement-breakpoint
CREATE TABLE "mail_hosts" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"connections_reported_at" timestamp (3) with time zone,
	"secret_key_ids" text[]
);--> statement-breakpoint
CREATE TABLE "mail_dns_checks" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"records" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"health" jsonb DEFAULT '{}'::jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_dns_shares" (
	"mail_domain_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "mail_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"plan_slug" text NOT NULL,
	"max_accounts" integer NOT NULL,
	"storage_gigabytes" integer NOT NULL,
	"storage_warned_percent" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"activated_at" timestamp (3) with time zone NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"interrupted_paid_until" timestamp (3) with time zone,
	"auto_renew" boolean DEFAULT true NOT NULL,
	"next_renewal_at" timestamp (3) with time zone,
	"next_notice_at" timestamp (3) with time zone,
	"renewal_failed_at" timestamp (3) with time zone,
	"next_plan_slug" text,
	"left_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"dkim_rotates_at" timestamp (3) with time zone,
	"dkim_rotation_days" integer,
	"erases_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "mail_sender_exceptions" (
	"mail_domain_id" uuid NOT NULL,
	"network" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_sender_exceptions_mail_domain_id_network_pk" PRIMARY KEY("mail_domain_id","network")
);--> statement-breakpoint
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
	"tls" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "mail_events_default" PARTITION OF "mail_events" DEFAULT;--> statement-breakpoint
CREATE TABLE "mail_sieve_findings" (
	"account_id" uuid NOT NULL,
	"script_hash" text NOT NULL,
	"script_name" text NOT NULL,
	"findings" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sieve_findings_account_id_script_hash_pk" PRIMARY KEY("account_id","script_hash")
);--> statement-breakpoint
CREATE TABLE "order_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"domain_name" text NOT NULL,
	"years" integer,
	"plan_slug" text,
	"previous_plan_slug" text,
	"thing" text,
	"held_name" text,
	"input" jsonb NOT NULL,
	"secret_encrypted" text,
	"state" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"is_premium" boolean DEFAULT false NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"failure" jsonb,
	"operation_id" uuid,
	"is_locked_for_dispute" boolean DEFAULT false NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"gives_up_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
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
	"paying_until" timestamp (3) with time zone,
	"replaced_orders" jsonb,
	"cancels_at" timestamp (3) with time zone,
	"retried_at" timestamp (3) with time zone,
	"dispute_check_at" timestamp (3) with time zone,
	"lost_cents" bigint DEFAULT 0 NOT NULL,
	"owed_cents" bigint,
	"owed_tax_cents" bigint DEFAULT 0 NOT NULL,
	"suspends_at" timestamp (3) with time zone,
	"suspension_check_at" timestamp (3) with time zone,
	"counted_at" timestamp (3) with time zone,
	"counted_key_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "billing_profiles" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"company" text,
	"address" text,
	"country_code" text,
	"vat_id" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "card_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"processor_id" text NOT NULL,
	"opened_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"payment_method_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "inbound_notices" (
	"processor" text DEFAULT 'stripe' NOT NULL,
	"id" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbound_notices_id_processor_pk" PRIMARY KEY("id","processor")
);--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"workspace_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"cause" text NOT NULL,
	"description" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"processor_card_id" text,
	"is_on_session" boolean NOT NULL,
	"return_url" text,
	"intent_id" text,
	"page_id" text,
	"charge_id" text,
	"url" text,
	"failure" jsonb,
	"requested_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"workspace_id" uuid NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"processor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_customers_workspace_id_processor_pk" PRIMARY KEY("workspace_id","processor")
);--> statement-breakpoint
CREATE TABLE "payment_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"processor_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"is_inquiry" boolean DEFAULT false NOT NULL,
	"amount_cents" bigint NOT NULL,
	"lost_tax_cents" bigint DEFAULT 0 NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
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
	"next_expiry_mail_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "payment_reconciliations" (
	"day" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"payment_count" integer DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unchecked" jsonb DEFAULT '[]'::jsonb NOT NULL
);--> statement-breakpoint
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
	"late_charge_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "processor_readings" (
	"id" text NOT NULL,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"complete_until" timestamp (3) with time zone,
	"last_id" text,
	CONSTRAINT "processor_readings_id_processor_pk" PRIMARY KEY("id","processor")
);--> statement-breakpoint
CREATE TABLE "processor_transactions" (
	"processor" text DEFAULT 'stripe' NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source_id" text,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "receipts" (
	"number" bigint PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid,
	"billing" jsonb NOT NULL,
	"seller" jsonb,
	"tax_percent" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
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
	"note" text,
	"retry_of_id" uuid,
	"is_outside" boolean DEFAULT false NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"processor" text DEFAULT 'stripe' NOT NULL,
	"processor_id" text,
	"send_key" text,
	"failure" jsonb,
	"requested_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "registry_accounts" (
	"registrar" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"opening_cents" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"missed_as" text GENERATED ALWAYS AS (case when "status" in ('failed', 'skipped') then "status" end) STORED,
	"attempt" integer DEFAULT 0 NOT NULL,
	"replays" integer DEFAULT 0 NOT NULL,
	"status_code" integer,
	"error" text,
	"error_stage" text,
	"duration_ms" integer,
	"last_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"request" text,
	"response_headers" text,
	"response_body" "bytea",
	"catch_up_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "deliveries_default" PARTITION OF "deliveries" DEFAULT;--> statement-breakpoint
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
) PARTITION BY RANGE ("delivery_id");--> statement-breakpoint
CREATE TABLE "delivery_attempts_default" PARTITION OF "delivery_attempts" DEFAULT;--> statement-breakpoint
CREATE TABLE "delivery_faults" (
	"hour" timestamp (3) with time zone NOT NULL,
	"fault" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "delivery_faults_hour_fault_pk" PRIMARY KEY("hour","fault")
);--> statement-breakpoint
CREATE TABLE "delivery_hours" (
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"duration_counts" integer[] NOT NULL,
	"succeeded_within" "int8multirange" DEFAULT '{}' NOT NULL,
	"located" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_hours_workspace_id_endpoint_id_hour_pk" PRIMARY KEY("workspace_id","endpoint_id","hour")
);--> statement-breakpoint
CREATE TABLE "delivery_queue" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"is_ordered" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'scheduled' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"resume_at" timestamp (3) with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"replays" integer DEFAULT 0 NOT NULL,
	"catch_up_id" uuid,
	"claim_id" uuid,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "delivery_queue_workspace_id_delivery_id_pk" PRIMARY KEY("workspace_id","delivery_id")
);--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"workspace_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "event_sequences_workspace_id_subject_pk" PRIMARY KEY("workspace_id","subject")
);--> statement-breakpoint
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
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;--> statement-breakpoint
CREATE TABLE "webhook_catch_ups" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"rate_per_second" integer,
	"on_hold_up_to" uuid,
	"prepared_up_to" uuid,
	"paced_to" timestamp (3) with time zone,
	"state" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_catch_ups_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"url" text NOT NULL,
	"target_host" text GENERATED ALWAYS AS (lower(rtrim(split_part(split_part(translate(url, '?#', '//'), '/', 3),
        case when split_part(translate(url, '?#', '//'), '/', 3) like '[%' then ']' else ':' end, 1), '.'))) STORED,
	"events" text[] NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"ordered" boolean DEFAULT false NOT NULL,
	"secret_encrypted" text NOT NULL,
	"next_secret_encrypted" text,
	"rotation_ends_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"probe_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"missed_since" timestamp (3) with time zone,
	"deactivation_reason" text,
	"catch_up_id" uuid,
	"is_held" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_notices" ADD CONSTRAINT "change_notices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_tokens" ADD CONSTRAINT "person_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_active_workspace_id_workspaces_id_fk" FOREIGN KEY ("active_workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_handles" ADD CONSTRAINT "contact_handles_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_batch_items" ADD CONSTRAINT "domain_batch_items_batch_id_domain_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."domain_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_batches" ADD CONSTRAINT "domain_batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_expiry_notices" ADD CONSTRAINT "domain_expiry_notices_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_history" ADD CONSTRAINT "domain_history_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_operation_id_domain_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."domain_operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_notification_emails" ADD CONSTRAINT "domain_notification_emails_notification_id_domain_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."domain_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_registrant_contact_id_contacts_id_fk" FOREIGN KEY ("registrant_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_admin_contact_id_contacts_id_fk" FOREIGN KEY ("admin_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_tech_contact_id_contacts_id_fk" FOREIGN KEY ("tech_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_messages" ADD CONSTRAINT "registry_messages_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_renewals" ADD CONSTRAINT "registry_renewals_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_account_use" ADD CONSTRAINT "mail_account_use_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD CONSTRAINT "mail_accounts_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_app_passwords" ADD CONSTRAINT "mail_app_passwords_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_sending_hours" ADD CONSTRAINT "mail_sending_hours_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_usage_days" ADD CONSTRAINT "mail_usage_days_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_alias_targets" ADD CONSTRAINT "mail_alias_targets_alias_id_mail_aliases_id_fk" FOREIGN KEY ("alias_id") REFERENCES "public"."mail_aliases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_aliases" ADD CONSTRAINT "mail_aliases_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_forward_targets" ADD CONSTRAINT "mail_forward_targets_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_paused_forwards" ADD CONSTRAINT "mail_paused_forwards_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_connections" ADD CONSTRAINT "mail_connections_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dkim_keys" ADD CONSTRAINT "mail_dkim_keys_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_host_keys" ADD CONSTRAINT "mail_host_keys_key_id_mail_dkim_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."mail_dkim_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dns_checks" ADD CONSTRAINT "mail_dns_checks_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_dns_shares" ADD CONSTRAINT "mail_dns_shares_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD CONSTRAINT "mail_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_sender_exceptions" ADD CONSTRAINT "mail_sender_exceptions_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_sieve_findings" ADD CONSTRAINT "mail_sieve_findings_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_workspace_index" ON "api_keys" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "backup_codes_user_code_key" ON "backup_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "change_notices_group_index" ON "change_notices" USING btree ("workspace_id","kind","to_address");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_provider_account_key" ON "credentials" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "credentials_user_id_index" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" USING btree ("workspace_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_workspace_index" ON "invitations" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "members_user_workspace_key" ON "members" USING btree ("user_id","workspace_id");--> statement-breakpoint
CREATE INDEX "members_workspace_id_index" ON "members" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "person_tokens_user_id_index" ON "person_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "person_tokens_expires_at_index" ON "person_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_devices_user_id_index" ON "trusted_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_devices_expires_at_index" ON "trusted_devices" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_email_index" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_expires_at_index" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_handles_handle_key" ON "contact_handles" USING btree ("registrar","handle");--> statement-breakpoint
CREATE INDEX "contact_handles_unsent_index" ON "contact_handles" USING btree ("handle") WHERE "contact_handles"."sent_version" = 0;--> statement-breakpoint
CREATE INDEX "contacts_workspace_index" ON "contacts" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "domain_batch_items_waiting_index" ON "domain_batch_items" USING btree ("batch_id","position") WHERE "domain_batch_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "domain_batches_workspace_index" ON "domain_batches" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_history_domain_index" ON "domain_history" USING btree ("domain_id","occurred_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_intents_open_index" ON "domain_intents" USING btree ("domain_id","id") WHERE "domain_intents"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "domain_notifications_domain_index" ON "domain_notifications" USING btree ("domain_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_notifications_mail_at_index" ON "domain_notifications" USING btree ("mail_at") WHERE "domain_notifications"."mail_at" is not null;--> statement-breakpoint
CREATE INDEX "domain_operations_workspace_index" ON "domain_operations" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "domain_operations_order_line_key" ON "domain_operations" USING btree ("order_line_id") WHERE "domain_operations"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "domain_operations_order_line_index" ON "domain_operations" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_operations_open_key" ON "domain_operations" USING btree ("workspace_id","domain_name") WHERE "domain_operations"."finished_at" is null and "domain_operations"."kind" not like '%_change';--> statement-breakpoint
CREATE UNIQUE INDEX "domains_name_key" ON "domains" USING btree ("name") WHERE "domains"."status" not in ('deleted', 'transferred_out');--> statement-breakpoint
CREATE INDEX "domains_workspace_name_index" ON "domains" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "domains_renewals_index" ON "domains" USING btree ("workspace_id",coalesce("next_renewal_at", "paid_until"),"id") WHERE "domains"."status" in ('active', 'expired');--> statement-breakpoint
CREATE INDEX "domains_next_notice_at_index" ON "domains" USING btree ("next_notice_at");--> statement-breakpoint
CREATE INDEX "domains_synced_at_index" ON "domains" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "domains_next_renewal_at_index" ON "domains" USING btree ("next_renewal_at");--> statement-breakpoint
CREATE INDEX "domains_next_deletion_at_index" ON "domains" USING btree ("next_deletion_at");--> statement-breakpoint
CREATE INDEX "domains_next_look_at_index" ON "domains" USING btree ("next_look_at");--> statement-breakpoint
CREATE INDEX "domains_auth_code_expires_at_index" ON "domains" USING btree ("auth_code_expires_at");--> statement-breakpoint
CREATE INDEX "domains_registrant_contact_index" ON "domains" USING btree ("registrant_contact_id");--> statement-breakpoint
CREATE INDEX "domains_admin_contact_index" ON "domains" USING btree ("admin_contact_id");--> statement-breakpoint
CREATE INDEX "domains_tech_contact_index" ON "domains" USING btree ("tech_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registry_messages_message_key" ON "registry_messages" USING btree ("registrar","message_id","queued_at");--> statement-breakpoint
CREATE INDEX "registry_messages_unreported_index" ON "registry_messages" USING btree ("id") WHERE "registry_messages"."reported_at" is null and "registry_messages"."domain_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registry_renewals_term_key" ON "registry_renewals" USING btree ("domain_id","renewed_from");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_index" ON "audit_entries" USING btree ("workspace_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_action_index" ON "audit_entries" USING btree ("workspace_id","action","occurred_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_actor_index" ON "audit_entries" USING btree ("workspace_id",("actor" ->> 'id'),"occurred_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_actor_name_index" ON "audit_entries" USING btree ("workspace_id",(lower("actor" ->> 'name')) collate "C");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_target_index" ON "audit_entries" USING btree ("workspace_id",(lower("target")) collate "C");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_refusals_index" ON "idempotency_keys" USING btree ("workspace_id","actor_id","created_at") WHERE "idempotency_keys"."status" >= 400;--> statement-breakpoint
CREATE INDEX "rate_limit_windows_start_index" ON "rate_limit_windows" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_address_key" ON "mail_accounts" USING btree ("mail_domain_id","full_address");--> statement-breakpoint
CREATE INDEX "mail_accounts_address_index" ON "mail_accounts" USING btree ("full_address");--> statement-breakpoint
CREATE INDEX "mail_accounts_erases_at_index" ON "mail_accounts" USING btree ("erases_at");--> statement-breakpoint
CREATE INDEX "mail_accounts_forward_to_index" ON "mail_accounts" USING btree ("forward_to") WHERE "mail_accounts"."forward_to" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_app_passwords_hint_key" ON "mail_app_passwords" USING btree ("account_id","hint");--> statement-breakpoint
CREATE INDEX "mail_sending_hours_hour_index" ON "mail_sending_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "mail_sending_hours_untold_index" ON "mail_sending_hours" USING btree ("limited_at") WHERE "mail_sending_hours"."limited_at" is not null and "mail_sending_hours"."told_at" is null;--> statement-breakpoint
CREATE INDEX "mail_sending_limits_limited_at_index" ON "mail_sending_limits" USING btree ("limited_at");--> statement-breakpoint
CREATE INDEX "mail_sending_minutes_minute_index" ON "mail_sending_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "mail_usage_days_domain_index" ON "mail_usage_days" USING btree ("mail_domain_id","day");--> statement-breakpoint
CREATE INDEX "mail_alias_targets_address_index" ON "mail_alias_targets" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_aliases_from_key" ON "mail_aliases" USING btree ("mail_domain_id","from_address");--> statement-breakpoint
CREATE INDEX "mail_aliases_from_index" ON "mail_aliases" USING btree ("from_address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_forward_targets_token_key" ON "mail_forward_targets" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_connections_process_key" ON "mail_connections" USING btree ("host","process");--> statement-breakpoint
CREATE INDEX "mail_connections_account_index" ON "mail_connections" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_dkim_keys_selector_key" ON "mail_dkim_keys" USING btree ("mail_domain_id","selector");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_dkim_keys_active_key" ON "mail_dkim_keys" USING btree ("mail_domain_id") WHERE "mail_dkim_keys"."stage" = 'active';--> statement-breakpoint
CREATE INDEX "mail_dkim_keys_next_check_at_index" ON "mail_dkim_keys" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "mail_dns_checks_next_check_at_index" ON "mail_dns_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_dns_shares_token_key" ON "mail_dns_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_domains_name_key" ON "mail_domains" USING btree ("domain_name") WHERE "mail_domains"."left_at" is null;--> statement-breakpoint
CREATE INDEX "mail_domains_workspace_index" ON "mail_domains" USING btree ("workspace_id","domain_name");--> statement-breakpoint
CREATE INDEX "mail_domains_domain_index" ON "mail_domains" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "mail_domains_erases_at_index" ON "mail_domains" USING btree ("erases_at");--> statement-breakpoint
CREATE INDEX "mail_domains_next_renewal_at_index" ON "mail_domains" USING btree ("next_renewal_at");--> statement-breakpoint
CREATE INDEX "mail_domains_next_notice_at_index" ON "mail_domains" USING btree ("next_notice_at");--> statement-breakpoint
CREATE INDEX "mail_domains_dkim_rotates_at_index" ON "mail_domains" USING btree ("dkim_rotates_at");--> statement-breakpoint
CREATE INDEX "mail_events_sender_index" ON "mail_events" USING btree ("mail_domain_id","sender","id");--> statement-breakpoint
CREATE INDEX "mail_events_recipient_index" ON "mail_events" USING btree ("mail_domain_id","recipient","id");--> statement-breakpoint
CREATE INDEX "mail_events_original_index" ON "mail_events" USING btree ("mail_domain_id","original_recipient","id") WHERE "mail_events"."original_recipient" is not null;--> statement-breakpoint
CREATE INDEX "mail_events_message_index" ON "mail_events" USING btree ("mail_domain_id","message_id","id");--> statement-breakpoint
CREATE INDEX "mail_events_domain_index" ON "mail_events" USING btree ("mail_domain_id","id");--> statement-breakpoint
CREATE INDEX "mail_events_queue_index" ON "mail_events" USING btree ("mail_domain_id","host","queue_id");--> statement-breakpoint
CREATE INDEX "mail_sieve_findings_untold_index" ON "mail_sieve_findings" USING btree ("found_at") WHERE "mail_sieve_findings"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_emails_subject_key" ON "order_emails" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "order_emails_due_index" ON "order_emails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "order_emails_order_index" ON "order_emails" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_order_key" ON "order_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "order_lines_workspace_index" ON "order_lines" USING btree ("workspace_id","domain_name");--> statement-breakpoint
CREATE INDEX "order_lines_next_attempt_index" ON "order_lines" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_thing_key" ON "order_lines" USING btree ("workspace_id","thing") WHERE "order_lines"."state" in ('pending', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_held_name_key" ON "order_lines" USING btree ("held_name") WHERE "order_lines"."state" in ('pending', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_open_key" ON "order_lines" USING btree ("workspace_id","kind","domain_name") WHERE "order_lines"."state" = 'running';--> statement-breakpoint
CREATE INDEX "orders_counted_index" ON "orders" USING btree (("actor" ->> 'id'),"counted_at") WHERE "orders"."counted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_counted_key_index" ON "orders" USING btree ("counted_key_id","counted_at") WHERE "orders"."counted_key_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_renewals_index" ON "orders" USING btree ("workspace_id","id") WHERE "orders"."origin" = 'renewal' and "orders"."state" not in ('completed', 'cancelled');--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency_key" ON "orders" USING btree ("workspace_id","idempotency_actor","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_workspace_index" ON "orders" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_cancels_at_index" ON "orders" USING btree ("cancels_at");--> statement-breakpoint
CREATE INDEX "orders_dispute_check_index" ON "orders" USING btree ("dispute_check_at");--> statement-breakpoint
CREATE INDEX "orders_suspension_check_index" ON "orders" USING btree ("suspension_check_at");--> statement-breakpoint
CREATE INDEX "orders_owed_index" ON "orders" USING btree ("workspace_id") WHERE "orders"."owed_cents" > 0;--> statement-breakpoint
CREATE INDEX "orders_payment_index" ON "orders" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_pages_processor_key" ON "card_pages" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE INDEX "card_pages_workspace_index" ON "card_pages" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "card_pages_next_check_index" ON "card_pages" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "card_pages_payment_method_index" ON "card_pages" USING btree ("payment_method_id");--> statement-breakpoint
CREATE INDEX "card_pages_created_at_index" ON "card_pages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbound_notices_received_at_index" ON "inbound_notices" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_cause_key" ON "ledger_entries" USING btree ("cause","account");--> statement-breakpoint
CREATE INDEX "ledger_entries_workspace_index" ON "ledger_entries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction_index" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_payment_index" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_occurred_at_index" ON "ledger_entries" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_intent_key" ON "payment_attempts" USING btree ("intent_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_page_key" ON "payment_attempts" USING btree ("page_id","processor");--> statement-breakpoint
CREATE INDEX "payment_attempts_payment_index" ON "payment_attempts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_charge_index" ON "payment_attempts" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_next_check_index" ON "payment_attempts" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_finished_at_index" ON "payment_attempts" USING btree ("finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open_key" ON "payment_attempts" USING btree ("payment_id") WHERE "payment_attempts"."state" in ('starting', 'confirming', 'awaiting_customer');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_processor_key" ON "payment_customers" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_disputes_processor_key" ON "payment_disputes" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE INDEX "payment_disputes_payment_index" ON "payment_disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_disputes_next_check_index" ON "payment_disputes" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "payment_disputes_open_index" ON "payment_disputes" USING btree ("payment_id") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_processor_key" ON "payment_methods" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default_key" ON "payment_methods" USING btree ("workspace_id") WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE INDEX "payment_methods_workspace_index" ON "payment_methods" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "payment_methods_next_expiry_mail_index" ON "payment_methods" USING btree ("next_expiry_mail_at");--> statement-breakpoint
CREATE INDEX "payment_methods_removed_at_index" ON "payment_methods" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "payments_late_charge_index" ON "payments" USING btree ("late_charge_at") WHERE "payments"."late_charge_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_order_key" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_workspace_index" ON "payments" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_cooldown_due_index" ON "payments" USING btree ("cooldown_due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "processor_transactions_processor_key" ON "processor_transactions" USING btree ("id","processor");--> statement-breakpoint
CREATE INDEX "processor_transactions_source_index" ON "processor_transactions" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_order_key" ON "receipts" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "receipts_payment_index" ON "receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_processor_key" ON "refunds" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE INDEX "refunds_payment_index" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_next_check_index" ON "refunds" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "refunds_finished_at_index" ON "refunds" USING btree ("finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_retry_key" ON "refunds" USING btree ("retry_of_id");--> statement-breakpoint
CREATE INDEX "refunds_for_operator_index" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" in ('failed', 'waiting');--> statement-breakpoint
CREATE INDEX "refunds_undone_index" ON "refunds" USING btree ("workspace_id","created_at") WHERE "refunds"."reason" = 'domain_deleted';--> statement-breakpoint
CREATE INDEX "deliveries_event_type_index" ON "deliveries" USING btree ("endpoint_id","event_type",coalesce("missed_as", ''),"id");--> statement-breakpoint
CREATE INDEX "deliveries_subject_index" ON "deliveries" USING btree ("endpoint_id","subject","id");--> statement-breakpoint
CREATE INDEX "deliveries_missed_index" ON "deliveries" USING btree ("endpoint_id","missed_as","id","workspace_id","is_test","created_at","event_type") WHERE "deliveries"."missed_as" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_catch_up_index" ON "deliveries" USING btree ("catch_up_id") WHERE "deliveries"."catch_up_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_event_endpoint_key" ON "delivery_queue" USING btree ("workspace_id","event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "delivery_queue_endpoint_due_index" ON "delivery_queue" USING btree ("endpoint_id",least(attempt, 1),"due_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_due_index" ON "delivery_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "delivery_queue_requested_index" ON "delivery_queue" USING btree ("due_at") WHERE "delivery_queue"."kind" <> 'scheduled' and not "delivery_queue"."is_ordered";--> statement-breakpoint
CREATE INDEX "delivery_queue_order_index" ON "delivery_queue" USING btree ("endpoint_id","subject","sequence") WHERE "delivery_queue"."is_ordered";--> statement-breakpoint
CREATE INDEX "delivery_queue_catch_up_index" ON "delivery_queue" USING btree ("catch_up_id") WHERE "delivery_queue"."catch_up_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_catch_ups_endpoint_index" ON "webhook_catch_ups" USING btree ("endpoint_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_catch_ups_open_index" ON "webhook_catch_ups" USING btree ("id") WHERE "webhook_catch_ups"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_workspace_index" ON "webhook_endpoints" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_rotation_index" ON "webhook_endpoints" USING btree ("rotation_ends_at") WHERE "webhook_endpoints"."rotation_ends_at" is not null;--> statement-breakpoint
ALTER TABLE "delivery_queue" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, fillfactor = 45);--> statement-breakpoint
ALTER TABLE "delivery_hours" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "business_clock" ("id", "offset_ms") VALUES (true, 0);--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
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
$$;--> statement-breakpoint
CREATE FUNCTION "refuse_receipt_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an issued receipt does not change' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
	FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_truncate" BEFORE TRUNCATE ON "ledger_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_ledger_transaction"();--> statement-breakpoint
CREATE TRIGGER "receipts_append_only" BEFORE UPDATE OR DELETE ON "receipts"
	FOR EACH ROW EXECUTE FUNCTION "refuse_receipt_change"();--> statement-breakpoint
CREATE TRIGGER "receipts_no_truncate" BEFORE TRUNCATE ON "receipts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_receipt_change"();--> statement-breakpoint
CREATE SCHEMA "mail_host";--> statement-breakpoint
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
  WHERE "left_at" IS NULL;--> statement-breakpoint
CREATE VIEW "mail_host"."current_accounts" AS
  SELECT "account"."id", "account"."full_address" AS "address", "account"."password_hash" AS "password",
    "account"."active", "account"."may_send", "account"."may_receive", "account"."quota_megabytes",
    "account"."forward_to", "account"."keep_copy", "domain"."id" AS "mail_domain_id", "domain"."workspace_id",
    "domain"."name" AS "domain", "domain"."state", "domain"."storage_bytes"
  FROM "public"."mail_accounts" AS "account"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "account"."mail_domain_id"
  WHERE "account"."deleted_at" IS NULL;--> statement-breakpoint
-- The domains that mail is accepted for, or deferred and refused with a reason.
CREATE VIEW "mail_host"."domains" AS SELECT "name" FROM "mail_host"."current_domains";--> statement-breakpoint
CREATE VIEW "mail_host"."dkim_keys" AS
  SELECT "key"."id", "key"."mail_domain_id", "domain"."name" AS "domain", "key"."selector", "key"."stage", "key"."private_key_encrypted"
  FROM "public"."mail_dkim_keys" AS "key" JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "key"."mail_domain_id"
  WHERE "key"."stage" IN ('pending', 'active', 'retiring') AND "key"."private_key_encrypted" IS NOT NULL;--> statement-breakpoint
CREATE VIEW "mail_host"."sender_exceptions" AS
  SELECT "domain"."name" AS "domain", "exception"."network"
  FROM "public"."mail_sender_exceptions" AS "exception"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "exception"."mail_domain_id";--> statement-breakpoint
-- Dovecot inserts what a mailbox uses. A trigger stores it with the account, and the table stays empty.
CREATE TABLE "mail_host"."quota_reports" (
  "address" text PRIMARY KEY,
  "used_bytes" bigint,
  "message_count" bigint
);--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE TRIGGER "take_quota_report" BEFORE INSERT ON "mail_host"."quota_reports"
  FOR EACH ROW EXECUTE FUNCTION "mail_host"."take_quota_report"();--> statement-breakpoint
-- The sending limit of each plan: mailPlans in packages/schema has the same numbers, which a test compares.
CREATE FUNCTION "mail_host"."recipients_per_hour"("plan_slug" text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE plan_slug WHEN 'starter' THEN 200 WHEN 'pro' THEN 500 WHEN 'business' THEN 1000 END
$$;--> statement-breakpoint
-- Each lookup concerns one domain, so each view has it: a lookup reads the rows of that domain alone.
CREATE VIEW "mail_host"."mailboxes" AS SELECT "address", "domain" FROM "mail_host"."current_accounts";--> statement-breakpoint
-- Who may use an address as sender: its account, and the workspace's accounts that an alias delivers to. Forwarding
-- grants nothing: its target may be another workspace's.
CREATE VIEW "mail_host"."senders" AS
  SELECT "address", "address" AS "login", "domain" FROM "mail_host"."current_accounts" WHERE "active" AND "may_send" AND "state" = 'active'
  UNION
  SELECT "alias"."from_address", "account"."address", "domain"."name"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
  JOIN "mail_host"."current_accounts" AS "account" ON "account"."address" = "target"."address"
    AND "account"."workspace_id" = "domain"."workspace_id"
  WHERE "account"."active" AND "account"."may_send" AND "account"."state" = 'active' AND "alias"."from_address" NOT LIKE '*@%';--> statement-breakpoint
-- The lookups of Postfix and Dovecot, with the rights of their caller. Planning a view takes longer than reading it, and
-- these functions keep their plans for the length of a connection.
CREATE FUNCTION "mail_host"."find_domain"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT domain.name FROM mail_host.domains AS domain WHERE domain.name = wanted;
END $$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_mailbox"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT mailbox.address FROM mail_host.mailboxes AS mailbox
    WHERE mailbox.address = wanted AND mailbox.domain = split_part(wanted, '@', 2);
END $$;--> statement-breakpoint
-- Domains with exceptions are left to the rule of the spam filter, which sees the client's address.
CREATE FUNCTION "mail_host"."find_outside_sender_reply"("wanted_domain" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT '554 5.7.1 Sign in to send from this address' FROM mail_host.domains AS domain
    WHERE domain.name = wanted_domain
      AND NOT EXISTS (SELECT FROM mail_host.sender_exceptions AS exception WHERE exception.domain = domain.name);
END $$;--> statement-breakpoint
-- `wanted` is an address or a domain. Postfix also looks up info@ for info+vip@, unless the reply is DUNNO.
CREATE FUNCTION "mail_host"."find_recipient_reply"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
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
END $$;--> statement-breakpoint
-- For the agents of the mail hosts, which remove the mailboxes of these accounts.
CREATE VIEW "mail_host"."erased_accounts" AS SELECT "account_id" AS "id" FROM "public"."mail_erased_accounts";--> statement-breakpoint
-- Most addresses are accounts: the lookups answer for these with one small query each. Starting a query of many tables
-- takes longer than running it.
CREATE VIEW "mail_host"."users" AS
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
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_sender_logins"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT account.address FROM mail_host.current_accounts AS account
    WHERE account.address = wanted AND account.active AND account.may_send AND account.state = 'active';
  IF EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted) THEN
    RETURN QUERY SELECT sender.login FROM mail_host.senders AS sender
      WHERE sender.address = wanted AND sender.domain = split_part(wanted, '@', 2) AND sender.login <> wanted;
  END IF;
END $$;--> statement-breakpoint
-- The agents report what mailboxes use after deliveries.
CREATE FUNCTION "mail_host"."store_use"("uses" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, used_bytes, message_count)
  SELECT account.id, given."usedBytes", given."messageCount"
  FROM jsonb_to_recordset(uses) AS given ("address" text, "usedBytes" bigint, "messageCount" bigint)
  JOIN mail_host.current_accounts AS account ON account.address = given."address"
  ORDER BY account.id
  ON CONFLICT (account_id) DO UPDATE SET used_bytes = excluded.used_bytes, message_count = excluded.message_count
$$;--> statement-breakpoint
-- Dovecot calls this after a sign-in with an app password, over any protocol. It never returns a row: a row would be
-- another password.
CREATE FUNCTION "mail_host"."store_app_password_use"("app_password" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.mail_app_passwords SET last_used_at = now()
  WHERE id = nullif(app_password, '')::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
  SELECT ''::text, ''::text WHERE false;
$$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account.id, max(login."at")
  FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz)
  JOIN mail_host.current_accounts AS account ON account.address = login."address"
  GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;--> statement-breakpoint
-- Forwards name their source, an alias or an account, which a forwarded copy carries to its way out.
CREATE VIEW "mail_host"."forwards" AS
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
    );--> statement-breakpoint
-- Aliases whose targets all wait for their confirmation are their own alias, so that a catch-all doesn't receive their mail.
CREATE VIEW "mail_host"."waiting_aliases" AS
  SELECT "alias"."from_address" AS "address", "domain"."name" AS "domain"
  FROM "public"."mail_aliases" AS "alias"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "alias"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE "alias"."from_address" NOT LIKE '*@%' AND NOT EXISTS (SELECT FROM "mail_host"."forwards" AS "forward"
    WHERE "forward"."source" = "alias"."from_address" AND "forward"."mail_domain_id" = "alias"."mail_domain_id");--> statement-breakpoint
-- Forwarding is on hold until its target confirms it, and while it is paused because mail would loop.
CREATE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply",
    "name" AS "domain"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled', "domain" FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address is on hold', "domain" FROM "mail_host"."waiting_aliases";--> statement-breakpoint
-- For mail to the owners, the source is the mail domain.
CREATE VIEW "mail_host"."owner_addresses" AS
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
      AND "from_address" = "role"."local_part" || '@' || "domain"."name");--> statement-breakpoint
-- Postfix looks up an address, then `@domain` for a catch-all. Accounts are their own alias, so that a catch-all
-- doesn't receive their mail.
CREATE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target", "domain", "source_id"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address", "domain", "id" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target", "domain", "source_id" FROM "mail_host"."owner_addresses"
  UNION ALL
  SELECT "address", "address", "domain", NULL::uuid FROM "mail_host"."waiting_aliases";--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
$$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."is_outside"("address" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM mail_host.current_domains AS inside WHERE inside.name = regexp_replace(address, '^.*@', ''))
$$;--> statement-breakpoint
-- A copy for an address outside leaves by the forwarding hop, which needs to know its source.
CREATE FUNCTION "mail_host"."forward_address"("target" text, "source_id" uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(target, '@', '=') || '@' || replace(source_id::text, '-', '') || '.forward.internal'
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- The best reply of all ends of an address, and null if it leads nowhere: what one of them accepts is accepted.
CREATE FUNCTION "mail_host"."reply_of_ends"("wanted" text, "size_bytes" bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT reply FROM mail_host.find_ends(wanted) AS ending,
    LATERAL (SELECT mail_host.reply_of_end(ending.address, size_bytes) AS reply) AS asked
  WHERE ending.address <> wanted OR EXISTS (SELECT FROM mail_host.find_next(wanted))
  ORDER BY CASE left(reply, 2) WHEN 'OK' THEN 1 WHEN '45' THEN 2 ELSE 3 END, reply DESC LIMIT 1
$$;--> statement-breakpoint
-- Postfix's virtual aliases. Targets that receive nothing are left out, since their bounce would go to any sender.
CREATE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT CASE
      WHEN found.target <> wanted AND found.source_id IS NOT NULL AND mail_host.is_outside(found.target)
        THEN mail_host.forward_address(found.target, found.source_id)
      ELSE found.target END
    FROM mail_host.find_targets(wanted) AS found
    WHERE found.target = wanted OR mail_host.reply_of_ends(found.target, 1) !~ '^550' OR mail_host.is_outside(found.target);
END $$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."workspace_recipients_per_hour"() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (value #>> '{}')::integer FROM public.installation WHERE key = 'sending_limit_per_workspace'), 5000)
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- Counts one recipient of a signed-in sender and returns the reply for access(5).
CREATE FUNCTION "mail_host"."count_recipient"("login" text) RETURNS text
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- The same, and counts the recipient: of the login, which is empty for mail from other hosts, and of what forwards it.
CREATE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
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
END $$;--> statement-breakpoint
-- Whether mail of these recipients only leaves through aliases, so that no mailbox can keep it.
CREATE FUNCTION "mail_host"."leads_only_outside"("recipients" text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(bool_and(ending.source_id IS NOT NULL AND mail_host.is_outside(ending.address)
    AND NOT EXISTS (SELECT FROM public.mail_accounts AS account WHERE account.id = ending.source_id)), false)
  FROM unnest(recipients) AS given (recipient), LATERAL mail_host.find_ends(lower(given.recipient)) AS ending
$$;--> statement-breakpoint
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
$$;--> statement-breakpoint
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
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_account_address"("account_id" uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.address FROM mail_host.current_accounts AS account WHERE account.id = account_id
$$;--> statement-breakpoint
-- A message that was accepted is delivered, also to a mailbox that was suspended meanwhile, or was returned by the target of
-- its forwarding.
CREATE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
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
END $$;--> statement-breakpoint
-- What a session signed in with: the account, how often its sessions were ended, and a version of its password or an app
-- password. Dovecot logs it, so that the agents can end the sessions whose right is gone.
CREATE VIEW "mail_host"."logins" AS
  SELECT "current"."address", "current"."password", "current"."may_send", "current"."domain",
    "account"."id" || ':' || "account"."session_version" || ':p' || "account"."password_version" AS "sign_in_right"
  FROM "mail_host"."current_accounts" AS "current"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';--> statement-breakpoint
-- Dovecot logs the app password of a sign-in, so that the agents can store when each was last used.
CREATE VIEW "mail_host"."app_passwords" AS
  SELECT "current"."address", "app"."hint", "app"."password_hash" AS "password", "current"."may_send", "current"."domain",
    "app"."id",
    "account"."id" || ':' || "account"."session_version" || ':a' || "app"."id" AS "sign_in_right"
  FROM "public"."mail_app_passwords" AS "app"
  JOIN "mail_host"."current_accounts" AS "current" ON "current"."id" = "app"."account_id"
  JOIN "public"."mail_accounts" AS "account" ON "account"."id" = "current"."id"
  WHERE "current"."active" AND "current"."state" = 'active';--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_login"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT login.address, login.password, login.sign_in_right FROM mail_host.logins AS login
    WHERE login.address = wanted AND login.domain = split_part(wanted, '@', 2)
      AND (login.may_send OR service NOT IN ('smtp', 'submission'));
END $$;--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_app_password"("wanted" text, "password_hint" text, "service" text)
RETURNS TABLE ("user" text, "password" text, "app_password" uuid, "sign_in_right" text) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT app.address, app.password, app.id, app.sign_in_right FROM mail_host.app_passwords AS app
    WHERE app.address = wanted AND app.domain = split_part(wanted, '@', 2) AND app.hint = password_hint
      AND (app.may_send OR service NOT IN ('smtp', 'submission'));
END $$;--> statement-breakpoint
-- For the agents, which know their sessions by these rows after a restart.
CREATE VIEW "mail_host"."connections" AS SELECT "host", "process" FROM "public"."mail_connections";--> statement-breakpoint
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
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- The account that a sign-in with this name reaches.
CREATE FUNCTION "mail_host"."find_sieve_account"("login" text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.id FROM mail_host.find_login(login, 'sieve') AS found
  JOIN mail_host.current_accounts AS account ON account.address = found."user"
$$;--> statement-breakpoint
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
$$;--> statement-breakpoint
-- The agents report scripts that they have changed. A script that is looked at again is one report.
CREATE FUNCTION "mail_host"."store_sieve_findings"("account_id" uuid, "script_hash" text, "script_name" text, "findings" jsonb)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_sieve_findings (account_id, script_hash, script_name, findings, found_at)
  SELECT account.id, store_sieve_findings.script_hash, store_sieve_findings.script_name, store_sieve_findings.findings, now()
  FROM public.mail_accounts AS account WHERE account.id = store_sieve_findings.account_id
  ON CONFLICT ON CONSTRAINT mail_sieve_findings_account_id_script_hash_pk DO NOTHING
$$;--> statement-breakpoint
-- The agents report what became of each message. An event that is reported again is one event.
CREATE FUNCTION "mail_host"."store_log_events"("host_name" text, "events" jsonb) RETURNS void
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
$$;--> statement-breakpoint
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
END $$;--> statement-breakpoint
-- The same for an address, and for `@example.com`, which Postfix looks up for a catch-all. The local part stays as it is.
CREATE FUNCTION "mail_host"."ascii_address"("typed" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(typed) = char_length(typed) THEN typed
    ELSE regexp_replace(typed, '[^@]*$', '') || mail_host.ascii_domain(substring(typed FROM '[^@]*$')) END
$$;--> statement-breakpoint
-- Postfix before 3.9 asks in UTF-8, and says that it is Latin-1. Of later ones, the text stays as it is.
CREATE FUNCTION "mail_host"."postfix_text"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) = char_length(given) THEN
    RETURN given;
  END IF;
  RETURN convert_from(convert_to(given, 'LATIN1'), 'UTF8');
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
  RETURN given;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION
  "mail_host"."check_recipient"(text, text, bigint),
  "mail_host"."check_sieve_message"(uuid, boolean, text, text[]),
  "mail_host"."count_forwards"(text),
  "mail_host"."count_recipient"(text),
  "mail_host"."count_sending"(text, uuid[], uuid[]),
  "mail_host"."find_account_address"(uuid),
  "mail_host"."find_alias_targets"(text),
  "mail_host"."find_ends"(text),
  "mail_host"."find_forward_source"(uuid, text),
  "mail_host"."find_next"(text),
  "mail_host"."find_sender_logins"(text),
  "mail_host"."find_sieve_account"(text),
  "mail_host"."find_targets"(text),
  "mail_host"."find_void_connections"(text),
  "mail_host"."is_outside"(text),
  "mail_host"."leads_only_outside"(text[]),
  "mail_host"."may_forward"(uuid, text),
  "mail_host"."reply_of_end"(text, bigint),
  "mail_host"."reply_of_ends"(text, bigint),
  "mail_host"."reply_to_recipient"(text, bigint),
  "mail_host"."report_connections"(text, jsonb, jsonb),
  "mail_host"."sieve_addresses"(uuid),
  "mail_host"."store_app_password_use"(text),
  "mail_host"."store_log_events"(text, jsonb),
  "mail_host"."store_logins"(jsonb),
  "mail_host"."store_sieve_findings"(uuid, text, text, jsonb),
  "mail_host"."store_use"(jsonb),
  "mail_host"."take_quota_report"(),
  "mail_host"."workspace_recipients_per_hour"()
  FROM PUBLIC;
