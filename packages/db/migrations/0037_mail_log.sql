CREATE INDEX "mail_events_original_index" ON "mail_events" USING btree ("mail_domain_id","original_recipient","id") WHERE "mail_events"."original_recipient" is not null;--> statement-breakpoint
-- The agents of the mail hosts store what they read in the logs with these functions. A row that is sent again, after a
-- crash, is neither stored nor counted twice.
CREATE FUNCTION "mail_host"."store_log_events"("host_name" text, "events" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (
    SELECT event.* FROM jsonb_to_recordset(events) AS event ("id" uuid, "workspaceId" uuid, "mailDomainId" uuid,
      "queueId" text, "messageId" text, "kind" text, "sender" text, "recipient" text, "originalRecipient" text,
      "sizeBytes" bigint, "relay" text, "detail" text, "occurredAt" timestamptz, "countsFor" text, "direction" text)
    JOIN public.mail_domains AS domain ON domain.id = event."mailDomainId" AND domain.workspace_id = event."workspaceId"
  ), stored AS (
    INSERT INTO public.mail_events (id, workspace_id, mail_domain_id, host, queue_id, message_id, kind, sender, recipient,
      original_recipient, size_bytes, relay, detail, occurred_at)
    SELECT "id", "workspaceId", "mailDomainId", host_name, "queueId", "messageId", "kind", "sender", "recipient",
      "originalRecipient", "sizeBytes", "relay", "detail", "occurredAt"
    FROM given
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO public.mail_usage_days AS usage (mail_domain_id, account_id, day, messages_in, messages_out)
  SELECT account.mail_domain_id, account.id, (given."occurredAt" AT TIME ZONE 'UTC')::date,
    count(*) FILTER (WHERE given."direction" = 'in'), count(*) FILTER (WHERE given."direction" = 'out')
  FROM stored
  JOIN given ON given."id" = stored.id
  JOIN public.mail_accounts AS account
    ON account.full_address = given."countsFor" AND account.mail_domain_id = given."mailDomainId"
  GROUP BY 1, 2, 3
  ON CONFLICT (account_id, day) DO UPDATE SET
    messages_in = usage.messages_in + excluded.messages_in,
    messages_out = usage.messages_out + excluded.messages_out
$$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account.id, max(login."at")
  FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz)
  JOIN mail_host.current_accounts AS account ON account.address = login."address"
  GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."store_log_events"(text, jsonb), "mail_host"."store_logins"(jsonb) FROM PUBLIC;
