CREATE TABLE "mail_sending_limits" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"scope" text NOT NULL,
	"workspace_id" uuid NOT NULL,
	"mail_domain_id" uuid NOT NULL,
	"limited_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sending_limits_scope_id_cause_pk" PRIMARY KEY("scope_id","cause")
);
--> statement-breakpoint
CREATE TABLE "mail_sending_minutes" (
	"scope_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"recipients" integer NOT NULL,
	CONSTRAINT "mail_sending_minutes_scope_id_cause_minute_pk" PRIMARY KEY("scope_id","cause","minute")
);
--> statement-breakpoint
CREATE INDEX "mail_sending_limits_limited_at_index" ON "mail_sending_limits" USING btree ("limited_at");--> statement-breakpoint
CREATE INDEX "mail_sending_minutes_minute_index" ON "mail_sending_minutes" USING btree ("minute");