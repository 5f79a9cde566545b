import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import classes from "./narrow-page.module.css";

/** The frame of pages that stand alone, without the places at the side. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Brand />
        </div>
        {children}
      </div>
    </main>
  );
}
