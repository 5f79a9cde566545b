import type { ReactNode } from "react";
import { PageEnd } from "@/ui/page-end/page-end.tsx";
import { Brand } from "./brand.tsx";
import classes from "./narrow-page.module.css";

/** The frame of pages without the main navigation. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Brand />
        </div>
        {children}
        <PageEnd />
      </div>
    </main>
  );
}
