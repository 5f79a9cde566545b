import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Frame } from "@/app/_parts/frame.tsx";
import { Panel } from "@/app/_parts/panel.tsx";
import { readSession } from "@/session.ts";

/** An unknown path keeps the navigation of someone who is signed in. Others get the plain page. */
export default async function UnknownPathLayout({ children }: { children: ReactNode }) {
  // Without an answer, the frame shows the failure.
  if ((await readSession().catch(() => undefined)) === null) {
    notFound();
  }
  return (
    <Panel words="shell">
      <Frame>{children}</Frame>
    </Panel>
  );
}
