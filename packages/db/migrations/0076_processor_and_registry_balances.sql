CREATE TABLE "processor_readings" (
	"id" text PRIMARY KEY NOT NULL,
	"complete_until" timestamp (3) with time zone,
	"last_id" text
);
--> statement-breakpoint
CREATE TABLE "processor_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source_id" text,
	"amount_cents" bigint NOT NULL,
	"fee_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_accounts" (
	"registrar" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"opening_cents" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "workspace_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_reconciliations" ADD COLUMN "unchecked" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "processor_transactions_source_index" ON "processor_transactions" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_charge_index" ON "payment_attempts" USING btree ("charge_id");