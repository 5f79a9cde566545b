import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { SignatureDoctor } from "@/features/webhooks/signature-doctor/signature-doctor.tsx";
import { HydratePage } from "@/trpc/page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signatureDoctor"))("title") };
}

export default pageFor({ right: "webhooks:read", what: "webhooks", order: 1 }, async () => {
  return (
    <HydratePage>
      <SignatureDoctor />
    </HydratePage>
  );
});
