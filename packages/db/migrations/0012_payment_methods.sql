CREATE TABLE "card_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor_id" text NOT NULL,
	"opened_by" jsonb NOT NULL,
	"request_id" text,
	"next_check_at" timestamp (3) with time zone,
	"payment_method_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"processor_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"processor_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"expiry_month" integer NOT NULL,
	"expiry_year" integer NOT NULL,
	"is_default" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"removal_requested_by" jsonb,
	"removal_request_id" text,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_pages" ADD CONSTRAINT "card_pages_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_pages_processor_key" ON "card_pages" USING btree ("processor_id");--> statement-breakpoint
CREATE INDEX "card_pages_workspace_index" ON "card_pages" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "card_pages_next_check_index" ON "card_pages" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "card_pages_payment_method_index" ON "card_pages" USING btree ("payment_method_id");--> statement-breakpoint
CREATE INDEX "card_pages_created_at_index" ON "card_pages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbound_notices_received_at_index" ON "inbound_notices" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_processor_key" ON "payment_customers" USING btree ("processor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_processor_key" ON "payment_methods" USING btree ("processor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_default_key" ON "payment_methods" USING btree ("workspace_id") WHERE "payment_methods"."is_default";--> statement-breakpoint
CREATE INDEX "payment_methods_workspace_index" ON "payment_methods" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "payment_methods_removed_at_index" ON "payment_methods" USING btree ("removed_at");