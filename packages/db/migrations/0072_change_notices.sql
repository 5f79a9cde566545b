CREATE TABLE "change_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"target" text NOT NULL,
	"detail" text,
	"actor" jsonb NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_notices" ADD CONSTRAINT "change_notices_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_notices_group_index" ON "change_notices" USING btree ("workspace_id","kind","to_address");