"use client";
import { useQuery } from "@tanstack/react-query";
import type { Right } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";
import { hasRight } from "./rights.ts";

/** Whether the session may do something, and where it may not, the sentence that says so. The API judges again. */
export function useRight(right: Right): { has: boolean; why: string | undefined } {
  const t = useTranslations("access");
  const trpc = useTRPC();
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  // The session is read with the page; until it is there, nothing is said against it.
  const has = current === undefined || hasRight(current.session, right);
  return { has, why: has ? undefined : t("notAllowed") };
}
