import { fireEvent, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { type FieldKind, oddValues } from "../../../testing/odd-values.ts";
import { fakeApi } from "./testing/fake-api.ts";
import { commonAnswers, forms } from "./testing/forms.tsx";
import { renderInPanel } from "./testing/render-in-panel.tsx";

/** Fields whose kind the browser knows, for its keyboards. */
const kindOfType: Record<string, FieldKind> = { email: "email", tel: "phone" };
const selector = Object.keys(kindOfType)
  .map((type) => `input[type=${type}]:not([readonly])`)
  .join();

// What people type and paste, in each such field of each form. Which values are accepted is tested with the API's fields.
it.each(Object.entries(forms))(
  "%s refuses odd values at their field, and accepts others",
  async (_name, form) => {
    // A token of a link stays until its form is sent.
    window.location.hash = "";
    form.before?.();
    fakeApi({ ...commonAnswers, ...form.answers });
    renderInPanel(form.element);
    await form.prepare?.();
    for (const input of document.querySelectorAll<HTMLInputElement>(selector)) {
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
  },
);
