ALTER TABLE "delivery_hours" ADD COLUMN "succeeded_within" "int8multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_hours" ADD COLUMN "located" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A count that doesn't match says that more may have succeeded up to now: tests too, which aren't counted.
INSERT INTO "delivery_hours" ("workspace_id", "endpoint_id", "hour", "duration_counts", "located")
SELECT "workspace_id", "id", date_trunc('hour', now()), array_fill(0, array[31]), -1
FROM "webhook_endpoints" ORDER BY "workspace_id", "id"
ON CONFLICT ("workspace_id", "endpoint_id", "hour") DO UPDATE SET "located" = -1;
