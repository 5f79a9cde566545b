DROP INDEX "deliveries_endpoint_index";--> statement-breakpoint
CREATE INDEX "deliveries_type_index" ON "deliveries" USING btree ("endpoint_id","event_type","id");--> statement-breakpoint
CREATE INDEX "deliveries_subject_index" ON "deliveries" USING btree ("endpoint_id","subject","id");--> statement-breakpoint
CREATE INDEX "deliveries_missed_index" ON "deliveries" USING btree ("endpoint_id","status","id") WHERE "deliveries"."status" in ('failed', 'skipped');