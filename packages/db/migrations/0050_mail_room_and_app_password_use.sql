-- Dovecot calls this after a sign-in with an app password, over any protocol. It never returns a row: a row would be
-- another password.
CREATE FUNCTION "mail_host"."store_app_password_use"("app_password" text)
RETURNS TABLE ("user" text, "password" text) LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.mail_app_passwords SET last_used_at = now()
  WHERE id = nullif(app_password, '')::uuid AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
  SELECT ''::text, ''::text WHERE false;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."store_app_password_use"(text) FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."store_logins"("logins" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, last_login_at)
  SELECT account.id, max(login."at")
  FROM jsonb_to_recordset(logins) AS login ("address" text, "at" timestamptz)
  JOIN mail_host.current_accounts AS account ON account.address = login."address"
  GROUP BY account.id
  ON CONFLICT (account_id) DO UPDATE SET last_login_at = greatest(use.last_login_at, excluded.last_login_at)
$$;
--> statement-breakpoint
-- The reply to mail for an address that leads to these accounts and addresses; null if it leads nowhere. Without room in
-- any of them, it is refused. Mail of an unknown size has one byte.
CREATE FUNCTION "mail_host"."reply_of_targets"("wanted" text, "size_bytes" bigint) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(*) = 0 THEN NULL
    WHEN bool_and(coalesce(found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes, false))
      THEN '552 5.2.2 This mailbox is full'
    ELSE 'OK' END
  FROM mail_host.find_alias_targets(wanted) AS target
  LEFT JOIN mail_host.users AS found ON found.address = target
$$;
--> statement-breakpoint
-- The reply (access(5)) to a recipient that isn't the address of an account that receives mail.
CREATE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
  without_extension text := regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@');
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  current_domain record;
  found_reply text;
  tried text;
BEGIN
  SELECT domain.id, domain.name INTO current_domain FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain;
  IF NOT FOUND THEN
    RETURN 'DUNNO';
  END IF;
  FOREACH tried IN ARRAY CASE WHEN wanted = without_extension THEN ARRAY[wanted] ELSE ARRAY[wanted, without_extension] END LOOP
    SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
      WHERE reply.recipient IN (tried, wanted_domain) AND reply.domain = wanted_domain;
    IF FOUND THEN
      RETURN found_reply;
    END IF;
    found_reply := mail_host.reply_of_targets(tried, size_bytes);
    IF found_reply IS NOT NULL THEN
      RETURN found_reply;
    END IF;
  END LOOP;
  found_reply := mail_host.reply_of_targets('@' || wanted_domain, size_bytes);
  IF found_reply IS NOT NULL THEN
    RETURN found_reply;
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias
      WHERE alias.mail_domain_id = current_domain.id AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address waits for its confirmation';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  is_full boolean;
  reply text;
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF NOT FOUND THEN
    reply := mail_host.check_other_recipient(wanted, size_bytes);
  ELSIF is_full THEN
    reply := '552 5.2.2 This mailbox is full';
  ELSE
    reply := 'OK';
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;
--> statement-breakpoint
DROP FUNCTION "mail_host"."check_other_recipient"(text, text);
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."check_other_recipient"(text, bigint), "mail_host"."reply_of_targets"(text, bigint)
  FROM PUBLIC;
