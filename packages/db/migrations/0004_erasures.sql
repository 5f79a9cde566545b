CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"salt" uuid,
	"requested_by" text NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_step_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deletes_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_subject_key" ON "erasures" USING btree ("subject_id") WHERE "erasures"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "erasures_next_step_at_index" ON "erasures" USING btree ("next_step_at");