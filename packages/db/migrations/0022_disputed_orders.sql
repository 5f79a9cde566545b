ALTER TABLE "order_lines" ADD COLUMN "is_locked_for_dispute" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "dispute_check_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_dispute_check_index" ON "orders" USING btree ("dispute_check_at");