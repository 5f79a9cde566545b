CREATE TABLE "zone_allowances" (
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"allowed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "zone_allowances_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
ALTER TABLE "zone_allowances" ADD CONSTRAINT "zone_allowances_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "zones_id_index" ON "zones" USING btree ("id");--> statement-breakpoint
CREATE INDEX "domains_reversed_name_index" ON "domains" USING btree (reverse("name") text_pattern_ops);