import type { ReactNode } from "react";
import { DomainPlaces } from "@/features/domains/domain-places.tsx";
import { PageMessages } from "@/i18n/messages.tsx";

export default function DomainsLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages of="domains">
      <DomainPlaces />
      {children}
    </PageMessages>
  );
}
