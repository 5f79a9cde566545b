DROP INDEX "delivery_queue_lease_index";--> statement-breakpoint
DROP INDEX "delivery_queue_endpoint_due_index";--> statement-breakpoint
CREATE INDEX "delivery_queue_requested_index" ON "delivery_queue" USING btree ("due_at") WHERE "delivery_queue"."kind" <> 'scheduled' and not "delivery_queue"."is_ordered";--> statement-breakpoint
CREATE INDEX "delivery_queue_endpoint_due_index" ON "delivery_queue" USING btree ("endpoint_id",least(attempt, 1),"due_at");--> statement-breakpoint
-- Room on each page for the update that claims a row.
ALTER TABLE "delivery_queue" SET (fillfactor = 60);
--> statement-breakpoint
ALTER TABLE "delivery_hours" SET (fillfactor = 50);
