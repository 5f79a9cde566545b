"use client";
import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Facts, Surface } from "@/ui/frame/surface.tsx";

const facts = ["company", "address", "country", "vatId"] as const;

export function BillingProfileSkeleton() {
  const t = useTranslations("billing");
  return (
    <Surface>
      <div aria-busy="true">
        <Facts
          facts={facts.map((name) => ({ name: t(name), value: <Skeleton height={20} width={140} /> }))}
        />
      </div>
    </Surface>
  );
}
