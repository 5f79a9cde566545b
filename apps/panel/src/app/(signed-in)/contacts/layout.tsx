import type { ReactNode } from "react";
import { DomainPlaces } from "@/features/domains/domain-places.tsx";

export default function ContactsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DomainPlaces />
      {children}
    </>
  );
}
