ALTER TABLE "verifications" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_browser_hash_unique" UNIQUE("browser_hash");