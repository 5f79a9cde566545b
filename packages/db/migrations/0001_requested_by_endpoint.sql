CREATE INDEX IF NOT EXISTS "delivery_queue_endpoint_requested_index" ON "delivery_queue" USING btree ("endpoint_id",kind desc,"due_at") WHERE "delivery_queue"."kind" <> 'scheduled' and not "delivery_queue"."is_ordered";--> statement-breakpoint
DROP INDEX "delivery_queue_requested_index";
