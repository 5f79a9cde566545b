CREATE TABLE "mail_erased_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
