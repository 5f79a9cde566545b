ALTER TABLE "domains" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "suspension_statuses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "interrupted_paid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owed_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owed_tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "suspends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "suspension_check_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_suspension_check_index" ON "orders" USING btree ("suspension_check_at");--> statement-breakpoint
CREATE INDEX "orders_owed_index" ON "orders" USING btree ("workspace_id") WHERE "orders"."owed_cents" > 0;