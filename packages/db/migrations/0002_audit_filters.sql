DROP INDEX "audit_entries_workspace_index";--> statement-breakpoint
DROP INDEX "audit_entries_workspace_action_index";--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_actor_index" ON "audit_entries" USING btree ("workspace_id",("actor" ->> 'id'),"occurred_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_actor_name_index" ON "audit_entries" USING btree ("workspace_id",(lower("actor" ->> 'name')) collate "C");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_target_index" ON "audit_entries" USING btree ("workspace_id",(lower("target")) collate "C");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_index" ON "audit_entries" USING btree ("workspace_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_action_index" ON "audit_entries" USING btree ("workspace_id","action","occurred_at","id");