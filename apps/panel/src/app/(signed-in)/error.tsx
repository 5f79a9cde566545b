"use client";
import { startTransition } from "react";
import { PageFailure } from "@/ui/notices/page-failure.tsx";

export default function PlaceError({ reset }: { reset: () => void }) {
  // Together with the refresh, so that the failed content isn't rendered again first.
  return <PageFailure onRetry={() => startTransition(reset)} />;
}
