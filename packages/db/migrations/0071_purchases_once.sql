ALTER TABLE "order_lines" ADD COLUMN "thing" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "held_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paying_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaced_orders" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "late_charge_at" timestamp (3) with time zone;--> statement-breakpoint
-- Lines that are open now hold their things too. Of several for the same one, the paid one does, or else the newest.
UPDATE "order_lines" SET "thing" = "holding"."thing" FROM (
  SELECT DISTINCT ON ("named"."workspace_id", "named"."thing") "named"."id", "named"."thing" FROM (
    SELECT "order_lines"."id", "order_lines"."workspace_id", "orders"."state",
      CASE "order_lines"."kind"
        WHEN 'renewal' THEN 'renewal:' || "domain_name" || ':' ||
          to_char(("input" ->> 'currentExpiresAt')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        WHEN 'mail_plan' THEN 'mail_plan:' || "domain_name"
        ELSE 'name:' || "domain_name"
      END AS "thing"
    FROM "order_lines" JOIN "orders" ON "orders"."id" = "order_lines"."order_id"
    WHERE "order_lines"."state" IN ('pending', 'running')
  ) "named"
  ORDER BY "named"."workspace_id", "named"."thing", "named"."state" = 'processing' DESC, "named"."id" DESC
) "holding" WHERE "order_lines"."id" = "holding"."id";--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_thing_key" ON "order_lines" USING btree ("workspace_id","thing") WHERE "order_lines"."state" in ('pending', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "order_lines_held_name_key" ON "order_lines" USING btree ("held_name") WHERE "order_lines"."state" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "payments_late_charge_index" ON "payments" USING btree ("late_charge_at") WHERE "payments"."late_charge_at" is not null;