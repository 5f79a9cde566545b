import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { catchUp, endpoint } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { CatchUpDialog } from "./catch-up-dialog.tsx";

const texts = messages.webhooks;

it("doesn't start a catch-up while another one is running, and says so", async () => {
  const { sent } = fakeApi({
    ...commonAnswers,
    "webhooks.catchUp": catchUp,
    "webhooks.catchUpCount": { count: 3 },
  });
  renderInPanel(<CatchUpDialog id={endpoint.id} opened onClose={() => {}} />);
  await screen.findByText(texts.catchUpRunning);
  const submit = screen.getByRole("button", { name: texts.catchUpSubmit });
  expect(submit.hasAttribute("disabled")).toBe(true);
  fireEvent.submit(submit.closest("form") as HTMLFormElement);
  expect(sent).toEqual([]);
});
