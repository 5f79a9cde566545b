import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type Answers, fakeApi, Refusal } from "./testing/fake-api.ts";
import { commonAnswers, forms } from "./testing/forms.tsx";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const words = messages.stepUp;

/** Refuses the first call, until the person has confirmed their identity. */
function refusingFirst(answer: unknown): (input: unknown) => unknown {
  let isRefused = false;
  return (input) => {
    if (!isRefused) {
      isRefused = true;
      return new Refusal({ status: 403, code: "step_up_required", title: "Forbidden" });
    }
    return typeof answer === "function" ? answer(input) : answer;
  };
}

// Without a session, or the confirmation itself.
const isOutside = (sends: string) => sends.startsWith("/auth/");

it.each(Object.entries(forms).filter(([, { sends }]) => !isOutside(sends)))(
  "a submit that needs fresh proof asks for it, and sends what was entered again: %s",
  async (_name, form) => {
    form.before?.();
    const given: Answers = { ...commonAnswers, ...form.answers };
    const { sent } = fakeApi({
      ...given,
      [form.sends]: refusingFirst(given[form.sends]),
      "/auth/step-up": {},
    });
    renderInPanel(form.element);
    await form.prepare?.();
    const around = form.region ? within(await screen.findByRole("region", { name: form.region })) : screen;
    const button = await around.findByRole(form.role ?? "button", { name: form.button });
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    fireEvent.click(button);
    const dialog = within(await screen.findByRole("dialog", { name: words.title }, { timeout: 20_000 }));
    fireEvent.change(await dialog.findByLabelText(words.password), { target: { value: "password" } });
    fireEvent.click(dialog.getByRole("button", { name: words.confirm }));
    const calls = () => sent.filter(({ name }) => name === form.sends);
    await waitFor(() => expect(calls().length).toBeGreaterThan(1));
    const [first, second] = calls();
    expect(second).toEqual(first);
  },
);
