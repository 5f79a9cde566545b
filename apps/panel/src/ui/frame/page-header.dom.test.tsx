import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { returnFocus } from "@/ui/focus/return-focus.ts";
import { PageHeader } from "./page-header.tsx";

it("passes the focus on from a skeleton's title to that of its page", async () => {
  let load: () => void = () => undefined;
  function Page() {
    const [isLoaded, setIsLoaded] = useState(false);
    load = () => act(() => setIsLoaded(true));
    return (
      <main>
        {isLoaded ? <PageHeader key="page" title="Page" /> : <PageHeader key="skeleton" title="…" />}
      </main>
    );
  }
  renderInPanel(<Page />);
  returnFocus();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "…" }));
  load();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: "Page" }));
});
