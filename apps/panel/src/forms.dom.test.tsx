import { glob, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { fakeApi } from "./testing/fake-api.ts";
import { commonAnswers, forms } from "./testing/forms.tsx";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const source = import.meta.dirname;
/** `const save = useSubmit(…`, `return useSubmit(…` of a hook, or `const DeleteDialog = confirmation(…`. */
const submits = /(?:const (\w+) =|return) (?:useSubmit|useCall|confirmation)\(/g;
/** Clicks on the same spot, counted from the first. The first two come before React renders again. */
const clicksAtMs = [0, 0, 5, 10, 20, 40, 60, 80, 100, 120, 150];
/** Some clicks come before the answer, and some after it. */
const answerAfterMs = 30;

describe("every form sends once, however fast it is clicked", () => {
  // Clicks and answers come at their own time, as in a browser, not within `act`.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  let before: boolean | undefined;
  beforeAll(() => {
    before = environment.IS_REACT_ACT_ENVIRONMENT;
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterAll(() => {
    environment.IS_REACT_ACT_ENVIRONMENT = before ?? true;
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("has a case for each submit of the source", async () => {
    const found: string[] = [];
    for await (const file of glob("**/*.{ts,tsx}", {
      cwd: source,
      exclude: ["lib/use-*.ts", "lib/confirmation.tsx", "testing/**", "**/*.test.*"],
    })) {
      const text = await readFile(`${source}/${file}`, "utf8");
      for (const [, variable] of text.matchAll(submits)) {
        found.push(variable === undefined ? file : `${file}#${variable}`);
      }
      expect(text.includes("useMutation("), `${file} uses useMutation instead of useSubmit`).toBe(false);
    }
    expect(new Set(Object.values(forms).map(({ submit }) => submit))).toEqual(new Set(found));
  });

  it.each(Object.entries(forms))("%s", async (_name, form) => {
    form.before?.();
    const api = fakeApi({ ...commonAnswers, ...form.answers }, { answerAfterMs });
    renderInPanel(form.element);
    await form.prepare?.();
    const around = form.region ? within(await screen.findByRole("region", { name: form.region })) : screen;
    const button = await around.findByRole(form.role ?? "button", { name: form.button });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    if (button.matches("[role=dialog] [type=submit]")) {
      expect(button.nextElementSibling, "the main button comes last").toBeNull();
    }
    const sentBefore = api.sent.length;
    const startedAtMs = Date.now();
    let waitedMs = 0;
    for (const atMs of clicksAtMs) {
      if (atMs > waitedMs) {
        await wait(atMs - waitedMs);
        waitedMs = atMs;
      }
      // A busy machine waits for longer.
      const clock = vi.spyOn(Date, "now").mockReturnValue(startedAtMs + atMs);
      button.click();
      clock.mockRestore();
    }
    const calls = () => api.sent.slice(sentBefore).filter(({ name }) => name === form.sends);
    await vi.waitFor(() => expect(calls()).not.toEqual([]), 20_000);
    await wait(answerAfterMs);
    expect(calls()).toHaveLength(1);
  });
});
