import type { ReactNode } from "react";
import { DomainPlaces } from "../../_parts/domain-places.tsx";

export default function OperationsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DomainPlaces />
      {children}
    </>
  );
}
