CREATE TABLE "delivery_attempts" (
	"workspace_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status_code" integer,
	"error" text,
	"error_stage" text,
	"duration_ms" integer,
	"attempted_at" timestamp (3) with time zone NOT NULL,
	"request" text,
	"response_headers" text,
	"response_body" "bytea",
	CONSTRAINT "delivery_attempts_workspace_id_delivery_id_number_pk" PRIMARY KEY("workspace_id","delivery_id","number")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "delivery_attempts_default" PARTITION OF "delivery_attempts" DEFAULT;
--> statement-breakpoint
CREATE TABLE "delivery_hours" (
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"duration_counts" integer[] NOT NULL,
	CONSTRAINT "delivery_hours_workspace_id_endpoint_id_hour_pk" PRIMARY KEY("workspace_id","endpoint_id","hour")
);
--> statement-breakpoint
CREATE TABLE "event_sequences" (
	"workspace_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "event_sequences_workspace_id_subject_pk" PRIMARY KEY("workspace_id","subject")
);
--> statement-breakpoint
CREATE TABLE "webhook_catch_ups" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"rate_per_second" integer,
	"state" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_catch_ups_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
-- Partitioned from here on. Existing events are counted per subject; the next one of a subject continues from there.
ALTER TABLE "events" RENAME TO "events_unpartitioned";
--> statement-breakpoint
DROP INDEX "events_workspace_index";
--> statement-breakpoint
ALTER TABLE "events_unpartitioned" DROP CONSTRAINT "events_pkey";
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"sequence" integer NOT NULL,
	"body" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;
--> statement-breakpoint
INSERT INTO "events" ("id", "workspace_id", "type", "subject", "sequence", "body", "created_at")
SELECT "id", "workspace_id", "type", "subject",
	row_number() OVER (PARTITION BY "workspace_id", "subject" ORDER BY "id"), "body", "created_at"
FROM (
	SELECT *, coalesce("body"::json -> 'data' ->> 'name', "body"::json -> 'data' ->> 'paymentId', '') AS "subject"
	FROM "events_unpartitioned"
) AS "known";
--> statement-breakpoint
DROP TABLE "events_unpartitioned";
--> statement-breakpoint
INSERT INTO "event_sequences" ("workspace_id", "subject", "last")
SELECT "workspace_id", "subject", max("sequence") FROM "events" GROUP BY "workspace_id", "subject";
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "workspace_id" uuid, ADD COLUMN "subject" text, ADD COLUMN "sequence" integer,
	ADD COLUMN "is_test" boolean DEFAULT false NOT NULL, ADD COLUMN "replays" integer DEFAULT 0 NOT NULL,
	ADD COLUMN "error_stage" text, ADD COLUMN "request" text, ADD COLUMN "response_headers" text,
	ADD COLUMN "response_body" "bytea", ADD COLUMN "catch_up_id" uuid;
--> statement-breakpoint
UPDATE "deliveries" SET "workspace_id" = "event"."workspace_id", "subject" = "event"."subject", "sequence" = "event"."sequence"
FROM "events" AS "event" WHERE "event"."id" = "deliveries"."event_id";
--> statement-breakpoint
DELETE FROM "deliveries" WHERE "workspace_id" IS NULL;
--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "workspace_id" SET NOT NULL, ALTER COLUMN "subject" SET NOT NULL,
	ALTER COLUMN "sequence" SET NOT NULL, DROP CONSTRAINT "deliveries_pkey",
	ADD CONSTRAINT "deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id");
--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "workspace_id" uuid, ADD COLUMN "subject" text, ADD COLUMN "sequence" integer,
	ADD COLUMN "is_ordered" boolean DEFAULT false NOT NULL, ADD COLUMN "kind" text DEFAULT 'scheduled' NOT NULL,
	ADD COLUMN "resume_at" timestamp (3) with time zone, ADD COLUMN "replays" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "delivery_queue" SET "workspace_id" = "event"."workspace_id", "subject" = "event"."subject", "sequence" = "event"."sequence"
FROM "events" AS "event" WHERE "event"."id" = "delivery_queue"."event_id";
--> statement-breakpoint
DELETE FROM "delivery_queue" WHERE "workspace_id" IS NULL;
--> statement-breakpoint
DROP INDEX "delivery_queue_event_endpoint_key";
--> statement-breakpoint
ALTER TABLE "delivery_queue" ALTER COLUMN "workspace_id" SET NOT NULL, ALTER COLUMN "subject" SET NOT NULL,
	ALTER COLUMN "sequence" SET NOT NULL, DROP CONSTRAINT "delivery_queue_pkey",
	ADD CONSTRAINT "delivery_queue_workspace_id_delivery_id_pk" PRIMARY KEY("workspace_id","delivery_id");
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "ordered" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "next_secret_encrypted" text;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "rotation_ends_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "deactivation_reason" text;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "catch_up_id" uuid;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE "webhook_endpoints" SET "deactivation_reason" = CASE WHEN "consecutive_failures" >= 10 THEN 'failures' ELSE 'paused' END
WHERE NOT "active";
--> statement-breakpoint
CREATE INDEX "webhook_catch_ups_endpoint_index" ON "webhook_catch_ups" USING btree ("endpoint_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "delivery_queue_order_index" ON "delivery_queue" USING btree ("endpoint_id","subject","sequence") WHERE "delivery_queue"."is_ordered";
--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_queue_event_endpoint_key" ON "delivery_queue" USING btree ("workspace_id","event_id","endpoint_id");
