import { getTranslations } from "next-intl/server";
import { NotFoundNotice } from "@/features/access/not-found-notice.tsx";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";

export async function generateMetadata() {
  return { title: (await getTranslations("notFound"))("title") };
}

export default function NotFound() {
  return (
    <NarrowPage>
      <NotFoundNotice />
    </NarrowPage>
  );
}
