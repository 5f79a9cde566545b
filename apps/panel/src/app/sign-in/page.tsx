import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { messagesOf } from "@/i18n/messages-of.ts";
import { panelPath } from "@/panel-path.ts";
import { isSandbox } from "@/sandbox.ts";
import { readSession } from "@/session.ts";
import { readSignInProviders } from "@/sign-in-providers.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { SignInForm } from "./_parts/sign-in-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

type Props = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export default async function SignInPage({ searchParams }: Props) {
  const { next, error } = await searchParams;
  const target = panelPath(first(next));
  const [session, sandbox, providers, words] = await Promise.all([
    readSession().catch(() => null),
    isSandbox(),
    readSignInProviders(),
    messagesOf("signIn", ["email"]),
  ]);
  if (session) {
    redirect(target);
  }
  return (
    <NarrowPage>
      <SignInForm
        words={words}
        next={target}
        sandbox={sandbox}
        providers={providers}
        linkError={first(error)}
      />
    </NarrowPage>
  );
}
