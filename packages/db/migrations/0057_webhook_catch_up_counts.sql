ALTER TABLE "webhook_catch_ups" ADD COLUMN "queued" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_catch_ups" ADD COLUMN "delivered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_catch_ups" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_catch_ups" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "catch_up_id" uuid;--> statement-breakpoint
CREATE INDEX "delivery_queue_catch_up_index" ON "delivery_queue" USING btree ("catch_up_id") WHERE "delivery_queue"."catch_up_id" is not null;--> statement-breakpoint
UPDATE "delivery_queue" q SET "catch_up_id" = d."catch_up_id"
FROM "deliveries" d, "webhook_catch_ups" c
WHERE d."workspace_id" = q."workspace_id" AND d."id" = q."delivery_id"
  AND c."workspace_id" = d."workspace_id" AND c."id" = d."catch_up_id" AND c."finished_at" IS NULL;--> statement-breakpoint
UPDATE "webhook_catch_ups" c
SET "queued" = n."queued", "delivered" = n."delivered", "failed" = n."failed", "skipped" = n."skipped"
FROM (
  SELECT "workspace_id", "catch_up_id", count(*) AS "queued", count(*) FILTER (WHERE "status" = 'succeeded') AS "delivered",
    count(*) FILTER (WHERE "status" = 'failed') AS "failed", count(*) FILTER (WHERE "status" = 'skipped') AS "skipped"
  FROM "deliveries" WHERE "catch_up_id" IS NOT NULL GROUP BY 1, 2
) n
WHERE c."workspace_id" = n."workspace_id" AND c."id" = n."catch_up_id";
