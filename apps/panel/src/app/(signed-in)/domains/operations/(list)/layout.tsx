import type { ReactNode } from "react";
import { DomainPlaces } from "@/features/domains/domain-places.tsx";
import { PageMessages } from "@/i18n/messages.tsx";

export default function OperationsLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages of="operations">
      <DomainPlaces />
      {children}
    </PageMessages>
  );
}
