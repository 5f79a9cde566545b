CREATE TABLE "mail_paused_forwards" (
	"mail_domain_id" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_paused_forwards_mail_domain_id_source_target_pk" PRIMARY KEY("mail_domain_id","source","target")
);
--> statement-breakpoint
ALTER TABLE "mail_paused_forwards" ADD CONSTRAINT "mail_paused_forwards_mail_domain_id_mail_domains_id_fk" FOREIGN KEY ("mail_domain_id") REFERENCES "public"."mail_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Without the targets that are paused, because mail would loop.
CREATE OR REPLACE VIEW "mail_host"."forwards" AS
  SELECT "forward"."mail_domain_id", "forward"."source", "forward"."target", "domain"."name" AS "domain"
  FROM (
    SELECT "alias"."mail_domain_id", "alias"."from_address" AS "source", "target"."address" AS "target"
    FROM "public"."mail_aliases" AS "alias" JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
    UNION ALL
    SELECT "mail_domain_id", "address", "forward_to" FROM "mail_host"."current_accounts"
    WHERE "forward_to" IS NOT NULL AND "active" AND "may_receive"
  ) AS "forward"
  JOIN "mail_host"."current_domains" AS "domain" ON "domain"."id" = "forward"."mail_domain_id" AND "domain"."state" = 'active'
  WHERE (EXISTS (
      SELECT FROM "mail_host"."current_domains" AS "inside"
      WHERE "inside"."workspace_id" = "domain"."workspace_id" AND "inside"."name" = split_part("forward"."target", '@', 2)
    ) OR EXISTS (
      SELECT FROM "public"."mail_forward_targets" AS "confirmed"
      WHERE "confirmed"."mail_domain_id" = "forward"."mail_domain_id" AND "confirmed"."address" = "forward"."target"
        AND "confirmed"."confirmed_at" IS NOT NULL
    )) AND NOT EXISTS (
      SELECT FROM "public"."mail_paused_forwards" AS "paused"
      WHERE "paused"."mail_domain_id" = "forward"."mail_domain_id" AND "paused"."source" = "forward"."source"
        AND "paused"."target" = "forward"."target"
    );
