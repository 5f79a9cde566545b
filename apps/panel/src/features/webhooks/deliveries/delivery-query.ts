import { infiniteQueryOptions } from "@tanstack/react-query";
import type { EventType, WebhookDelivery } from "@zonepost/schema";
import type { deliveryRanges } from "./endpoint-params.ts";

const hourMs = 3_600_000;
const rangeMs: Record<(typeof deliveryRanges)[number], number> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

const pageSize = 50;

export type DeliverySearch = {
  status: WebhookDelivery["status"] | null;
  type: EventType | null;
  subject: string;
  range: keyof typeof rangeMs | null;
};

type DeliveriesInput = {
  id: string;
  status?: WebhookDelivery["status"];
  type?: EventType;
  subject?: string;
  since?: string;
  limit: number;
  cursor?: string;
};

export const isFiltered = ({ status, type, subject, range }: DeliverySearch): boolean =>
  Boolean(status || type || subject.trim() || range);

/**
 * An endpoint's log, page by page. A time range ends now, whenever it is read: `now` is business time. Server and
 * browser each use their own client. The key begins with tRPC's, so that its filters include the log.
 */
export const deliveryPagesOptions = (
  id: string,
  { status, type, subject, range }: DeliverySearch,
  now: () => Date,
  read: (input: DeliveriesInput) => Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }>,
) => {
  const searched = subject.trim();
  return infiniteQueryOptions({
    queryKey: [["webhooks", "deliveryPage"], id, status, type, searched, range],
    queryFn: ({ pageParam }) =>
      read({
        id,
        limit: pageSize,
        ...(status === null ? {} : { status }),
        ...(type === null ? {} : { type }),
        ...(searched === "" ? {} : { subject: searched }),
        ...(range === null ? {} : { since: new Date(now().getTime() - rangeMs[range]).toISOString() }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};
