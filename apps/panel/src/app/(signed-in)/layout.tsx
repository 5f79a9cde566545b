import type { ReactNode } from "react";
import { Frame } from "@/app/_parts/frame.tsx";
import { Panel } from "@/app/_parts/panel.tsx";

export default function SignedInLayout({ children }: { children: ReactNode }) {
  return (
    <Panel words="shell">
      <Frame>{children}</Frame>
    </Panel>
  );
}
