import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isSandbox } from "@/sandbox.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { PasswordReset } from "./_parts/password-reset.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("passwordReset"))("title") };
}

/** The link's token is in the fragment, which only the browser sees: it decides which of the two forms is shown. */
export default async function PasswordResetPage() {
  return (
    <NarrowPage>
      <PasswordReset sandbox={await isSandbox()} />
    </NarrowPage>
  );
}
