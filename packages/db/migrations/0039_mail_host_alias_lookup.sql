-- The rows of the view "aliases", read in the order in which most lookups end. Most addresses are accounts.
CREATE OR REPLACE FUNCTION "mail_host"."find_alias_targets"("wanted" text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted_domain text := split_part(wanted, '@', 2);
  wanted_source text := CASE WHEN wanted LIKE '@%' THEN '*' || wanted ELSE wanted END;
  is_forwarded boolean;
  account record;
BEGIN
  RETURN QUERY SELECT forward.target FROM mail_host.forwards AS forward
    WHERE forward.source = wanted_source AND forward.domain = wanted_domain;
  is_forwarded := FOUND;
  SELECT found.forward_to, found.keep_copy INTO account FROM mail_host.current_accounts AS found
    WHERE found.address = wanted AND found.domain = wanted_domain;
  IF FOUND THEN
    -- Mail stays while its forwarding waits for confirmation.
    IF account.keep_copy OR account.forward_to IS NULL OR NOT is_forwarded THEN
      RETURN NEXT wanted;
    END IF;
  ELSIF NOT is_forwarded AND wanted = wanted_source THEN
    RETURN QUERY SELECT owner.target FROM mail_host.owner_addresses AS owner
      WHERE owner.source = wanted AND owner.domain = wanted_domain
      UNION ALL SELECT waiting.address FROM mail_host.waiting_aliases AS waiting
      WHERE waiting.address = wanted AND waiting.domain = wanted_domain;
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "mail_host"."find_alias_targets"(text) FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."find_recipient_reply"("wanted" text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Postfix also looks up `info@`.
  IF wanted LIKE '%@' THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT found.reply FROM mail_host.recipient_replies AS found
    WHERE found.recipient = wanted AND found.domain = substr(wanted, position('@' IN wanted) + 1);
  IF NOT FOUND AND wanted LIKE '%+%@%' THEN
    RETURN QUERY SELECT 'DUNNO' WHERE EXISTS (SELECT FROM mail_host.aliases AS alias
      WHERE alias.source = wanted AND alias.domain = split_part(wanted, '@', 2));
  END IF;
END $$;
