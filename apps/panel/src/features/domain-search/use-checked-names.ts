import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client.tsx";
import { useInBrowser } from "@/ui/use-in-browser.ts";
import { minuteMs } from "@/ui/values/durations.ts";

/** Whether each of these names can be registered, in the order in which registries respond. */
export function useCheckedNames(names: string[]) {
  const trpc = useTRPC();
  const isInBrowser = useInBrowser();
  const query = useQuery({
    ...trpc.domains.checkNames.queryOptions({ names }, { trpc: { abortOnUnmount: true } }),
    enabled: isInBrowser,
    staleTime: minuteMs,
    retry: false,
  });
  const found = query.data ?? [];
  const isWaiting = query.isFetching || !query.isFetched;
  return { query, found, missing: isWaiting ? Math.max(names.length - found.length, 1) : 0 };
}
