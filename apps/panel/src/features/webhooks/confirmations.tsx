"use client";
import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useRouter } from "next/navigation";
import { confirmation } from "@/lib/confirmation.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { AddressText } from "@/ui/values/address-text.tsx";
import { endOf, wordsToDelete } from "./endpoint-name.ts";
import { IdEnd } from "./id-end.tsx";

type OfEndpoint = { endpoint: WebhookEndpoint };

export const DeleteEndpointDialog = confirmation("webhooks", "delete", ({ endpoint }: OfEndpoint) => {
  const { id, url, description } = endpoint;
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: all } = useQuery(trpc.webhooks.list.queryOptions());
  const typed = wordsToDelete(endpoint, all);
  return {
    mutation: trpc.webhooks.delete.mutationOptions(),
    input: { id },
    values: { words: typed },
    isRight: (words) => words.trim() === typed,
    leave: () => router.push("/webhooks"),
    refresh: () => queryClient.invalidateQueries(trpc.webhooks.list.queryFilter()),
    children: (
      <Text component="div" size="sm">
        {description ? <div>{description}</div> : null}
        <AddressText isClamped>{url}</AddressText>
        <IdEnd idEnd={`…${endOf(endpoint)}`} />
      </Text>
    ),
  };
});

function useEnding({ endpoint: { id } }: OfEndpoint) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
  return { input: { id }, refresh, refreshesOnFailure: true };
}

export const SwitchSecretDialog = confirmation("webhooks", "switchSecret", (props: OfEndpoint) => ({
  mutation: useTRPC().webhooks.switchSecret.mutationOptions(),
  ...useEnding(props),
  isDangerous: false,
}));

export const CancelSecretRotationDialog = confirmation("webhooks", "cancelRotation", (props: OfEndpoint) => ({
  mutation: useTRPC().webhooks.cancelRotation.mutationOptions(),
  ...useEnding(props),
}));
