-- Forwarding is on hold until its target confirms it, and while it is paused because mail would loop.
CREATE OR REPLACE VIEW "mail_host"."recipient_replies" AS
  SELECT "name" AS "recipient",
    CASE "state" WHEN 'deferred' THEN '450 4.2.1 Mail for this domain is suspended' ELSE '550 5.2.1 Mail for this domain is suspended' END AS "reply",
    "name" AS "domain"
  FROM "mail_host"."current_domains" WHERE "state" <> 'active'
  UNION ALL
  SELECT "address", '550 5.2.1 This mailbox is disabled', "domain" FROM "mail_host"."current_accounts"
  WHERE "state" = 'active' AND NOT ("active" AND "may_receive")
  UNION ALL
  SELECT "address", '450 4.2.1 Forwarding from this address is on hold', "domain" FROM "mail_host"."waiting_aliases";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "mail_host"."check_other_recipient"("wanted" text, "size_bytes" bigint) RETURNS text
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
    RETURN '450 4.2.1 Forwarding from this address is on hold';
  END IF;
  RETURN '550 5.1.1 There is no mailbox with this address';
END $$;
