ALTER TABLE "mail_domains" ADD COLUMN "next_notice_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_domains_next_notice_at_index" ON "mail_domains" USING btree ("next_notice_at");--> statement-breakpoint
-- By the business clock. The owners of a plan that ends within 14 days are told at once.
UPDATE "mail_domains" SET "next_notice_at" = "paid_until" - interval '14 days'
  WHERE NOT "auto_renew" AND "left_at" IS NULL AND "paid_until" > now()
    + coalesce((SELECT "offset_ms" FROM "business_clock"), 0) * interval '1 millisecond';
