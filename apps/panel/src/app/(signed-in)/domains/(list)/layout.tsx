import type { ReactNode } from "react";
import { DomainPlaces } from "@/features/domains/domain-places.tsx";

export default function DomainsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DomainPlaces />
      {children}
    </>
  );
}
