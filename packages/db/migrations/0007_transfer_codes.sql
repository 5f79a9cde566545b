CREATE TABLE "transfer_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"code_encrypted" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "transfer_codes" ADD CONSTRAINT "transfer_codes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_codes" ADD CONSTRAINT "transfer_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_codes_name_key" ON "transfer_codes" USING btree ("workspace_id","user_id","domain_name");--> statement-breakpoint
CREATE INDEX "transfer_codes_user_index" ON "transfer_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transfer_codes_expires_at_index" ON "transfer_codes" USING btree ("expires_at");