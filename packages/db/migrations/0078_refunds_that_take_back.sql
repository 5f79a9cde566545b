ALTER TABLE "order_lines" ADD COLUMN "previous_plan_slug" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_at" timestamp (3) with time zone;