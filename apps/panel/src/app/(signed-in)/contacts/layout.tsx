import type { ReactNode } from "react";
import { DomainPlaces } from "../domains/_parts/domain-places.tsx";

export default function ContactsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DomainPlaces />
      {children}
    </>
  );
}
