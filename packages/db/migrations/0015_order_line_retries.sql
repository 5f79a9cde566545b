DROP INDEX "domain_operations_order_line_key";--> statement-breakpoint
CREATE INDEX "domain_operations_order_line_index" ON "domain_operations" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domain_operations_order_line_key" ON "domain_operations" USING btree ("order_line_id") WHERE "domain_operations"."state" <> 'failed';