ALTER TABLE "mail_dkim_keys" ADD COLUMN "shown" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_dkim_keys" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_dkim_keys" ADD COLUMN "told_at" timestamp (3) with time zone;