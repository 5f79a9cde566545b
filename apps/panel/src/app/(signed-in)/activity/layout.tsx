import type { ReactNode } from "react";
import { PageMessages } from "@/i18n/messages.tsx";
import { ActivityPlaces } from "./_parts/activity-places.tsx";

export default function ActivityLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages of="activity">
      <ActivityPlaces />
      {children}
    </PageMessages>
  );
}
