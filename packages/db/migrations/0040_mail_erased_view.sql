-- For the agents of the mail hosts, which remove the mailboxes of these accounts.
CREATE VIEW "mail_host"."erased_accounts" AS SELECT "account_id" AS "id" FROM "public"."mail_erased_accounts";
