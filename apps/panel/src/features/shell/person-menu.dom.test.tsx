import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { densityCookie, densityOf } from "@/ui/list/density/density.ts";
import { PersonMenu } from "./person-menu.tsx";

const words = messages.shell;
// Without a layout, Mantine takes the button for hidden, hides its menu, and warns.
const item = (name: string) => screen.findByRole("menuitem", { name: new RegExp(`^${name}`), hidden: true });
const isSelected = (element: HTMLElement) => within(element).queryByLabelText(words.chosen) !== null;

afterEach(() => {
  delete document.documentElement.dataset.density;
  // biome-ignore lint/suspicious/noDocumentCookie: as the panel does
  document.cookie = `${densityCookie}=; Path=/; Max-Age=0`;
  vi.restoreAllMocks();
});

it("changes the rows of lists at once, with the keyboard, and remembers the choice", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  renderInPanel(<PersonMenu name="Ada" email="ada@example.com" />);
  fireEvent.click(screen.getByRole("button"));
  const [compact, comfortable] = [await item(words.density_compact), await item(words.density_comfortable)];
  expect([isSelected(compact), isSelected(comfortable)]).toEqual([true, false]);
  compact.focus();
  fireEvent.keyDown(compact, { key: "ArrowDown", code: "ArrowDown" });
  await waitFor(() => expect(document.activeElement).toBe(comfortable));
  fireEvent.click(comfortable);
  expect([isSelected(compact), isSelected(comfortable)]).toEqual([false, true]);
  expect(document.documentElement.dataset.density).toBe("comfortable");
  expect(document.cookie).toContain(`${densityCookie}=comfortable`);
});

it("reads the choice from the cookie, and ignores anything else", () => {
  expect([undefined, "comfortable", "compact", "huge"].map(densityOf)).toEqual([
    "compact",
    "comfortable",
    "compact",
    "compact",
  ]);
});
