import type { ReactNode } from "react";
import { SettingsHeader } from "@/features/settings/settings-header.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsHeader />
      {children}
    </>
  );
}
