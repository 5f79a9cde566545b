-- Forwards name their source, an alias or an account, which a forwarded copy carries to its way out.
CREATE OR REPLACE VIEW "mail_host"."forwards" AS
  SELECT "forward"."mail_domain_id", "forward"."source", "forward"."target", "domain"."name" AS "domain",
    "forward"."source_id"
  FROM (
    SELECT "alias"."mail_domain_id", "alias"."from_address" AS "source", "target"."address" AS "target",
      "alias"."id" AS "source_id"
    FROM "public"."mail_aliases" AS "alias" JOIN "public"."mail_alias_targets" AS "target" ON "target"."alias_id" = "alias"."id"
    UNION ALL
    SELECT "mail_domain_id", "address", "forward_to", "id" FROM "mail_host"."current_accounts"
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
--> statement-breakpoint
-- For mail to the owners, the source is the mail domain.
CREATE OR REPLACE VIEW "mail_host"."owner_addresses" AS
  SELECT "role"."local_part" || '@' || "domain"."name" AS "source", "owner"."email" AS "target", "domain"."name" AS "domain",
    "domain"."id" AS "source_id"
  FROM "mail_host"."current_domains" AS "domain"
  CROSS JOIN (VALUES ('postmaster'), ('abuse')) AS "role" ("local_part")
  JOIN "public"."members" AS "member" ON "member"."workspace_id" = "domain"."workspace_id" AND "member"."role" = 'owner'
  JOIN "public"."users" AS "owner" ON "owner"."id" = "member"."user_id"
  WHERE "domain"."state" = 'active' AND lower(split_part("owner"."email", '@', 2)) <> "domain"."name"
    AND NOT EXISTS (SELECT FROM "public"."mail_accounts" WHERE "mail_domain_id" = "domain"."id"
      AND "deleted_at" IS NULL AND "full_address" = "role"."local_part" || '@' || "domain"."name")
    AND NOT EXISTS (SELECT FROM "public"."mail_aliases" WHERE "mail_domain_id" = "domain"."id"
      AND "from_address" = "role"."local_part" || '@' || "domain"."name");
--> statement-breakpoint
CREATE OR REPLACE VIEW "mail_host"."aliases" AS
  SELECT CASE WHEN "source" LIKE '*@%' THEN substr("source", 2) ELSE "source" END AS "source", "target", "domain", "source_id"
  FROM "mail_host"."forwards"
  UNION ALL
  SELECT "address", "address", "domain", "id" FROM "mail_host"."current_accounts"
  WHERE "forward_to" IS NULL OR "keep_copy" OR NOT EXISTS (
    SELECT FROM "mail_host"."forwards" WHERE "source" = "address" AND "target" = "forward_to")
  UNION ALL
  SELECT "source", "target", "domain", "source_id" FROM "mail_host"."owner_addresses"
  UNION ALL
  SELECT "address", "address", "domain", NULL::uuid FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
-- The rows of the view "aliases" for an address, or for "@example.com". Most addresses are accounts: one small query.
CREATE FUNCTION "mail_host"."find_targets"("wanted" text) RETURNS TABLE ("target" text, "source_id" uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  has_alias boolean := EXISTS (SELECT FROM public.mail_aliases AS alias WHERE alias.from_address = wanted_source);
  account record;
BEGIN
  SELECT found.id, found.forward_to IS NOT NULL AS is_forwarding INTO account FROM mail_host.current_accounts AS found
    WHERE found.address = wanted;
  IF FOUND AND NOT account.is_forwarding AND NOT has_alias THEN
    target := wanted;
    source_id := account.id;
    RETURN NEXT;
  ELSIF account.id IS NOT NULL OR has_alias OR wanted LIKE 'postmaster@%' OR wanted LIKE 'abuse@%' THEN
    RETURN QUERY SELECT alias.target, alias.source_id FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2);
  END IF;
END $$;
--> statement-breakpoint
-- The same as Postfix does it: the address, then without its extension, then the catch-all.
CREATE FUNCTION "mail_host"."find_next"("wanted" text) RETURNS TABLE ("target" text, "source_id" uuid)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  tried text;
BEGIN
  FOREACH tried IN ARRAY ARRAY[wanted, regexp_replace(wanted, '^([^+@]+)\+[^@]*@', '\1@'), '@' || split_part(wanted, '@', 2)] LOOP
    RETURN QUERY SELECT found.target, found.source_id FROM mail_host.find_targets(tried) AS found;
    IF FOUND THEN
      RETURN;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- Where mail to an address ends: mailboxes, addresses outside, and addresses that don't exist. `source_id` is what led there.
CREATE FUNCTION "mail_host"."find_ends"("wanted" text) RETURNS TABLE ("address" text, "source_id" uuid) LANGUAGE sql STABLE AS $$
  WITH RECURSIVE way (address, source_id) AS (
    SELECT wanted, NULL::uuid
    UNION
    SELECT found.target, found.source_id FROM way, LATERAL mail_host.find_next(way.address) AS found
    WHERE found.target <> way.address
  )
  SELECT DISTINCT way.address, way.source_id FROM way
  WHERE NOT EXISTS (SELECT FROM mail_host.find_next(way.address) AS found WHERE found.target <> way.address)
    OR EXISTS (SELECT FROM mail_host.find_next(way.address) AS found WHERE found.target = way.address)
$$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."is_outside"("address" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM mail_host.current_domains AS inside WHERE inside.name = regexp_replace(address, '^.*@', ''))
$$;
--> statement-breakpoint
-- A copy for an address outside leaves by the forwarding hop, which needs to know its source.
CREATE FUNCTION "mail_host"."forward_address"("target" text, "source_id" uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(target, '@', '=') || '@' || replace(source_id::text, '-', '') || '.forward.internal'
$$;
--> statement-breakpoint
-- The reply (access(5)) to mail for one address at which mail ends. Mail of an unknown size has one byte.
CREATE FUNCTION "mail_host"."reply_of_end"("wanted" text, "size_bytes" bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_domain text := split_part(wanted, '@', 2);
  mailbox record;
  found_reply text;
BEGIN
  SELECT user_row.receives, user_row.used_bytes + greatest(1, size_bytes) > user_row.quota_bytes AS is_full INTO mailbox
    FROM mail_host.users AS user_row WHERE user_row.address = wanted;
  IF FOUND AND mailbox.receives THEN
    RETURN CASE WHEN mailbox.is_full THEN '552 5.2.2 This mailbox is full' ELSE 'OK' END;
  END IF;
  SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
    WHERE reply.recipient IN (wanted, wanted_domain) AND reply.domain = wanted_domain;
  IF FOUND THEN
    RETURN found_reply;
  END IF;
  RETURN CASE WHEN mail_host.is_outside(wanted) THEN 'OK' ELSE '550 5.1.1 There is no mailbox with this address' END;
END $$;
--> statement-breakpoint
-- The best reply of all ends of an address, and null if it leads nowhere: what one of them accepts is accepted.
CREATE FUNCTION "mail_host"."reply_of_ends"("wanted" text, "size_bytes" bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT reply FROM mail_host.find_ends(wanted) AS ending,
    LATERAL (SELECT mail_host.reply_of_end(ending.address, size_bytes) AS reply) AS asked
  WHERE ending.address <> wanted OR EXISTS (SELECT FROM mail_host.find_next(wanted))
  ORDER BY CASE left(reply, 2) WHEN 'OK' THEN 1 WHEN '45' THEN 2 ELSE 3 END, reply DESC LIMIT 1
$$;
--> statement-breakpoint
-- Postfix's virtual aliases. Targets that receive nothing are left out, since their bounce would go to any sender.
CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT CASE
      WHEN found.target <> wanted AND found.source_id IS NOT NULL AND mail_host.is_outside(found.target)
        THEN mail_host.forward_address(found.target, found.source_id)
      ELSE found.target END
    FROM mail_host.find_targets(wanted) AS found
    WHERE found.target = wanted OR mail_host.reply_of_ends(found.target, 1) !~ '^550' OR mail_host.is_outside(found.target);
END $$;
--> statement-breakpoint
DROP FUNCTION "mail_host"."check_other_recipient"(text, bigint);
--> statement-breakpoint
DROP FUNCTION "mail_host"."reply_of_targets"(text, bigint);
--> statement-breakpoint
CREATE FUNCTION "mail_host"."workspace_recipients_per_hour"() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (value #>> '{}')::integer FROM public.installation WHERE key = 'sending_limit_per_workspace'), 5000)
$$;
--> statement-breakpoint
-- Counts a recipient for each pair of a source (account or alias) and its mail domain: for the source, the domain and the
-- workspace. Returns the scope whose limit that would exceed, after which nothing was counted; otherwise nothing.
CREATE FUNCTION "mail_host"."count_sending"("given_cause" text, "source_ids" uuid[], "mail_domain_ids" uuid[])
RETURNS TABLE ("scope" text, "hourly_limit" integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  this_minute timestamptz := date_trunc('minute', now());
  counted record;
BEGIN
  BEGIN
    -- In one order, so that two of these calls never wait for each other.
    FOR counted IN
      SELECT limits.scope_id, limits.scope, max(limits.hourly_limit) AS hourly_limit, count(*)::integer AS recipients,
        min(domain.workspace_id::text)::uuid AS workspace_id, min(domain.id::text)::uuid AS mail_domain_id
      FROM unnest(source_ids, mail_domain_ids) AS given (source_id, mail_domain_id)
      JOIN public.mail_domains AS domain ON domain.id = given.mail_domain_id,
        LATERAL (VALUES
          (given.source_id, 'source', mail_host.recipients_per_hour(domain.plan_slug)),
          (domain.id, 'domain', mail_host.recipients_per_hour(domain.plan_slug) * domain.max_accounts),
          (domain.workspace_id, 'workspace', mail_host.workspace_recipients_per_hour())
        ) AS limits (scope_id, scope, hourly_limit)
      -- Mail to the owners comes from the domain itself.
      WHERE limits.scope <> 'source' OR limits.scope_id <> domain.id
      GROUP BY limits.scope_id, limits.scope ORDER BY limits.scope_id, limits.scope
    LOOP
      INSERT INTO public.mail_sending_minutes AS minutes (scope_id, cause, minute, recipients)
      VALUES (counted.scope_id, given_cause, this_minute, counted.recipients)
      ON CONFLICT (scope_id, cause, minute) DO UPDATE SET recipients = minutes.recipients + excluded.recipients;
      IF counted.hourly_limit < (SELECT sum(minutes.recipients) FROM public.mail_sending_minutes AS minutes
          WHERE minutes.scope_id = counted.scope_id AND minutes.cause = given_cause
            AND minutes.minute >= this_minute - interval '60 minutes') THEN
        RAISE EXCEPTION 'over the sending limit' USING ERRCODE = 'ZP001';
      END IF;
    END LOOP;
    RETURN;
  EXCEPTION WHEN SQLSTATE 'ZP001' THEN
    NULL;
  END;
  INSERT INTO public.mail_sending_limits AS limits (scope_id, cause, scope, workspace_id, mail_domain_id, limited_at)
  VALUES (counted.scope_id, given_cause, counted.scope, counted.workspace_id, counted.mail_domain_id, now())
  ON CONFLICT (scope_id, cause) DO UPDATE SET limited_at = excluded.limited_at;
  scope := counted.scope;
  hourly_limit := counted.hourly_limit;
  RETURN NEXT;
END $$;
--> statement-breakpoint
-- Counts one recipient of a signed-in sender and returns the reply for access(5).
CREATE OR REPLACE FUNCTION "mail_host"."count_recipient"("login" text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  sender record;
  reached record;
BEGIN
  SELECT account.id, account.mail_domain_id INTO sender FROM mail_host.current_accounts AS account
  WHERE account.address = lower(login) AND account.active AND account.may_send AND account.state = 'active';
  IF NOT FOUND THEN
    RETURN '554 5.7.1 This account may not send';
  END IF;
  SELECT * INTO reached FROM mail_host.count_sending('own', ARRAY[sender.id], ARRAY[sender.mail_domain_id]);
  IF FOUND THEN
    RETURN format('450 4.7.1 This %s has reached its limit of %s recipients per hour',
      CASE reached.scope WHEN 'source' THEN 'account' ELSE reached.scope END, reached.hourly_limit);
  END IF;
  RETURN 'DUNNO';
END $$;
--> statement-breakpoint
-- Counts the copies of mail for an address that leave for other hosts.
CREATE FUNCTION "mail_host"."count_forwards"("wanted" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  sources record;
BEGIN
  SELECT array_agg(ending.source_id) AS ids, array_agg(coalesce(alias.mail_domain_id, account.mail_domain_id, ending.source_id)) AS domain_ids
    INTO sources
    FROM mail_host.find_ends(wanted) AS ending
    LEFT JOIN public.mail_aliases AS alias ON alias.id = ending.source_id
    LEFT JOIN public.mail_accounts AS account ON account.id = ending.source_id
    WHERE ending.source_id IS NOT NULL AND ending.address <> wanted AND mail_host.is_outside(ending.address);
  IF sources.ids IS NOT NULL AND EXISTS (SELECT FROM mail_host.count_sending('strangers', sources.ids, sources.domain_ids)) THEN
    RETURN '450 4.7.1 Forwarding from this address has reached its limit, try again later';
  END IF;
  RETURN 'OK';
END $$;
--> statement-breakpoint
-- The reply to a recipient: OK for one of a hosted domain that is accepted, DUNNO for one of another domain.
CREATE FUNCTION "mail_host"."reply_to_recipient"("given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Postfix ignores a source route, and the dot of an absolute name.
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  wanted_domain text := substr(wanted, length(wanted) - position('@' IN reverse(wanted)) + 2);
  is_full boolean;
  found_reply text;
BEGIN
  SELECT found.keeps_mail AND found.used_bytes + greatest(1, size_bytes) > found.quota_bytes INTO is_full
    FROM mail_host.users AS found WHERE found.address = wanted AND found.receives;
  IF FOUND THEN
    RETURN CASE WHEN is_full THEN '552 5.2.2 This mailbox is full' ELSE 'OK' END;
  END IF;
  -- An address of this machine in numbers would be queued, and bounce later.
  IF wanted_domain ~ '^[\[0-9.]+(\]|$)|^\[' THEN
    RETURN '550 5.1.2 Write the domain''s name instead of its address';
  END IF;
  -- The names of the hops inside the host.
  IF wanted_domain LIKE '%.internal' THEN
    RETURN '550 5.1.2 There is no such domain';
  END IF;
  IF NOT EXISTS (SELECT FROM mail_host.current_domains AS domain WHERE domain.name = wanted_domain) THEN
    RETURN 'DUNNO';
  END IF;
  SELECT reply.reply INTO found_reply FROM mail_host.recipient_replies AS reply
    WHERE reply.recipient IN (wanted, wanted_domain) AND reply.domain = wanted_domain;
  IF FOUND THEN
    RETURN found_reply;
  END IF;
  found_reply := mail_host.reply_of_ends(wanted, size_bytes);
  IF found_reply IS NOT NULL THEN
    RETURN found_reply;
  END IF;
  IF EXISTS (SELECT FROM public.mail_aliases AS alias JOIN mail_host.current_domains AS domain ON domain.id = alias.mail_domain_id
      WHERE domain.name = wanted_domain AND alias.from_address = '*@' || wanted_domain) THEN
    RETURN '450 4.2.1 Forwarding from this address is on hold';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;
--> statement-breakpoint
-- The same, and counts the recipient: of the login, which is empty for mail from other hosts, and of what forwards it.
CREATE OR REPLACE FUNCTION "mail_host"."check_recipient"("login" text, "given" text, "size_bytes" bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted text := rtrim(regexp_replace(lower(given), '^@[^:]*:', ''), '.');
  reply text := mail_host.reply_to_recipient(given, size_bytes);
  counted text;
BEGIN
  IF reply = 'OK' AND NOT EXISTS (SELECT FROM mail_host.current_accounts AS account
      WHERE account.address = wanted AND account.forward_to IS NULL) THEN
    reply := mail_host.count_forwards(wanted);
  END IF;
  IF reply IN ('OK', 'DUNNO') AND login <> '' THEN
    RETURN coalesce(nullif(mail_host.count_recipient(login), 'DUNNO'), reply);
  END IF;
  RETURN reply;
END $$;
--> statement-breakpoint
-- Whether mail of these recipients only leaves through aliases, so that no mailbox can keep it.
CREATE FUNCTION "mail_host"."leads_only_outside"("recipients" text[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(bool_and(ending.source_id IS NOT NULL AND mail_host.is_outside(ending.address)
    AND NOT EXISTS (SELECT FROM public.mail_accounts AS account WHERE account.id = ending.source_id)), false)
  FROM unnest(recipients) AS given (recipient), LATERAL mail_host.find_ends(lower(given.recipient)) AS ending
$$;
--> statement-breakpoint
-- Whether an account may forward there by a rule of its own: inside the workspace, or after a confirmation.
CREATE FUNCTION "mail_host"."may_forward"("account_id" uuid, "target" text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM mail_host.current_accounts AS account
    WHERE account.id = account_id AND account.active AND account.state = 'active' AND (EXISTS (
        SELECT FROM mail_host.current_domains AS inside
        WHERE inside.workspace_id = account.workspace_id AND inside.name = split_part(lower(target), '@', 2)
      ) OR EXISTS (
        SELECT FROM public.mail_forward_targets AS confirmed
        WHERE confirmed.mail_domain_id = account.mail_domain_id AND confirmed.address = lower(target)
          AND confirmed.confirmed_at IS NOT NULL
      ))
  )
$$;
--> statement-breakpoint
-- The alias, account or mail domain whose mail is forwarded. Without a row, it is gone, and nothing is forwarded any more.
CREATE FUNCTION "mail_host"."find_forward_source"("wanted_id" uuid, "target" text)
RETURNS TABLE ("address" text, "domain" text, "is_account" boolean, "keeps_copy" boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT forward.source, forward.domain, account.id IS NOT NULL, coalesce(account.keep_copy, false)
  FROM mail_host.forwards AS forward LEFT JOIN mail_host.current_accounts AS account ON account.id = forward.source_id
  WHERE forward.source_id = wanted_id AND forward.target = find_forward_source.target
  UNION ALL
  SELECT account.address, account.domain, true, true FROM mail_host.current_accounts AS account
  WHERE account.id = wanted_id AND account.active AND account.state = 'active' AND account.forward_to IS DISTINCT FROM find_forward_source.target
    AND mail_host.may_forward(account.id, find_forward_source.target)
  UNION ALL
  SELECT 'postmaster@' || owner.domain, owner.domain, false, false FROM mail_host.owner_addresses AS owner
  WHERE owner.source_id = wanted_id AND owner.target = find_forward_source.target
  LIMIT 1
$$;
--> statement-breakpoint
-- What a mailbox's Sieve script sends: an automatic reply or a redirected message. Refused for good, it stays in the mailbox.
CREATE FUNCTION "mail_host"."check_sieve_message"("given_account_id" uuid, "is_redirect" boolean, "target" text, "addresses" text[])
RETURNS TABLE ("reply" text, "login" text, "recipient" text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account record;
  leaves boolean := mail_host.is_outside(lower(target));
BEGIN
  recipient := target;
  SELECT found.id, found.address, found.mail_domain_id, found.may_send INTO account FROM mail_host.current_accounts AS found
    WHERE found.id = given_account_id AND found.active AND found.state = 'active';
  login := account.address;
  IF account.id IS NULL THEN
    reply := 'This mailbox is disabled';
  ELSIF is_redirect AND (target !~ '^[^@"\s]+@[^@"\s=]+$' OR NOT mail_host.may_forward(account.id, target)) THEN
    reply := format('%s has not confirmed that it accepts forwarded mail', target);
  ELSIF NOT is_redirect AND NOT account.may_send THEN
    reply := 'This account may not send';
  ELSIF NOT is_redirect AND EXISTS (SELECT FROM unnest(addresses) AS given (address) WHERE NOT EXISTS (
      SELECT FROM mail_host.senders AS sender WHERE sender.login = account.address
        AND sender.domain = split_part(given.address, '@', 2)
        AND sender.address IN (given.address, regexp_replace(given.address, '^([^+@]+)\+[^@]*@', '\1@')))) THEN
    reply := 'The From header has an address that isn''t yours';
  ELSIF (leaves OR NOT is_redirect)
      AND EXISTS (SELECT FROM mail_host.count_sending('strangers', ARRAY[account.id], ARRAY[account.mail_domain_id])) THEN
    reply := 'Forwarded mail and automatic replies have reached their limit';
  ELSE
    reply := 'OK';
    IF is_redirect AND leaves THEN
      recipient := mail_host.forward_address(lower(target), account.id);
    END IF;
  END IF;
  RETURN NEXT;
END $$;
--> statement-breakpoint
CREATE FUNCTION "mail_host"."find_account_address"("account_id" uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT account.address FROM mail_host.current_accounts AS account WHERE account.id = account_id
$$;
--> statement-breakpoint
-- A message that was accepted is delivered, also to a mailbox that was suspended meanwhile, or was returned by the target of
-- its forwarding.
CREATE OR REPLACE FUNCTION "mail_host"."find_user"("wanted" text, "service" text)
RETURNS TABLE ("user" text, "account_id" uuid, "quota_bytes" bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted_address text := regexp_replace(wanted, '\.returned\.internal$', '');
BEGIN
  RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
    WHERE found.address = wanted_address;
  -- Mail to info+shop@ belongs to info@, unless the longer address has an account.
  IF NOT FOUND AND wanted_address LIKE '%+%@%' THEN
    RETURN QUERY SELECT found.address, found.id, found.quota_bytes FROM mail_host.users AS found
      WHERE found.address = split_part(wanted_address, '+', 1) || '@' || split_part(wanted_address, '@', 2)
        AND NOT EXISTS (SELECT FROM mail_host.mailboxes AS longer WHERE longer.address = wanted_address);
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."find_targets"(text), "mail_host"."find_next"(text), "mail_host"."find_ends"(text),
  "mail_host"."is_outside"(text), "mail_host"."reply_of_end"(text, bigint), "mail_host"."reply_of_ends"(text, bigint),
  "mail_host"."workspace_recipients_per_hour"(), "mail_host"."count_sending"(text, uuid[], uuid[]),
  "mail_host"."count_forwards"(text), "mail_host"."reply_to_recipient"(text, bigint), "mail_host"."leads_only_outside"(text[]),
  "mail_host"."find_forward_source"(uuid, text), "mail_host"."may_forward"(uuid, text), "mail_host"."find_account_address"(uuid),
  "mail_host"."check_sieve_message"(uuid, boolean, text, text[]) FROM PUBLIC;
