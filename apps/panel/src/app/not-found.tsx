import { getTranslations } from "next-intl/server";
import { NarrowPage } from "./_parts/narrow-page.tsx";
import { NotFoundNotice } from "./_parts/not-found-notice.tsx";

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
