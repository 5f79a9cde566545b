import { Box, Button } from "@mantine/core";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";

/** Its button loads after a click, until `finish`, which may remove it. */
function renderButton() {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  let finish: (isRemoved: boolean) => void = () => undefined;
  function Page() {
    const [state, setState] = useState<"idle" | "loading" | "removed">("idle");
    finish = (isRemoved) => act(() => setState(isRemoved ? "removed" : "idle"));
    return (
      <main>
        <h1>Endpoint</h1>
        <Box component="form" onSubmit={onSubmit}>
          {state === "removed" ? null : (
            <Button
              type="submit"
              loading={state === "loading"}
              onClick={() => {
                onClick();
                setState("loading");
              }}
            >
              Pause
            </Button>
          )}
        </Box>
      </main>
    );
  }
  renderInPanel(<Page />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Pause" });
  button.focus();
  fireEvent.click(button);
  return { button, onClick, onSubmit, finish: (isRemoved: boolean) => finish(isRemoved) };
}

it("keeps the focus while it loads, and ignores clicks", () => {
  const { button, onClick, onSubmit, finish } = renderButton();
  expect(document.activeElement).toBe(button);
  expect(button.disabled).toBe(false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  finish(false);
  expect(button.hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(2);
});

it("leaves the focus to the page's title if its action removes it", async () => {
  const { finish } = renderButton();
  finish(true);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: "Endpoint" }));
});

it("is disabled as before if it doesn't load", () => {
  renderInPanel(<Button disabled>Pause</Button>);
  expect(screen.getByRole<HTMLButtonElement>("button").disabled).toBe(true);
});
