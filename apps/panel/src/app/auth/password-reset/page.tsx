import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { isSandbox } from "@/sandbox.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { PasswordReset } from "./_parts/password-reset.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("passwordReset"))("title") };
}

/** Only the browser can read the link's token, which is in the fragment. It selects the form. */
export default async function PasswordResetPage() {
  return (
    <NarrowPage>
      <PasswordReset sandbox={await isSandbox()} />
    </NarrowPage>
  );
}
