"use client";
import { Anchor, Group, Skeleton, Text } from "@mantine/core";
import { IconPlayerPause, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { domainPath, mailPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { DetailHeader } from "@/ui/frame/detail-header.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { TabLinks } from "@/ui/frame/tab-links.tsx";
import { Link } from "@/ui/link.tsx";
import { MailStatus } from "./mail-status.tsx";

const SuspendMailDialog = lazyDialog(() =>
  import("./confirmations.tsx").then((module) => module.SuspendMailDialog),
);
const DeactivateMailDialog = lazyDialog(() =>
  import("./confirmations.tsx").then((module) => module.DeactivateMailDialog),
);

export function MailDomainHeader({ domainName }: { domainName: string }) {
  const t = useTranslations("mail");
  const trpc = useTRPC();
  const { data: mail } = useQuery(trpc.mail.get.queryOptions({ domainName }));
  const write = useRight("mail:write");
  const [dialog, setDialog] = useState<"suspend" | "deactivate">();
  const close = () => setDialog(undefined);
  return (
    <>
      <DetailHeader
        crumbs={[{ label: t("title"), href: "/mail" }]}
        title={toUnicodeName(domainName)}
        below={
          mail ? (
            <Group gap="sm">
              <MailStatus status={mail.status} />
              {mail.status === "active" ? null : (
                <Text size="sm" c="dimmed">
                  {t(`statusWords_${mail.suspensionReason ?? mail.status}`)}
                </Text>
              )}
              <Anchor component={Link} href={domainPath(domainName)} size="sm" underline="always">
                {t("toDomain")}
              </Anchor>
            </Group>
          ) : (
            <Skeleton height={20} width={280} />
          )
        }
        menu={
          mail && write.has && mail.status !== "deactivated"
            ? {
                label: t("more"),
                items: [
                  ...(mail.status === "active"
                    ? [
                        {
                          label: t("suspendMail"),
                          icon: IconPlayerPause,
                          onClick: () => setDialog("suspend"),
                        },
                      ]
                    : []),
                  {
                    label: t("deactivateMail"),
                    icon: IconTrash,
                    onClick: () => setDialog("deactivate"),
                    isDangerous: true,
                  },
                ],
              }
            : undefined
        }
      />
      <TabLinks
        label={t("tabs")}
        tabs={[
          { label: t("overview"), href: mailPath(domainName) },
          { label: t("accounts"), href: mailPath(domainName, "accounts"), count: mail?.accountCount },
          { label: t("aliases"), href: mailPath(domainName, "aliases") },
          { label: t("dns"), href: mailPath(domainName, "dns") },
          { label: t("messages"), href: mailPath(domainName, "messages") },
          { label: t("usage"), href: mailPath(domainName, "usage") },
        ]}
      />
      {mail ? (
        <>
          <SuspendMailDialog domainName={domainName} opened={dialog === "suspend"} onClose={close} />
          <DeactivateMailDialog mail={mail} opened={dialog === "deactivate"} onClose={close} />
        </>
      ) : null}
    </>
  );
}
