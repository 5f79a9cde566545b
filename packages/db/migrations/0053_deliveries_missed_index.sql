CREATE INDEX "deliveries_missed_index" ON "deliveries" USING btree ("endpoint_id","missed_as","id","workspace_id","is_test","created_at","event_type") WHERE "deliveries"."missed_as" is not null;--> statement-breakpoint
-- Last, because it locks the table for readers too.
DROP INDEX "deliveries_missed_as_index";
