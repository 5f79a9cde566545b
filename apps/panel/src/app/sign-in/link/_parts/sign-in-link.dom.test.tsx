import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "@/testing/fake-api.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { SignInLink } from "./sign-in-link.tsx";

const words = messages.signInLink;
const token = "b".repeat(43);

function open(answer: Answers[string], fragment = `#token=${token}`) {
  window.history.replaceState(null, "", `/sign-in/link${fragment}`);
  const api = fakeApi({ "/auth/magic-link/redeem": answer });
  renderInPanel(<SignInLink />);
  return api;
}
const press = async () => fireEvent.click(await screen.findByRole("button", { name: words.submit }));

it("sends nothing until the click, and takes the token out of the address", async () => {
  const { sent } = open({});
  await screen.findByText(words.words);
  await waitFor(() => expect(window.location.href).not.toContain(token));
  expect(sent).toEqual([]);
  await press();
  await waitFor(() =>
    expect(sent).toEqual([{ name: "/auth/magic-link/redeem", input: { token }, key: undefined }]),
  );
});

it.each([
  ["signed in", { url: "http://panel.test/mail?q=1" }, words.doneTitle, "/mail?q=1"],
  [
    "second factor next",
    { url: "http://panel.test/mail?q=1", twoFactorRedirect: true },
    words.secondFactorTitle,
    "/auth/2fa-verify?next=%2Fmail%3Fq%3D1",
  ],
])("after the click: %s", async (_, answer, title, next) => {
  open(answer);
  await press();
  await screen.findByRole("heading", { name: title });
  expect(screen.getByRole("link", { name: words.continue }).getAttribute("href")).toBe(next);
  expect(window.sessionStorage).toHaveLength(0);
});

it("offers a new link if this one is used or has expired, and forgets it", async () => {
  open(new Refusal({ status: 422, code: "link_invalid" }));
  await press();
  await screen.findByText(words.spentTitle);
  expect(screen.getByRole("link", { name: words.newLink }).getAttribute("href")).toBe("/sign-in?method=link");
  expect(screen.queryByRole("button", { name: words.submit })).toBeNull();
  expect(window.sessionStorage).toHaveLength(0);
});

it.each([
  ["too many attempts", new Refusal({ status: 429, code: "rate_limited" }), words.tooMany],
  ["a failure", new Refusal({ status: 500, detail: "Something failed." }), "Something failed."],
])("can be tried again after %s", async (_, refusal, text) => {
  const { sent } = open(refusal);
  await press();
  await screen.findByText(text);
  await press();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
});

it("asks for the whole link if there is no token", async () => {
  const { sent } = open({}, "");
  await screen.findByText(words.incompleteTitle);
  expect(screen.getByRole("link", { name: words.newLink })).toBeDefined();
  expect(sent).toEqual([]);
});
