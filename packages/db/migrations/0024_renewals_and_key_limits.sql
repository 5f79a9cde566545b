ALTER TABLE "api_keys" ADD COLUMN "monthly_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "counted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "next_expiry_mail_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "domains_renewals_index" ON "domains" USING btree ("workspace_id",coalesce("next_renewal_at", "paid_until"),"id") WHERE "domains"."status" in ('active', 'expired');--> statement-breakpoint
CREATE INDEX "orders_counted_index" ON "orders" USING btree (("actor" ->> 'id'),"counted_at") WHERE "orders"."counted_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_open_renewals_index" ON "orders" USING btree ("workspace_id","id") WHERE "orders"."origin" = 'renewal' and "orders"."state" not in ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "payment_methods_next_expiry_mail_index" ON "payment_methods" USING btree ("next_expiry_mail_at");--> statement-breakpoint
UPDATE "payment_methods" SET "next_expiry_mail_at" = make_timestamptz("expiry_year", "expiry_month", 1, 0, 0, 0, 'UTC')
  WHERE "removed_at" IS NULL AND make_timestamptz("expiry_year", "expiry_month", 1, 0, 0, 0, 'UTC') + interval '1 month' > now();
