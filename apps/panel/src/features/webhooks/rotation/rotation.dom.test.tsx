import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { endpoint } from "@/testing/records.ts";
import { Opened, renderInPanel } from "@/testing/render-in-panel.tsx";
import { ClockProvider } from "@/ui/clock.tsx";
import { RotateSecretDialog } from "./rotate-secret-dialog.tsx";
import { RotationSection } from "./rotation-section.tsx";

const dayMs = 86_400_000;

/** In a sandbox whose clock was moved by two days; a rotation ends in real time. */
function renderWithMovedClock(element: ReactNode) {
  const rotating = { ...endpoint, rotation: { endsAt: new Date(Date.now() + dayMs).toISOString() } };
  fakeApi({ ...commonAnswers, "webhooks.rotateSecret": { ...rotating, secret: "whsec_2" } });
  renderInPanel(
    <ClockProvider now={new Date(Date.now() + 2 * dayMs).toISOString()} offsetMs={2 * dayMs}>
      {element}
      <RotationSection endpoint={rotating} />
    </ClockProvider>,
  );
}

it("says how long the rotation lasts, without a date of another clock", () => {
  renderWithMovedClock(null);
  const section = screen.getByRole("region", { name: messages.webhooks.rotation });
  expect(section.textContent).toContain("Otherwise, we switch automatically in 24 hours.");
});

it("says the same next to the new secret", async () => {
  renderWithMovedClock(<Opened>{(props) => <RotateSecretDialog {...props} endpoint={endpoint} />}</Opened>);
  fireEvent.click(await screen.findByRole("button", { name: messages.webhooks.rotateConfirm }));
  await screen.findByRole("region", { name: messages.webhooks.secretItself });
  expect(screen.getByRole("dialog").textContent).toContain(
    "Then switch to it at the top of this page. Otherwise, we switch automatically in 24 hours.",
  );
});
