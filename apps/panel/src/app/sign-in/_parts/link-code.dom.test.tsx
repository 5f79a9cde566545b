import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { LinkSent } from "./link-sent.tsx";

const words = { ...messages.signIn, emailInvalid: "" };
const path = "/auth/magic-link/code";

function show(answer: unknown) {
  const api = fakeApi({ [path]: answer });
  const onBack = vi.fn();
  renderInPanel(<LinkSent words={words} email="ada@example.com" sandbox={false} onBack={onBack} />);
  const field = screen.getByLabelText<HTMLInputElement>(words.code);
  return { ...api, onBack, field };
}
const enter = (field: HTMLInputElement, value: string) => {
  fireEvent.change(field, { target: { value } });
  fireEvent.submit(field);
};

it("has a field that phones fill in, with the focus", () => {
  const { field } = show({});
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field.inputMode).toBe("numeric");
  expect(document.activeElement).toBe(field);
});

it.each(["492039", " 492 039 ", "492-039", "492\u00a0039"])("sends %j as its digits", async (typed) => {
  const { sent, field } = show({});
  enter(field, typed);
  await waitFor(() =>
    expect(sent.map(({ input }) => input)).toEqual([{ email: "ada@example.com", code: "492039" }]),
  );
});

it("asks for all six digits before it sends", () => {
  const { sent, field } = show({});
  enter(field, "49203");
  expect(screen.getByText(words.codeIncomplete)).toBeDefined();
  expect(sent).toEqual([]);
});

it("shows a wrong code at the field, which is empty again and has the focus", async () => {
  const { field } = show(new Refusal({ status: 422, code: "sign_in_code_wrong" }));
  enter(field, "000000");
  await screen.findByText(words.codeWrong);
  expect([field.value, field.getAttribute("aria-invalid"), document.activeElement]).toEqual([
    "",
    "true",
    field,
  ]);
});

it.each([
  ["no longer works", { status: 422, code: "sign_in_code_ended" }, words.codeEndedTitle],
  ["is paused", { status: 429, code: "sign_in_codes_paused" }, words.codesPausedTitle],
  ["came too often", { status: 429, code: "rate_limited" }, words.tooManyTitle],
])("explains a code that %s, and offers another email", async (_, problem, title) => {
  const { field, onBack } = show(new Refusal(problem));
  enter(field, "492039");
  await screen.findByText(title);
  fireEvent.click(screen.getByRole("button", { name: words.requestAnother }));
  expect(onBack).toHaveBeenCalled();
});
