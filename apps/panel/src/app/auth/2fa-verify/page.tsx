import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { panelPath } from "@/panel-path.ts";
import { readSignIn } from "@/session.ts";
import { NarrowPage } from "@/ui/frame/narrow-page.tsx";
import { SecondFactor } from "./_parts/second-factor.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("secondFactor"))("title") };
}

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SecondFactorPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const target = panelPath(Array.isArray(next) ? next[0] : next);
  // If the API is unreachable, the form reports it on submit.
  const signIn = await readSignIn().catch(() => null);
  if (signIn?.state === "whole") {
    redirect(target);
  }
  return (
    <NarrowPage>
      <SecondFactor next={target} isSignedOut={signIn?.state === "none"} />
    </NarrowPage>
  );
}
