CREATE TABLE "mail_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"process" text NOT NULL,
	"account_id" uuid NOT NULL,
	"protocol" text NOT NULL,
	"ip_address" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"program" text,
	"app_password_id" uuid,
	"password_version" integer,
	"session_version" integer
);
--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "password_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "session_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_accounts" ADD COLUMN "sign_ins_void_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_hosts" ADD COLUMN "connections_reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_connections" ADD CONSTRAINT "mail_connections_host_mail_hosts_name_fk" FOREIGN KEY ("host") REFERENCES "public"."mail_hosts"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_connections_process_key" ON "mail_connections" USING btree ("host","process");--> statement-breakpoint
CREATE INDEX "mail_connections_account_index" ON "mail_connections" USING btree ("account_id");