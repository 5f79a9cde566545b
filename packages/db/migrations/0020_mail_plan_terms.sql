ALTER TABLE "mail_domains" ADD COLUMN "paid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "auto_renew" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "next_renewal_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "next_plan_slug" text;--> statement-breakpoint
-- Mail that was active before gets a free year, by the business clock.
UPDATE "mail_domains" SET "paid_until" = now() + interval '1 year'
  + coalesce((SELECT "offset_ms" FROM "business_clock"), 0) * interval '1 millisecond';--> statement-breakpoint
UPDATE "mail_domains" SET "next_renewal_at" = "paid_until" - interval '14 days' WHERE "left_at" IS NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ALTER COLUMN "paid_until" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_domains_next_renewal_at_index" ON "mail_domains" USING btree ("next_renewal_at");
