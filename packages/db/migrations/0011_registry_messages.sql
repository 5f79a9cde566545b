CREATE TABLE "registry_balances" (
	"registrar" text PRIMARY KEY NOT NULL,
	"balance_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_low" boolean NOT NULL,
	"known_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"registrar" text NOT NULL,
	"message_id" text NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"domain_name" text,
	"domain_id" uuid,
	"text" text NOT NULL,
	"details" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "registry_messages" ADD CONSTRAINT "registry_messages_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registry_messages_message_key" ON "registry_messages" USING btree ("registrar","message_id","queued_at");--> statement-breakpoint
CREATE INDEX "registry_messages_unreported_index" ON "registry_messages" USING btree ("id") WHERE "registry_messages"."reported_at" is null and "registry_messages"."domain_id" is null;