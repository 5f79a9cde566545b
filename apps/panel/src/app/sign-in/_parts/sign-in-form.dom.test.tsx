import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const words = messages.signIn;
const form = <SignInForm words={words} next="/domains" sandbox={false} providers={[]} />;

it("says that it needs JavaScript, for browsers without", () => {
  const page = renderToStaticMarkup(
    <AddressesProvider value={{ apiUrl: "http://api.test", panelUrl: "http://panel.test" }}>
      {form}
    </AddressesProvider>,
  );
  expect(page).toMatch(new RegExp(`<noscript>.*${words.noScript}.*</noscript>`));
});

it.each([
  ["password_sign_in_paused", words.pausedTitle, ["/auth/sign-in/email", "/auth/magic-link/send"]],
  ["rate_limited", words.tooManyTitle, ["/auth/sign-in/email"]],
])(
  "offers a link in one click if strangers use up the address's passwords: %s",
  async (code, title, calls) => {
    const { sent } = fakeApi({
      "/auth/sign-in/email": new Refusal({ status: 429, code }),
      "/auth/magic-link/send": {},
    });
    renderInPanel(form);
    fireEvent.change(screen.getByLabelText(words.email), { target: { value: "ada@example.com" } });
    fireEvent.change(screen.getByLabelText(words.password), { target: { value: "a password" } });
    fireEvent.click(screen.getByRole("button", { name: words.submit }));
    await screen.findByText(title);
    fireEvent.click(screen.getByRole("button", { name: words.useLink }));
    await screen.findByText(calls.length === 2 ? words.linkSentTitle : words.usePassword);
    expect(sent.map(({ name }) => name)).toEqual(calls);
    expect(sent.every(({ input }) => (input as { email: string }).email === "ada@example.com")).toBe(true);
  },
);

it("offers only the password while nothing can be emailed", () => {
  renderInPanel(<SignInForm words={words} next="/domains" sandbox={false} providers={[]} isPasswordOnly />);
  expect(screen.queryByLabelText(words.password)).not.toBeNull();
  expect(screen.queryByRole("button", { name: words.useLink })).toBeNull();
  expect(screen.queryByRole("link", { name: words.forgot })).toBeNull();
});
