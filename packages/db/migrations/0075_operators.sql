CREATE TABLE "operators" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "evidence_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "retry_of_id" uuid;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_open_index" ON "payment_disputes" USING btree ("payment_id") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_retry_key" ON "refunds" USING btree ("retry_of_id");--> statement-breakpoint
CREATE INDEX "refunds_for_operator_index" ON "refunds" USING btree ("payment_id") WHERE "refunds"."state" in ('failed', 'waiting');--> statement-breakpoint
CREATE INDEX "refunds_undone_index" ON "refunds" USING btree ("workspace_id","created_at") WHERE "refunds"."reason" = 'domain_deleted';