"use client";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { Surface } from "@/ui/frame/surface.tsx";
import { Link } from "@/ui/link.tsx";
import { ChooseContactsForm, type ChooseContactsProps } from "./choose-contacts-form.tsx";

/** Assigns different contacts of the workspace to the domain. */
export function ChangeContacts(props: ChooseContactsProps) {
  const { onDone } = props;
  const t = useTranslations("domainContacts");
  const trpc = useTRPC();
  const offered = useQuery(trpc.contacts.list.queryOptions());
  if (offered.isError) {
    return (
      <Failure error={offered.error} title={t("contactsNotLoaded")} onRetry={() => void offered.refetch()} />
    );
  }
  if (!offered.data) {
    return <Skeleton height={160} radius="lg" aria-busy />;
  }
  if (offered.data.length === 0) {
    return (
      <Surface>
        <Stack gap="md" align="flex-start">
          <Text size="sm">{t("noContacts")}</Text>
          <Group gap="xs">
            <Button component={Link} href="/contacts">
              {t("toContacts")}
            </Button>
            <Button variant="default" onClick={onDone}>
              {t("cancel")}
            </Button>
          </Group>
        </Stack>
      </Surface>
    );
  }
  return <ChooseContactsForm {...props} offered={offered.data} />;
}
