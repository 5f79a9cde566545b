import { infiniteQueryOptions } from "@tanstack/react-query";
import type { EventType, WebhookDelivery } from "@zonepost/schema";
import { endOfDay, startOfDay } from "@/ui/values/day-bounds.ts";
import type { deliveryRanges } from "./endpoint-params.ts";

type DeliveryRange = (typeof deliveryRanges)[number];

const hourMs = 3_600_000;
const rangeMs: Record<Exclude<DeliveryRange, "days">, number> = {
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
  range: DeliveryRange | null;
  from: string;
  until: string;
};

type DeliveriesInput = {
  id: string;
  status?: WebhookDelivery["status"];
  type?: EventType;
  subject?: string;
  since?: string;
  until?: string;
  limit: number;
  cursor?: string;
};

/** The moments between which the events were emitted. */
function boundsOf({ range, from, until }: DeliverySearch, now: Date, timeZone: string) {
  if (range === null) {
    return {};
  }
  const bounds =
    range === "days"
      ? { since: startOfDay(from, timeZone), until: endOfDay(until, timeZone) }
      : { since: new Date(now.getTime() - rangeMs[range]).toISOString() };
  return Object.fromEntries(Object.entries(bounds).filter(([, moment]) => moment !== undefined));
}

export const isFiltered = ({ status, type, subject, range }: DeliverySearch): boolean =>
  Boolean(status || type || subject.trim() || range);

/**
 * An endpoint's log, page by page. A time range ends now, whenever it is read: `now` is business time. Server and
 * browser each use their own client. The key begins with tRPC's, so that its filters include the log.
 */
export const deliveryPagesOptions = (
  id: string,
  search: DeliverySearch,
  { now, timeZone }: { now: () => Date; timeZone: string },
  read: (input: DeliveriesInput) => Promise<{ deliveries: WebhookDelivery[]; nextCursor: string | null }>,
) => {
  const { status, type, range, from, until } = search;
  const searched = search.subject.trim();
  const days = range === "days" ? [from, until, timeZone] : [];
  return infiniteQueryOptions({
    queryKey: [["webhooks", "deliveryPage"], id, status, type, searched, range, ...days],
    queryFn: ({ pageParam }) =>
      read({
        id,
        limit: pageSize,
        ...(status === null ? {} : { status }),
        ...(type === null ? {} : { type }),
        ...(searched === "" ? {} : { subject: searched }),
        ...boundsOf(search, now(), timeZone),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};
