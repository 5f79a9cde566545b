"use client";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { overviewPath } from "@/lib/paths.ts";
import { Link } from "@/ui/link.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { type AttentionPlace, attentionCount } from "./attention-policy.ts";
import { useAttention } from "./use-attention.ts";

/**
 * Above a list: how many rows of the overview are about what it lists. Not where it would take a line of its own and, since
 * it comes after the page, move the list: there, the bell and the navigation have the count.
 */
export function AttentionChip({ place }: { place: AttentionPlace }) {
  const t = useTranslations("attention");
  const { data = [] } = useAttention();
  // The frame may have read the list before this part of the page is hydrated, which the server drew without it.
  const isInBrowser = useInBrowser();
  const count = attentionCount(data, place);
  return !isInBrowser || count === 0 ? null : (
    <Button
      component={Link}
      href={overviewPath}
      visibleFrom="md"
      size="compact-sm"
      radius="xl"
      px={12}
      variant="default"
      leftSection={<IconAlertTriangle size={14} color="var(--zp-bad)" aria-hidden />}
    >
      {t("chip", { count })}
    </Button>
  );
}
