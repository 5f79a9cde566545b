import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NarrowPage } from "../../_parts/narrow-page.tsx";
import { SecondFactorNotice } from "./_parts/second-factor-notice.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("secondFactor"))("title") };
}

export default function SecondFactorPage() {
  return (
    <NarrowPage>
      <SecondFactorNotice />
    </NarrowPage>
  );
}
