ALTER TABLE "api_keys" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "password_void_at" timestamp (3) with time zone;