"use client";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { WebhookEndpoint } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { webhookPath } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/client.tsx";
import { Link } from "@/ui/link.tsx";

/** Another endpoint with this URL. A fragment is never sent, so it doesn't tell URLs apart. */
function endpointWithUrl(
  endpoints: readonly WebhookEndpoint[],
  typed: string,
  ownId: string | undefined,
): WebhookEndpoint | undefined {
  const wanted = hrefOf(typed);
  return wanted === undefined
    ? undefined
    : endpoints.find(({ id, url }) => id !== ownId && hrefOf(url) === wanted);
}

function hrefOf(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    url.hash = "";
    return url.href;
  } catch {
    return undefined;
  }
}

/** Two endpoints may share a URL, but rarely should. */
export function KnownUrl({ typed, ownId }: { typed: string; ownId: string | undefined }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const { data: endpoints = [] } = useQuery(trpc.webhooks.list.queryOptions());
  const known = endpointWithUrl(endpoints, typed, ownId);
  return (
    <div role="status">
      {known ? (
        <Text size="sm" c="var(--zp-warn)">
          {t.rich("urlKnown", {
            name: () => (
              <Link href={webhookPath(known.id)} target="_blank">
                {known.description || known.url}
              </Link>
            ),
          })}
        </Text>
      ) : null}
    </div>
  );
}
