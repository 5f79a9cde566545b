ALTER TABLE "mail_account_use" ADD COLUMN "warned_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_hosts" ADD COLUMN "secret_key_ids" text[];--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "storage_warned_percent" integer DEFAULT 0 NOT NULL;