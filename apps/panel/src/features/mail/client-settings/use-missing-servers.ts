import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/trpc/client.tsx";

/** How to get mail servers, if there are none yet. */
export function useMissingServers(): string | undefined {
  const t = useTranslations("mailPrograms");
  const trpc = useTRPC();
  const { data: settings } = useQuery(trpc.mail.settings.queryOptions());
  const { data: current } = useQuery(trpc.session.current.queryOptions());
  return settings === null ? t(current?.sandbox ? "notRunning" : "askAdministrator") : undefined;
}
