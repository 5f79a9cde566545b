CREATE TABLE "email_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_notification_emails" (
	"notification_id" uuid NOT NULL,
	"email_id" uuid NOT NULL,
	"to_address" text NOT NULL,
	CONSTRAINT "domain_notification_emails_notification_id_email_id_pk" PRIMARY KEY("notification_id","email_id")
);
--> statement-breakpoint
CREATE TABLE "domain_notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"kind" text NOT NULL,
	"topic" text NOT NULL,
	"details" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"once_key" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"mail_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"not_sent" text,
	CONSTRAINT "domain_notifications_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "notification_topics" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_emails" ADD COLUMN "keeps_outcome" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "domain_notification_emails" ADD CONSTRAINT "domain_notification_emails_notification_id_domain_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."domain_notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_notifications" ADD CONSTRAINT "domain_notifications_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_notifications_domain_index" ON "domain_notifications" USING btree ("domain_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "domain_notifications_mail_at_index" ON "domain_notifications" USING btree ("mail_at") WHERE "domain_notifications"."mail_at" is not null;