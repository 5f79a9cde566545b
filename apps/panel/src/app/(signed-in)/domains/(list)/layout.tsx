import type { ReactNode } from "react";
import { DomainPlaces } from "@/features/domains/domain-places.tsx";
import { Words } from "@/i18n/words.tsx";

export default function DomainsLayout({ children }: { children: ReactNode }) {
  return (
    <Words of="domains">
      <DomainPlaces />
      {children}
    </Words>
  );
}
