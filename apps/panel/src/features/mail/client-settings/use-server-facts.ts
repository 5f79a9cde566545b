"use client";
import type { MailServer, MailSettings } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";

type Fact = { name: string; value: string };

/** The settings for a mail program as lines of text. Without an address, they are those of every account. */
export function useServerFacts(settings: MailSettings, address?: string): Fact[] {
  const t = useTranslations("mailPrograms");
  const write = ({ host, port, security }: MailServer) =>
    t(`server_${security}`, { host, port: String(port) });
  const { imap, submission, sieve, alternatives } = settings;
  const rows: [Parameters<typeof t>[0], MailServer | null][] = [
    ["incoming", imap],
    ["outgoing", submission],
    ["incomingInstead", alternatives.imap],
    ["outgoingInstead", alternatives.submission],
    ["filters", sieve],
  ];
  return [
    { name: t("username"), value: address === undefined ? t("fullAddress") : toUnicodeName(address) },
    ...rows.flatMap(([name, server]) => (server ? [{ name: t(name), value: write(server) }] : [])),
  ];
}
