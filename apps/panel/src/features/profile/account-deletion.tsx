"use client";
import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Profile } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";

const DeleteOwnAccountDialog = lazyDialog(() =>
  import("./delete-own-account-dialog.tsx").then((module) => module.DeleteOwnAccountDialog),
);

/** Once it is asked for, the notice above each page has the day and the way back. */
export function AccountDeletion({ profile }: { profile: Profile }) {
  const t = useTranslations("profile");
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Section title={t("deletion")}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Text size="sm" maw={560}>
            {profile.deletesAt === null ? t("deletionWords") : t("deletionAsked")}
          </Text>
          {profile.deletesAt === null ? (
            <Button variant="outline" color="red" c="var(--zp-bad)" onClick={dialog.open}>
              {t("deletionButton")}
            </Button>
          ) : null}
        </Group>
      </Surface>
      <DeleteOwnAccountDialog opened={isOpen} onClose={dialog.close} />
    </Section>
  );
}
