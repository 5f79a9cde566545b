"use client";
import { Anchor, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { domainPath, mailPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";
import { Link } from "@/ui/link.tsx";
import { MailStatus } from "./mail-status.tsx";

export function MailDomainHeader({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  return (
    <>
      <DetailHeader
        crumbs={[{ label: t("title"), href: "/mail" }]}
        title={toUnicodeName(domainName)}
        below={
          mail ? (
            <Group gap="sm">
              <MailStatus status={mail.status} />
              <Text size="sm" c="dimmed">
                {t(`statusWords_${mail.status}`)}
              </Text>
              <Anchor component={Link} href={domainPath(domainName)} size="sm" underline="always">
                {t("toDomain")}
              </Anchor>
            </Group>
          ) : (
            <Skeleton height={20} width={280} />
          )
        }
      />
      <TabLinks
        label={t("tabs")}
        tabs={[
          { label: t("overview"), href: mailPath(domainName) },
          { label: t("accounts"), href: mailPath(domainName, "accounts"), count: mail?.accountCount },
          { label: t("aliases"), href: mailPath(domainName, "aliases") },
          { label: t("dns"), href: mailPath(domainName, "dns") },
        ]}
      />
    </>
  );
}
