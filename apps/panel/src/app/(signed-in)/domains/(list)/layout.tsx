import type { ReactNode } from "react";
import { DomainPlaces } from "../_parts/domain-places.tsx";

export default function DomainsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DomainPlaces />
      {children}
    </>
  );
}
