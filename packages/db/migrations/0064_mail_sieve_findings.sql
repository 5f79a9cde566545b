CREATE TABLE "mail_sieve_findings" (
	"account_id" uuid NOT NULL,
	"script_hash" text NOT NULL,
	"script_name" text NOT NULL,
	"findings" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sieve_findings_account_id_script_hash_pk" PRIMARY KEY("account_id","script_hash")
);
--> statement-breakpoint
ALTER TABLE "mail_sieve_findings" ADD CONSTRAINT "mail_sieve_findings_account_id_mail_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."mail_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_sieve_findings_untold_index" ON "mail_sieve_findings" USING btree ("found_at") WHERE "mail_sieve_findings"."told_at" is null;