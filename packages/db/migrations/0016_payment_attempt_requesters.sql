ALTER TABLE "payment_attempts" ADD COLUMN "requested_by" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "request_id" text;