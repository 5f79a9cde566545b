DROP INDEX "deliveries_missed_index";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "missed_as" text GENERATED ALWAYS AS (case when "status" in ('failed', 'skipped') then "status" end) STORED;--> statement-breakpoint
CREATE INDEX "deliveries_missed_as_index" ON "deliveries" USING btree ("endpoint_id","missed_as","id") WHERE "deliveries"."missed_as" is not null;