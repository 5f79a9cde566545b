DROP INDEX "deliveries_type_index";--> statement-breakpoint
CREATE INDEX "deliveries_event_type_index" ON "deliveries" USING btree ("endpoint_id","event_type",coalesce("missed_as", ''),"id");