CREATE TABLE "zone_publications" (
	"workspace_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"pending_record_sets" integer DEFAULT 0 NOT NULL,
	"primary_version" integer,
	"primary_serial" bigint,
	"published_version" integer,
	"problem" text,
	"servers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "zone_publications_workspace_id_zone_id_pk" PRIMARY KEY("workspace_id","zone_id")
);
--> statement-breakpoint
CREATE TABLE "zone_record_sets" (
	"workspace_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"ttl_seconds" integer NOT NULL,
	"values" text[] NOT NULL,
	"comment" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"managed_by" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zone_record_sets_workspace_id_zone_id_name_type_pk" PRIMARY KEY("workspace_id","zone_id","name","type")
);
--> statement-breakpoint
CREATE TABLE "zone_server_lease" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"holder" uuid NOT NULL,
	"leased_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zone_server_lease_single_row" CHECK ("zone_server_lease"."id")
);
--> statement-breakpoint
CREATE TABLE "zone_versions" (
	"workspace_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"serial" bigint NOT NULL,
	"diff" jsonb NOT NULL,
	"set_count" integer NOT NULL,
	"deleted_count" integer NOT NULL,
	"message" text,
	"actor" jsonb NOT NULL,
	"restored_version" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zone_versions_workspace_id_zone_id_version_pk" PRIMARY KEY("workspace_id","zone_id","version")
);
--> statement-breakpoint
CREATE TABLE "zone_withdrawals" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "zone_withdrawals_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"basis" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"serial" bigint NOT NULL,
	"record_set_count" integer DEFAULT 0 NOT NULL,
	"is_signed" boolean DEFAULT false NOT NULL,
	"end_reason" text,
	"ends_at" timestamp (3) with time zone,
	"delegation" text,
	"delegated_to" text[] DEFAULT '{}' NOT NULL,
	"delegation_checked_at" timestamp (3) with time zone,
	"next_delegation_check_at" timestamp (3) with time zone,
	"elsewhere_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zones_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "zone_publications" ADD CONSTRAINT "zone_publications_zone_fkey" FOREIGN KEY ("workspace_id","zone_id") REFERENCES "public"."zones"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_record_sets" ADD CONSTRAINT "zone_record_sets_zone_fkey" FOREIGN KEY ("workspace_id","zone_id") REFERENCES "public"."zones"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_versions" ADD CONSTRAINT "zone_versions_zone_fkey" FOREIGN KEY ("workspace_id","zone_id") REFERENCES "public"."zones"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zone_publications_due_at_index" ON "zone_publications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "zone_versions_created_at_index" ON "zone_versions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "zone_withdrawals_due_at_index" ON "zone_withdrawals" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "zones_workspace_name_index" ON "zones" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "zones_name_index" ON "zones" USING btree ("name");--> statement-breakpoint
CREATE INDEX "zones_reversed_name_index" ON "zones" USING btree (reverse("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "zones_ends_at_index" ON "zones" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "zones_next_delegation_check_at_index" ON "zones" USING btree ("next_delegation_check_at");