CREATE TABLE "registry_renewals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"domain_id" uuid NOT NULL,
	"renewed_from" timestamp (3) with time zone NOT NULL,
	"cost_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"outcome" text,
	"order_line_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD COLUMN "lost_tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "registry_renewals" ADD CONSTRAINT "registry_renewals_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registry_renewals_term_key" ON "registry_renewals" USING btree ("domain_id","renewed_from");