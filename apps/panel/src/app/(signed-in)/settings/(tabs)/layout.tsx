import type { ReactNode } from "react";
import { SettingsHeader } from "@/features/settings/settings-header.tsx";
import { Words } from "@/i18n/words.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <Words of="settings">
      <SettingsHeader />
      {children}
    </Words>
  );
}
