import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { SignInLink } from "./_parts/sign-in-link.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signInLink"))("title") };
}

/** Loading the page doesn't use the link up, because mail scanners follow links too. */
export default function SignInLinkPage() {
  return (
    <NarrowPage>
      <SignInLink />
    </NarrowPage>
  );
}
