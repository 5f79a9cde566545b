import type { Metadata } from "next";
import type { ReactNode } from "react";
import { DomainHeader } from "@/features/domain-page/domain-header.tsx";
import { GoneDomain } from "@/features/domain-page/gone-domain.tsx";
import { nameOfParams } from "@/features/domains/name-of-params.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { getTrpc, HydrateClient, prefetchIfFound, prefetchOrNotFound } from "@/trpc/server.tsx";

type Props = { params: Promise<{ name: string }>; children: ReactNode };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = toUnicodeName(await nameOfParams(params));
  return { title: { default: name, template: `%s · ${name} · Zonepost` } };
}

export default async function DomainLayout({ params, children }: Props) {
  const name = await nameOfParams(params);
  if (!(await prefetchIfFound(getTrpc().domains.get.queryOptions({ name })))) {
    // Only a workspace that has held the domain has its history.
    await prefetchOrNotFound(getTrpc().domains.history.queryOptions({ name }));
    return (
      <HydrateClient>
        <GoneDomain name={name}>{children}</GoneDomain>
      </HydrateClient>
    );
  }
  return (
    <HydrateClient>
      <DomainHeader name={name} />
      {children}
    </HydrateClient>
  );
}
