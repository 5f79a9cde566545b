CREATE TABLE "contact_handles" (
	"contact_id" uuid NOT NULL,
	"registrar" text NOT NULL,
	"is_private" boolean NOT NULL,
	"handle" text NOT NULL,
	"sent_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "contact_handles_contact_id_registrar_is_private_pk" PRIMARY KEY("contact_id","registrar","is_private")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"organization" text,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"street" text[] NOT NULL,
	"city" text NOT NULL,
	"state_or_province" text,
	"postal_code" text,
	"country_code" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "domain_batch_items" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"domain_name" text NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "domain_batch_items_batch_id_position_pk" PRIMARY KEY("batch_id","position")
);
--> statement-breakpoint
CREATE TABLE "domain_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"total" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "domain_operations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"domain_id" uuid,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" jsonb,
	"waits_until" timestamp (3) with time zone,
	"years" integer,
	"price_cents" bigint,
	"currency" text,
	"actor" jsonb NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "domain_intents" ADD COLUMN "operation_id" uuid;--> statement-breakpoint
ALTER TABLE "domain_intents" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "registrant_contact_id" uuid;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "admin_contact_id" uuid;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "tech_contact_id" uuid;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "registry_contacts" jsonb;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "glue" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "next_renewal_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "next_deletion_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "next_look_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "status_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "auth_code_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "work_leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_handles" ADD CONSTRAINT "contact_handles_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_batch_items" ADD CONSTRAINT "domain_batch_items_batch_id_domain_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."domain_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_batches" ADD CONSTRAINT "domain_batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_operations" ADD CONSTRAINT "domain_operations_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_handles_handle_key" ON "contact_handles" USING btree ("registrar","handle");--> statement-breakpoint
CREATE INDEX "contacts_workspace_index" ON "contacts" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "domain_batch_items_waiting_index" ON "domain_batch_items" USING btree ("batch_id","position") WHERE "domain_batch_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "domain_batches_workspace_index" ON "domain_batches" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_operations_workspace_index" ON "domain_operations" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "domain_operations_open_key" ON "domain_operations" USING btree ("workspace_id","domain_name") WHERE "domain_operations"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "domain_intents" ADD CONSTRAINT "domain_intents_operation_id_domain_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."domain_operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_registrant_contact_id_contacts_id_fk" FOREIGN KEY ("registrant_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_admin_contact_id_contacts_id_fk" FOREIGN KEY ("admin_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_tech_contact_id_contacts_id_fk" FOREIGN KEY ("tech_contact_id") REFERENCES "public"."contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domains_next_renewal_at_index" ON "domains" USING btree ("next_renewal_at");--> statement-breakpoint
CREATE INDEX "domains_next_deletion_at_index" ON "domains" USING btree ("next_deletion_at");--> statement-breakpoint
CREATE INDEX "domains_next_look_at_index" ON "domains" USING btree ("next_look_at");--> statement-breakpoint
CREATE INDEX "domains_auth_code_expires_at_index" ON "domains" USING btree ("auth_code_expires_at");--> statement-breakpoint
CREATE INDEX "domains_registrant_contact_index" ON "domains" USING btree ("registrant_contact_id");--> statement-breakpoint
CREATE INDEX "domains_admin_contact_index" ON "domains" USING btree ("admin_contact_id");--> statement-breakpoint
CREATE INDEX "domains_tech_contact_index" ON "domains" USING btree ("tech_contact_id");--> statement-breakpoint
UPDATE "domains" SET "next_renewal_at" = "paid_until" - interval '12 hours' WHERE "auto_renew" AND "status" = 'active';
