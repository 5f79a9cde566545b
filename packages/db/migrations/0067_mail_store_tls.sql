-- As before, with the encryption of the connection, which an agent of the previous version leaves out.
CREATE OR REPLACE FUNCTION "mail_host"."store_log_events"("host_name" text, "events" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (
    SELECT event.* FROM jsonb_to_recordset(events) AS event ("id" uuid, "workspaceId" uuid, "mailDomainId" uuid,
      "queueId" text, "messageId" text, "kind" text, "sender" text, "recipient" text, "originalRecipient" text,
      "sizeBytes" bigint, "relay" text, "detail" text, "tls" text, "occurredAt" timestamptz, "countsFor" text, "direction" text)
    JOIN public.mail_domains AS domain ON domain.id = event."mailDomainId" AND domain.workspace_id = event."workspaceId"
  ), stored AS (
    INSERT INTO public.mail_events (id, workspace_id, mail_domain_id, host, queue_id, message_id, kind, sender, recipient,
      original_recipient, size_bytes, relay, detail, tls, occurred_at)
    SELECT "id", "workspaceId", "mailDomainId", host_name, "queueId", "messageId", "kind", "sender", "recipient",
      "originalRecipient", "sizeBytes", "relay", "detail", "tls", "occurredAt"
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
