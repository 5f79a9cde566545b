"use client";
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MailDomain } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Facts, Section, Surface } from "@/ui/frame/surface.tsx";

const SenderExceptionsDialog = lazyDialog(() =>
  import("./sender-exceptions-dialog.tsx").then((module) => module.SenderExceptionsDialog),
);

export function SenderExceptionsSection({ mail: { domainName, status } }: { mail: MailDomain }) {
  const t = useTranslations("senderExceptions");
  const trpc = useTRPC();
  const query = useQuery(trpc.mail.senderExceptions.queryOptions({ domainName }));
  const write = useRight("mail:write");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={t("title")}
      description={t("words")}
      action={
        status === "deactivated" ? null : (
          <Button
            variant="default"
            disabled={!write.has || query.data === undefined}
            title={write.why}
            onClick={() => setIsOpen(true)}
          >
            {t("change")}
          </Button>
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton height={72} radius="lg" />}>
        {(exceptions) => (
          <>
            <Surface>
              {exceptions.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t("none")}
                </Text>
              ) : (
                <Facts
                  facts={exceptions.map(({ network, note }) => ({ name: network, value: note || "–" }))}
                />
              )}
            </Surface>
            <SenderExceptionsDialog
              domainName={domainName}
              exceptions={exceptions}
              opened={isOpen}
              onClose={() => setIsOpen(false)}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}
