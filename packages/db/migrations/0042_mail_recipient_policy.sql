CREATE INDEX "mail_accounts_forward_to_index" ON "mail_accounts" USING btree ("forward_to") WHERE "mail_accounts"."forward_to" is not null;--> statement-breakpoint
-- Most addresses are accounts: the lookups answer for these with one small query each. Starting a query of many tables
-- takes longer than running it.
CREATE OR REPLACE VIEW "mail_host"."users" AS
  SELECT "account"."address",
    greatest(1, least(
      "account"."quota_megabytes" * 1048576::bigint,
      coalesce("own"."used_bytes", 0) + greatest(0, "account"."storage_bytes" - "all"."used_bytes")
    )) AS "quota_bytes",
    "account"."id",
    "account"."active" AND "account"."may_receive" AND "account"."state" <> 'refused' AS "accepts_mail",
    "account"."domain",
    coalesce("own"."used_bytes", 0) AS "used_bytes",
    "account"."active" AND "account"."may_receive" AND "account"."state" = 'active' AS "receives",
    "account"."forward_to" IS NULL OR "account"."keep_copy" AS "keeps_mail"
  FROM "mail_host"."current_accounts" AS "account"
  LEFT JOIN "public"."mail_account_use" AS "own" ON "own"."account_id" = "account"."id",
    LATERAL (SELECT coalesce(sum("use"."used_bytes"), 0)::bigint AS "used_bytes"
      FROM "public"."mail_accounts" AS "other" JOIN "public"."mail_account_use" AS "use" ON "use"."account_id" = "other"."id"
      WHERE "other"."mail_domain_id" = "account"."mail_domain_id") AS "all";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "account_id" uuid, "quota_bytes" bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
    WHERE found.address = wanted AND (found.accepts_mail OR service <> 'lmtp');
  -- Mail to info+shop@ belongs to info@, unless the longer address has an account.
  IF NOT FOUND AND wanted LIKE '%+%@%' THEN
    RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
      WHERE found.address = split_part(wanted, '+', 1) || '@' || split_part(wanted, '@', 2)
        AND (found.accepts_mail OR service <> 'lmtp')
        AND NOT EXISTS (SELECT FROM mail_host.mailboxes AS longer WHERE longer.address = wanted);
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."find_sender_logins"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT account.address FROM mail_host.current_accounts AS account
    WHERE account.address = wanted AND account.active AND account.may_send AND account.state = 'active';
  IF EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted) THEN
    RETURN QUERY SELECT sender.login FROM mail_host.senders AS sender
      WHERE sender.address = wanted AND sender.domain = split_part(wanted, '@', 2) AND sender.login <> wanted;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  has_alias boolean := EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted_source);
  is_forwarding boolean;
BEGIN
  SELECT account.forward_to IS NOT NULL INTO is_forwarding FROM mail_host.current_accounts AS account
    WHERE account.address = wanted;
  IF FOUND AND NOT is_forwarding AND NOT has_alias THEN
    RETURN NEXT wanted;
  ELSIF FOUND OR has_alias OR wanted LIKE 'postmaster@%' OR wanted LIKE 'abuse@%' THEN
    RETURN QUERY SELECT alias.target FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
  END IF;
END $$;
--> statement-breakpoint
-- The reply (access(5)) to a recipient that isn't the address of an account that receives mail, whatever its size.
CREATE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "without_extension" text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
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
    IF EXISTS (SELECT FROM mail_host.find_alias_targets(tried)) THEN
      RETURN 'OK';
    END IF;
  END LOOP;
  IF EXISTS (SELECT FROM mail_host.find_alias_targets('@' || wanted_domain)) THEN
    RETURN 'OK';
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias
      WHERE alias.mail_domain_id = current_domain.id AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address waits for its confirmation';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;
--> statement-breakpoint
-- The reply to a recipient, for Postfix's policy service: OK for one of a hosted domain that is accepted, DUNNO for one
-- of another domain. `login` is empty for mail from other hosts. Counts the recipients of a login.
CREATE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  without_extension text;
  is_full boolean;
  reply text := 'OK';
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + size_bytes > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF NOT FOUND THEN
    without_extension := regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@');
    reply := mail_host.check_other_recipient(wanted, without_extension);
    IF reply = 'OK' AND wanted <> without_extension THEN
      SELECT found.keeps_mail AND found.used_bytes + size_bytes > found.quota_bytes INTO is_full
        FROM mail_host.users AS found WHERE found.address = without_extension
        AND NOT EXISTS (SELECT FROM mail_host.find_alias_targets(wanted));
    END IF;
  END IF;
  IF is_full THEN
    RETURN '552 5.2.2 This mailbox is full';
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;
--> statement-breakpoint
-- The agents report what mailboxes use after deliveries.
CREATE FUNCTION "mail_host"."store_use"("uses" jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO public.mail_account_use AS use (account_id, used_bytes, message_count)
  SELECT account.id, given."usedBytes", given."messageCount"
  FROM jsonb_to_recordset(uses) AS given ("address" text, "usedBytes" bigint, "messageCount" bigint)
  JOIN mail_host.current_accounts AS account ON account.address = given."address"
  ORDER BY account.id
  ON CONFLICT (account_id) DO UPDATE SET used_bytes = excluded.used_bytes, message_count = excluded.message_count
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."check_other_recipient"(text, text), "mail_host"."check_recipient"(text, text, bigint),
  "mail_host"."find_sender_logins"(text), "mail_host"."store_use"(jsonb) FROM PUBLIC;
