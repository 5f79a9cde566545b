import messages from "@messages/en.json";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type FieldKind, oddValues } from "../../../testing/odd-values.ts";
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

/** Fields whose kind the browser knows, for its keyboards. */
const kindOfType: Record<string, FieldKind> = { email: "email", tel: "phone" };
const selector = Object.keys(kindOfType)
  .map((type) => `input[type=${type}]:not([readonly])`)
  .join();

/** What people type and paste. Which values are accepted is tested with the API's fields. */
async function typeOddValues(input: HTMLInputElement) {
  const before = input.value;
  const kind = kindOfType[input.type] ?? "email";
  // A browser removes line breaks before the form sees them.
  for (const [typed, stored] of oddValues[kind].filter(([value]) => !/[\r\n]/.test(value))) {
    fireEvent.change(input, { target: { value: typed } });
    fireEvent.blur(input);
    const isRefused = stored === null;
    await waitFor(() =>
      expect([typed, input.getAttribute("aria-invalid") === "true"]).toEqual([typed, isRefused]),
    );
  }
  fireEvent.change(input, { target: { value: before } });
}

it.each(Object.entries(forms))(
  "%s refuses odd values at their field, asks for fresh proof if it is needed, and sends what was entered again",
  async (_name, form) => {
    // A token of a link stays until its form is sent.
    window.location.hash = "";
    form.before?.();
    const given: Answers = { ...commonAnswers, ...form.answers };
    // Without a session, or the confirmation itself.
    const isOutside = form.sends.startsWith("/auth/");
    const { sent } = fakeApi({
      ...given,
      ...(isOutside ? {} : { [form.sends]: refusingFirst(given[form.sends]), "/auth/step-up": {} }),
    });
    renderInPanel(form.element);
    await form.prepare?.();
    for (const input of document.querySelectorAll<HTMLInputElement>(selector)) {
      await typeOddValues(input);
    }
    if (isOutside) {
      return;
    }
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
