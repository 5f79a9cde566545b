-- The form in which domains are stored: A-labels (RFC 5891). People also type the letters of their language, in any case,
-- composed or not. What can't be converted stays as it is, and is no domain of ours.
CREATE FUNCTION "mail_host"."ascii_domain"("typed" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  label text;
  labels text[] := '{}';
  encoded text;
  points int[];
  point int;
  smallest int;
  bias int;
  delta int;
  handled int;
  basic int;
  digit int;
  threshold int;
  rest int;
  step int;
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
BEGIN
  IF octet_length(typed) = char_length(typed) OR char_length(typed) > 253 THEN
    RETURN lower(typed);
  END IF;
  FOREACH label IN ARRAY string_to_array(
    translate(normalize(lower(typed COLLATE "pg_c_utf8"), NFKC), U&'\3002', '.'), '.') LOOP
    IF octet_length(label) = char_length(label) OR char_length(label) > 63 THEN
      labels := labels || label;
      CONTINUE;
    END IF;
    -- Punycode (RFC 3492, section 6.3).
    points := ARRAY(SELECT ascii(letter) FROM string_to_table(label, NULL) WITH ORDINALITY AS given (letter, place) ORDER BY place);
    encoded := coalesce((SELECT string_agg(letter, '' ORDER BY place) FROM string_to_table(label, NULL)
      WITH ORDINALITY AS given (letter, place) WHERE ascii(letter) < 128), '');
    basic := char_length(encoded);
    handled := basic;
    IF basic > 0 THEN
      encoded := encoded || '-';
    END IF;
    smallest := 128;
    delta := 0;
    bias := 72;
    WHILE handled < cardinality(points) LOOP
      point := (SELECT min(each) FROM unnest(points) AS each WHERE each >= smallest);
      delta := delta + (point - smallest) * (handled + 1);
      smallest := point;
      FOREACH point IN ARRAY points LOOP
        IF point < smallest THEN
          delta := delta + 1;
        ELSIF point = smallest THEN
          rest := delta;
          step := 36;
          LOOP
            threshold := least(26, greatest(1, step - bias));
            EXIT WHEN rest < threshold;
            digit := threshold + (rest - threshold) % (36 - threshold);
            encoded := encoded || substr(digits, digit + 1, 1);
            rest := (rest - threshold) / (36 - threshold);
            step := step + 36;
          END LOOP;
          encoded := encoded || substr(digits, rest + 1, 1);
          -- The bias for the next letter (RFC 3492, section 6.1).
          rest := CASE WHEN handled = basic THEN delta / 700 ELSE delta / 2 END;
          rest := rest + rest / (handled + 1);
          bias := 0;
          WHILE rest > 455 LOOP
            rest := rest / 35;
            bias := bias + 36;
          END LOOP;
          bias := bias + 36 * rest / (rest + 38);
          delta := 0;
          handled := handled + 1;
        END IF;
      END LOOP;
      delta := delta + 1;
      smallest := smallest + 1;
    END LOOP;
    labels := labels || ('xn--' || encoded);
  END LOOP;
  RETURN array_to_string(labels, '.');
END $$;
--> statement-breakpoint
-- The same for an address, and for `@example.com`, which Postfix looks up for a catch-all. The local part stays as it is.
CREATE FUNCTION "mail_host"."ascii_address"("typed" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(typed) = char_length(typed) THEN typed
    ELSE regexp_replace(typed, '[^@]*$', '') || mail_host.ascii_domain(substring(typed FROM '[^@]*$')) END
$$;
