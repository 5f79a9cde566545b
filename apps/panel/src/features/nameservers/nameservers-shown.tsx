"use client";
import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Domain } from "@/features/domains/domain.ts";
import { Surface } from "@/ui/frame/surface.tsx";
import { Mono } from "@/ui/values/mono.tsx";
import classes from "./nameserver-editor.module.css";

/** The list for users who can't change it, with the reason. */
export function NameserversShown({ domain, why }: { domain: Domain; why: string }) {
  const t = useTranslations("nameservers");
  return (
    <Surface>
      <Stack gap="md">
        {domain.nameservers.length === 0 ? (
          <Text size="sm">{t("none")}</Text>
        ) : (
          <ul className={classes.shown}>
            {domain.nameservers.map(({ host, addresses }) => (
              <li key={host}>
                <Mono label={host}>{host}</Mono>
                {addresses.length > 0 ? (
                  <Text size="xs" c="dimmed" ff="monospace">
                    {addresses.join(", ")}
                  </Text>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      </Stack>
    </Surface>
  );
}
