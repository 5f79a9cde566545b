ALTER TABLE "webhook_catch_ups" ALTER COLUMN "until" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_catch_ups" ADD COLUMN "prepared_up_to" uuid;--> statement-breakpoint
ALTER TABLE "webhook_catch_ups" ADD COLUMN "paced_to" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "missed_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "deliveries_catch_up_index" ON "deliveries" USING btree ("catch_up_id") WHERE "deliveries"."catch_up_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_catch_ups_open_index" ON "webhook_catch_ups" USING btree ("id") WHERE "webhook_catch_ups"."finished_at" is null;