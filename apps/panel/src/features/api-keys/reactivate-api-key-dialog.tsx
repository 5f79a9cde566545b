"use client";
import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@zonepost/schema";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { RelativeMoment } from "@/ui/values/moment.tsx";

/** For a key that is off since the installation was restored from a backup. */
export const ReactivateApiKeyDialog = confirmation(
  "apiKeys",
  "reactivate",
  ({ apiKey: { id, name, lastUsedAt } }: { apiKey: ApiKey }) => {
    const trpc = useTRPC();
    const queryClient = useQueryClient();
    return {
      mutation: trpc.apiKeys.reactivate.mutationOptions(),
      input: { id },
      values: {
        name,
        isUsed: String(lastUsedAt !== null),
        when: () => <RelativeMoment at={lastUsedAt ?? ""} hasHappened />,
      },
      refresh: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()),
    };
  },
);
