ALTER TABLE "mail_dns_checks" ADD COLUMN "workspace_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_dns_checks" ADD COLUMN "health" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_dns_checks" DROP COLUMN "broken_purposes";--> statement-breakpoint
-- Mail that is active already is checked within the next six hours.
INSERT INTO "mail_dns_checks" ("mail_domain_id", "workspace_id", "next_check_at")
SELECT "id", "workspace_id", now() + random() * interval '6 hours' FROM "mail_domains"
ON CONFLICT DO NOTHING;
