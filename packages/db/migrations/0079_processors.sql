ALTER TABLE "card_pages" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_notices" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "processor_readings" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "processor_transactions" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "processor" text DEFAULT 'stripe' NOT NULL;--> statement-breakpoint
DROP INDEX "card_pages_processor_key";--> statement-breakpoint
DROP INDEX "payment_attempts_intent_key";--> statement-breakpoint
DROP INDEX "payment_attempts_page_key";--> statement-breakpoint
DROP INDEX "payment_customers_processor_key";--> statement-breakpoint
DROP INDEX "payment_disputes_processor_key";--> statement-breakpoint
DROP INDEX "payment_methods_processor_key";--> statement-breakpoint
DROP INDEX "refunds_processor_key";--> statement-breakpoint
ALTER TABLE "inbound_notices" DROP CONSTRAINT "inbound_notices_pkey";--> statement-breakpoint
ALTER TABLE "payment_customers" DROP CONSTRAINT "payment_customers_pkey";--> statement-breakpoint
ALTER TABLE "processor_readings" DROP CONSTRAINT "processor_readings_pkey";--> statement-breakpoint
ALTER TABLE "inbound_notices" ADD CONSTRAINT "inbound_notices_id_processor_pk" PRIMARY KEY("id","processor");--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_workspace_id_processor_pk" PRIMARY KEY("workspace_id","processor");--> statement-breakpoint
ALTER TABLE "processor_readings" ADD CONSTRAINT "processor_readings_id_processor_pk" PRIMARY KEY("id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "processor_transactions_processor_key" ON "processor_transactions" USING btree ("id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "card_pages_processor_key" ON "card_pages" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_intent_key" ON "payment_attempts" USING btree ("intent_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_page_key" ON "payment_attempts" USING btree ("page_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_customers_processor_key" ON "payment_customers" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_disputes_processor_key" ON "payment_disputes" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_processor_key" ON "payment_methods" USING btree ("processor_id","processor");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_processor_key" ON "refunds" USING btree ("processor_id","processor");
