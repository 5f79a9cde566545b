import { IconMapOff } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { PlainEmptyState } from "@/ui/plain/empty-state.tsx";

export async function generateMetadata() {
  return { title: (await getTranslations("notFound"))("title") };
}

export default async function NotFound() {
  const t = await getTranslations("notFound");
  return (
    <NarrowPage>
      <PlainEmptyState icon={IconMapOff} title={t("title")} href="/domains" action={t("home")}>
        {t("words")}
      </PlainEmptyState>
    </NarrowPage>
  );
}
