import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DomainHeader } from "@/features/domain-page/domain-header.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { getTrpc, HydrateClient, prefetchOrNotFound } from "@/trpc/server.tsx";

type Props = { params: Promise<{ name: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = toUnicodeName(await nameOfParams(params));
  return { title: { default: name, template: `%s · ${name} · Zonepost` } };
}

export default async function DomainLayout({ params, children }: Props) {
  const name = await nameOfParams(params);
  await prefetchOrNotFound(getTrpc().domains.get.queryOptions({ name }));
  return (
    <HydrateClient>
      <DomainHeader name={name} />
      {children}
    </HydrateClient>
  );
}
