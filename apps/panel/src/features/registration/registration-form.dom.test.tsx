import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { contact, offer } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { RegistrationForm } from "./registration-form.tsx";

const words = messages.register;

function renderForm(transferLock: boolean) {
  fakeApi({ ...commonAnswers, "domains.tlds": [{ ...offer, transferLock }] });
  renderInPanel(<RegistrationForm name="new-name.com" contacts={[contact]} defaultNameservers={[]} />);
}

it("locks a new domain against transfers, unless that is switched off", async () => {
  renderForm(true);
  await screen.findByText(words.lockedAtOnce);
  const lock = screen.getByRole("checkbox", { name: words.lock });
  expect((lock as HTMLInputElement).checked).toBe(true);
  fireEvent.click(lock);
  await screen.findByText(words.notLocked);
  expect(screen.queryByText(words.lockedAtOnce)).toBeNull();
});

it("offers no lock where the registry has none", async () => {
  renderForm(false);
  await screen.findByText(words.renewsItself);
  expect(screen.queryByRole("checkbox", { name: words.lock })).toBeNull();
  expect(screen.queryByText(words.lockedAtOnce)).toBeNull();
});
