"use client";
import { Button, Stack, Text, Title } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Surface } from "@/ui/surface.tsx";

export function SecondFactorNotice() {
  const t = useTranslations("secondFactor");
  return (
    <Surface>
      <Stack gap="sm">
        <Title order={1} size="h3">
          {t("title")}
        </Title>
        <Text>{t("notHere")}</Text>
        <Text size="sm" c="dimmed">
          {t("whatToDo")}
        </Text>
        <Button component={Link} href="/sign-in">
          {t("back")}
        </Button>
      </Stack>
    </Surface>
  );
}
