DROP INDEX "payment_attempts_charge_index";--> statement-breakpoint
DROP INDEX "receipts_workspace_index";--> statement-breakpoint
ALTER TABLE "domain_operations" ADD COLUMN "cost_cents" bigint;--> statement-breakpoint
ALTER TABLE "domain_operations" ADD COLUMN "cost_currency" text;--> statement-breakpoint
CREATE INDEX "ledger_entries_occurred_at_index" ON "ledger_entries" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_finished_at_index" ON "payment_attempts" USING btree ("finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open_key" ON "payment_attempts" USING btree ("payment_id") WHERE "payment_attempts"."state" in ('starting', 'confirming', 'awaiting_customer');--> statement-breakpoint
CREATE INDEX "refunds_finished_at_index" ON "refunds" USING btree ("finished_at");--> statement-breakpoint
CREATE FUNCTION "refuse_receipt_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'an issued receipt does not change' USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "receipts_append_only" BEFORE UPDATE OR DELETE ON "receipts"
	FOR EACH ROW EXECUTE FUNCTION "refuse_receipt_change"();--> statement-breakpoint
CREATE TRIGGER "receipts_no_truncate" BEFORE TRUNCATE ON "receipts"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_receipt_change"();
