CREATE TABLE "order_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "retried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "counted_key_id" uuid;--> statement-breakpoint
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_emails" ADD CONSTRAINT "order_emails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_emails_subject_key" ON "order_emails" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "order_emails_due_index" ON "order_emails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "order_emails_order_index" ON "order_emails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_counted_key_index" ON "orders" USING btree ("counted_key_id","counted_at") WHERE "orders"."counted_key_id" is not null;