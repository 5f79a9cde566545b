import type { Metadata } from "next";
import { getTimeZone, getTranslations } from "next-intl/server";
import type { SearchParams } from "nuqs/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { deliveryPagesOptions } from "@/features/webhooks/deliveries/delivery-query.ts";
import { loadEndpointParams } from "@/features/webhooks/deliveries/endpoint-params.ts";
import { EndpointPage } from "@/features/webhooks/endpoint-page.tsx";
import { hostAndPath } from "@/features/webhooks/host-and-path.ts";
import { HydratePage } from "@/trpc/page.tsx";
import { getQueryClient, getTrpc, getTrpcClient, prefetch, prefetchOrNotFound } from "@/trpc/server.tsx";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const idOf = async ({ params }: Pick<Props, "params">) => decodeURIComponent((await params).id);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  const query = getTrpc().webhooks.get.queryOptions({ id: await idOf(props) });
  // The same request as the page's own.
  await prefetch(query);
  const endpoint = getQueryClient().getQueryData(query.queryKey);
  const name = endpoint && (endpoint.description || hostAndPath(endpoint.url));
  return { title: name ? `${name} · ${t("title")}` : t("endpoint") };
}

export default pageFor<Props>(
  { right: "webhooks:read", what: "webhooks", order: 1 },
  async ({ params, searchParams }) => {
    const id = await idOf({ params });
    const { webhooks } = getTrpc();
    const search = await loadEndpointParams(searchParams);
    const timeZone = await getTimeZone();
    await Promise.all([
      prefetchOrNotFound(webhooks.get.queryOptions({ id })),
      prefetch(webhooks.health.queryOptions({ id })),
      prefetch(webhooks.catchUp.queryOptions({ id })),
      prefetch(webhooks.missedOf.queryOptions({ id })),
      // Tells whether another endpoint has the same name.
      prefetch(webhooks.list.queryOptions()),
      // An inactive endpoint's notice would grow once they are counted.
      prefetch(webhooks.missed.queryOptions()),
      // The browser knows the time that a range up to now begins.
      search.range === null || search.range === "days"
        ? getQueryClient().prefetchInfiniteQuery({
            ...deliveryPagesOptions(id, search, { now: () => new Date(), timeZone }, (input) =>
              getTrpcClient().webhooks.deliveryPage.query(input),
            ),
            retry: false,
          })
        : undefined,
    ]);
    return (
      <HydratePage>
        <EndpointPage id={id} />
      </HydratePage>
    );
  },
);
