"use client";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconMail, IconSearch, IconShieldLock, IconWebhook, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { domainPath, mailPath, webhookPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { useFinderActions } from "./use-finder-actions.tsx";

const longestWaitMs = 500;

/** Finds domains, endpoints, mail domains and actions. Loaded on first use. */
export function Finder({ asked }: { asked: number }) {
  const t = useTranslations("finder");
  const trpc = useTRPC();
  const router = useRouter();
  const actions = useFinderActions();
  const domains = useQuery(trpc.domains.list.queryOptions());
  const endpoints = useQuery(trpc.webhooks.list.queryOptions());
  const mailDomains = useQuery(trpc.mail.list.queryOptions());
  // The first entry is selected from what is loaded at the time, so the finder opens once everything is.
  useOpenOnce(asked, !(domains.isPending || endpoints.isPending || mailDomains.isPending));

  const go = (href: string) => () => router.push(href);
  const groups: SpotlightActionGroupData[] = [
    {
      group: t("domains"),
      actions: (domains.data ?? []).flatMap((domain) => [
        {
          id: domain.name,
          label: domain.unicodeName,
          keywords: [domain.name],
          leftSection: <IconWorld size={18} />,
          onClick: go(domainPath(domain.name)),
        },
        {
          id: `${domain.name} dnssec`,
          label: t("dnssecOf", { name: domain.unicodeName }),
          keywords: [domain.name, "ds"],
          leftSection: <IconShieldLock size={18} />,
          onClick: go(domainPath(domain.name, "dnssec")),
        },
      ]),
    },
    {
      group: t("mail"),
      actions: (mailDomains.data ?? []).map((mail) => ({
        id: `mail ${mail.domainName}`,
        label: t("mailOf", { name: toUnicodeName(mail.domainName) }),
        keywords: [mail.domainName],
        leftSection: <IconMail size={18} />,
        onClick: go(mailPath(mail.domainName)),
      })),
    },
    {
      group: t("endpoints"),
      actions: (endpoints.data ?? []).map((endpoint) => ({
        id: endpoint.id,
        label: endpoint.url,
        description: endpoint.description,
        keywords: [endpoint.id],
        leftSection: <IconWebhook size={18} />,
        onClick: go(webhookPath(endpoint.id)),
      })),
    },
    { group: t("actions"), actions },
  ];
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      attributes={{ content: { "aria-label": t("title") } }}
      scrollable
      maxHeight={420}
      limit={12}
      nothingFound={domains.isPending ? t("loading") : t("nothing")}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t("placeholder"),
        "aria-label": t("placeholder"),
      }}
    />
  );
}

/** Opens the finder once per request: when everything is loaded, or after a while. */
function useOpenOnce(asked: number, isSettled: boolean) {
  const openedFor = useRef(0);
  useEffect(() => {
    const open = () => {
      if (openedFor.current === asked) {
        return;
      }
      openedFor.current = asked;
      spotlight.open();
    };
    if (isSettled) {
      return open();
    }
    const timer = setTimeout(open, longestWaitMs);
    return () => clearTimeout(timer);
  }, [asked, isSettled]);
}
