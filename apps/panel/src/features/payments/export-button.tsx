"use client";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useAddresses } from "@/ui/addresses.tsx";

/** Downloads what a list shows: the API has the same filter. */
export function ExportButton({ path, filter }: { path: string; filter: Record<string, string | undefined> }) {
  const t = useTranslations("payments");
  const { apiUrl } = useAddresses();
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
  return (
    <Button
      component="a"
      href={`${apiUrl}${path}${query && `?${query}`}`}
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {t("export")}
    </Button>
  );
}
