"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { ZoneTabSkeleton } from "../zone-skeleton.tsx";
import { Records } from "./records.tsx";

export function RecordsPage({ zoneName }: { zoneName: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.zones.content.queryOptions({ zoneName }));
  return (
    <QueryView query={query} skeleton={<ZoneTabSkeleton />}>
      {({ records }) => <Records zoneName={zoneName} records={records} />}
    </QueryView>
  );
}
