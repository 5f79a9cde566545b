import type { ReactNode } from "react";
import { SettingsHeader } from "@/features/settings/settings-header.tsx";
import { PageMessages } from "@/i18n/messages.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <PageMessages of="settings">
      <SettingsHeader />
      {children}
    </PageMessages>
  );
}
