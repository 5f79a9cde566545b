import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { nameOfParams } from "../name-of-params.ts";
import { DnssecPage } from "./_parts/dnssec-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("domain"))("dnssec") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  // The layout has read the domain already, DS records included.
  return <DnssecPage name={await nameOfParams(params)} />;
}
