ALTER TABLE "mail_aliases" DROP COLUMN "to_address";--> statement-breakpoint
ALTER TABLE "mail_domains" DROP COLUMN "dkim_selector";--> statement-breakpoint
ALTER TABLE "mail_domains" DROP COLUMN "dkim_public_key";--> statement-breakpoint
ALTER TABLE "mail_domains" DROP COLUMN "dkim_private_key_encrypted";