CREATE TABLE "attention_choices" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"snoozed_until" timestamp (3) with time zone,
	"muted_at" timestamp (3) with time zone,
	"severity" text NOT NULL,
	"until" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attention_choices_user_id_workspace_id_kind_subject_id_pk" PRIMARY KEY("user_id","workspace_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "domain_dns_checks" (
	"domain_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"dnssec" text DEFAULT 'unknown' NOT NULL,
	"answering" integer DEFAULT 0 NOT NULL,
	"asked" integer DEFAULT 0 NOT NULL,
	"breaks_since" timestamp (3) with time zone,
	"silent_since" timestamp (3) with time zone,
	"is_broken" boolean DEFAULT false NOT NULL,
	"is_silent" boolean DEFAULT false NOT NULL,
	"has_answered" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attention_choices" ADD CONSTRAINT "attention_choices_member_fkey" FOREIGN KEY ("user_id","workspace_id") REFERENCES "public"."members"("user_id","workspace_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_dns_checks" ADD CONSTRAINT "domain_dns_checks_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "domain_dns_checks_next_check_at_index" ON "domain_dns_checks" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "domain_dns_checks_attention_index" ON "domain_dns_checks" USING btree ("workspace_id") WHERE "domain_dns_checks"."is_broken" or "domain_dns_checks"."is_silent";--> statement-breakpoint
CREATE INDEX "domain_history_failed_renewal_index" ON "domain_history" USING btree ("domain_id","occurred_at") WHERE "domain_history"."kind" = 'renewal' and "domain_history"."details" ->> 'failed' = 'automatic_renewal';--> statement-breakpoint
CREATE INDEX "domain_operations_name_index" ON "domain_operations" USING btree ("workspace_id","domain_name","id");--> statement-breakpoint
CREATE INDEX "domain_operations_failed_index" ON "domain_operations" USING btree ("workspace_id","id") WHERE "domain_operations"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "domains_attention_index" ON "domains" USING btree ("workspace_id","name") WHERE "domains"."status" in ('redemption', 'pending_transfer') or "domains"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_account_use_warned_index" ON "mail_account_use" USING btree ("account_id") WHERE "mail_account_use"."warned_percent" > 0;--> statement-breakpoint
CREATE INDEX "mail_sending_limits_workspace_index" ON "mail_sending_limits" USING btree ("workspace_id","limited_at");--> statement-breakpoint
CREATE INDEX "mail_forward_targets_waiting_index" ON "mail_forward_targets" USING btree ("mail_domain_id") WHERE "mail_forward_targets"."confirmed_at" is null and "mail_forward_targets"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "mail_dkim_keys_pending_index" ON "mail_dkim_keys" USING btree ("mail_domain_id") WHERE "mail_dkim_keys"."stage" = 'pending';--> statement-breakpoint
CREATE INDEX "mail_dns_checks_wrong_index" ON "mail_dns_checks" USING btree ("workspace_id") WHERE "mail_dns_checks"."records" @? '$[*] ? (@.severity == "error" && @.status != "ok" && @.status != "unknown")';--> statement-breakpoint
CREATE INDEX "payment_disputes_attention_index" ON "payment_disputes" USING btree ("workspace_id") WHERE "payment_disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "refunds_owed_index" ON "refunds" USING btree ("workspace_id") WHERE "refunds"."state" = 'failed' and "refunds"."settled_at" is null;