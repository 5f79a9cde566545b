import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { messagesOf } from "@/i18n/messages-of.ts";
import { operatorPaymentsPath } from "@/lib/paths.ts";
import { panelPath } from "@/panel-path.ts";
import { readQuarantine } from "@/quarantine.ts";
import { isSandbox } from "@/sandbox.ts";
import { readSession } from "@/session.ts";
import { readSignInProviders } from "@/sign-in-providers.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { SignInForm } from "./_parts/sign-in-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("signIn"))("title") };
}

type Parameter = "next" | "error" | "method";
type Props = { searchParams: Promise<Partial<Record<Parameter, string | string[]>>> };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export default async function SignInPage({ searchParams }: Props) {
  const { next, error, method } = await searchParams;
  const [session, sandbox, providers, isQuarantined, words] = await Promise.all([
    readSession().catch(() => null),
    isSandbox(),
    readSignInProviders(),
    readQuarantine(),
    messagesOf("signIn", ["email"]),
  ]);
  // In a quarantine, an operator has no other pages.
  const target = panelPath(first(next) ?? (isQuarantined ? operatorPaymentsPath : undefined));
  if (session) {
    redirect(target);
  }
  return (
    <NarrowPage>
      <SignInForm
        words={words}
        next={target}
        sandbox={sandbox}
        providers={isQuarantined ? [] : providers}
        isPasswordOnly={isQuarantined}
        linkError={first(error)}
        method={first(method) === "link" && !isQuarantined ? "link" : "password"}
      />
    </NarrowPage>
  );
}
