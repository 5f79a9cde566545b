"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Failure } from "@/lib/failure.tsx";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { useRefreshProfile } from "./use-refresh-profile.ts";

export function TrustedBrowsers({ count }: { count: number }) {
  const t = useTranslations("security");
  const trpc = useTRPC();
  const refresh = useRefreshProfile();
  const forget = useSubmit({
    ...trpc.me.forgetDevices.mutationOptions(),
    onSuccess: refresh,
    isRepeatable: true,
  });
  return (
    <Section title={t("trusted")} description={t("trustedWords")}>
      <Surface>
        <Stack gap="md">
          <Group justify="space-between" gap="sm" mih={36}>
            <Text size="sm" role="status">
              {t("trustedCount", { count })}
            </Text>
            {count > 0 ? (
              <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate()}>
                {t("forgetAll")}
              </Button>
            ) : null}
          </Group>
          {forget.error ? <Failure error={forget.error} title={t("notForgotten")} /> : null}
        </Stack>
      </Surface>
    </Section>
  );
}
