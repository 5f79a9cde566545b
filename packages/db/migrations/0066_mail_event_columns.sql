ALTER TABLE "mail_events" ADD COLUMN "tls" text;--> statement-breakpoint
CREATE INDEX "mail_events_message_index" ON "mail_events" USING btree ("mail_domain_id","message_id","id");