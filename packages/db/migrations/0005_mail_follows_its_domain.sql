ALTER TABLE "mail_domains" DROP CONSTRAINT "mail_domains_domain_name_unique";--> statement-breakpoint
DROP INDEX "mail_accounts_domain_index";--> statement-breakpoint
DROP INDEX "mail_aliases_domain_index";--> statement-breakpoint
DROP INDEX "mail_accounts_address_key";--> statement-breakpoint
DROP INDEX "mail_aliases_from_to_key";--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "erases_at" timestamp (3) with time zone;--> statement-breakpoint
-- A domain that its workspace registered again keeps the mail that was activated before.
UPDATE "mail_domains" SET "domain_id" = "domains"."id"
FROM "domains"
WHERE "domains"."workspace_id" = "mail_domains"."workspace_id"
	AND "domains"."name" = "mail_domains"."domain_name"
	AND "domains"."status" NOT IN ('deleted', 'transferred_out');--> statement-breakpoint
-- Mail of domains that left earlier: the 30 days begin now, by the business clock.
UPDATE "mail_domains" SET
	"left_at" = "clock"."now",
	"erases_at" = CASE WHEN "domains"."status" <> 'redemption' THEN "clock"."now" + interval '720 hours' END
FROM "domains", (SELECT now() + "offset_ms" * interval '1 millisecond' AS "now" FROM "business_clock") AS "clock"
WHERE "domains"."id" = "mail_domains"."domain_id"
	AND "domains"."status" IN ('redemption', 'pending_delete', 'deleted', 'transferred_out');--> statement-breakpoint
CREATE INDEX "mail_aliases_from_index" ON "mail_aliases" USING btree ("from_address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_domains_name_key" ON "mail_domains" USING btree ("domain_name") WHERE "mail_domains"."left_at" is null;--> statement-breakpoint
CREATE INDEX "mail_domains_domain_index" ON "mail_domains" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "mail_domains_erases_at_index" ON "mail_domains" USING btree ("erases_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_accounts_address_key" ON "mail_accounts" USING btree ("mail_domain_id","full_address");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_aliases_from_to_key" ON "mail_aliases" USING btree ("mail_domain_id","from_address","to_address");