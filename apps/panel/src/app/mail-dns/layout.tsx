import type { ReactNode } from "react";
import { Panel } from "@/app/_parts/panel.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <Panel words="mailDns">{children}</Panel>;
}
