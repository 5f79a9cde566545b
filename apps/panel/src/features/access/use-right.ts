"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { whyMissing } from "./rights.ts";

/** Whether the session has one of the rights, and the sentence that explains why not. The API checks again. */
export function useRight(...rights: [Right, ...Right[]]): { has: boolean; why: string | undefined } {
  const t = useTranslations("access");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  // Until the session has loaded, nothing is refused.
  const cause = current ? whyMissing(current.session, rights) : null;
  if (!current || cause === null) {
    return { has: true, why: undefined };
  }
  const count = current.session.domainNames?.length ?? 0;
  return { has: false, why: cause === "limit" ? t("limited", { count }) : t("notAllowed") };
}
