import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SettingSwitches } from "./features/domain-page/setting-switches.tsx";
import { InviteDialog } from "./features/people/invite-dialog.tsx";
import { SessionEnded } from "./features/sign-in/session-ended.tsx";
import { type Answers, fakeApi, Refusal } from "./testing/fake-api.ts";
import { domain, invitation, offer, session } from "./testing/records.ts";
import { Opened, renderInPanel } from "./testing/render-in-panel.tsx";

const words = messages.signInAgain;
const email = "cleo@example.com";

/** An API whose session has ended. `state` is the session's. */
function fakeEndedSession(answers: Answers, workspaceId = session.session.workspaceId) {
  const state = { isSignedIn: false };
  const refused = new Refusal({ status: 401, code: "unauthenticated" });
  const whenSignedIn = (answer: unknown) => () => (state.isSignedIn ? answer : refused);
  const { sent } = fakeApi({
    "/auth/get-session": whenSignedIn({ ...session, session: { ...session.session, workspaceId } }),
    "invitations.create": whenSignedIn(invitation),
    "domains.update": whenSignedIn({ ...domain, locked: !domain.locked }),
    "me.switchWorkspace": {},
    "/auth/sign-in/email": () => {
      state.isSignedIn = true;
      return {};
    },
    ...answers,
  });
  return { state, sent };
}

/** Sends a filled-in form after its session has ended. */
async function sendWithoutSession(answers: Answers, workspaceId?: string | null) {
  const { state, sent } = fakeEndedSession(answers, workspaceId);
  renderInPanel(
    <>
      <SessionEnded {...session} />
      <Opened>{(props) => <InviteDialog {...props} place={session.session} />}</Opened>
    </>,
  );
  fireEvent.change(await screen.findByLabelText(messages.people.email), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: messages.people.sendInvitation }));
  await vi.waitFor(() => screen.getByRole("dialog", { name: words.title }), 20_000);
  expect(screen.getByLabelText(messages.people.email)).toHaveProperty("value", email);
  return { state, sent };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function expectSentAgain(sent: { name: string; input: unknown; key: string | undefined }[]) {
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), 20_000);
  const [first, second, ...more] = sent.filter(({ name }) => name === "invitations.create");
  expect(first?.input).toMatchObject({ email });
  expect(second).toEqual(first);
  expect(more).toEqual([]);
}

it("sends the form after a sign-in with the password, over the page", async () => {
  const { sent } = await sendWithoutSession({});
  type(words.password, "password");
  press(words.submit);
  await expectSentAgain(sent);
  expect(sent.map(({ name }) => name)).not.toContain("me.switchWorkspace");
});

it("asks for the second factor, and returns to the workspace of the page", async () => {
  let state: { isSignedIn: boolean } | undefined;
  const asked = await sendWithoutSession(
    {
      "/auth/sign-in/email": { twoFactorRedirect: true },
      "/auth/two-factor/verify-totp": () => {
        if (state) {
          state.isSignedIn = true;
        }
        return {};
      },
    },
    "wsp_00000000000000000000000009",
  );
  state = asked.state;
  type(words.password, "password");
  press(words.submit);
  await waitFor(() => type(words.code, "123 456"));
  press(words.verify);
  await expectSentAgain(asked.sent);
  expect(asked.sent).toContainEqual(
    expect.objectContaining({ name: "me.switchWorkspace", input: { id: session.session.workspaceId } }),
  );
  expect(asked.sent).toContainEqual(
    expect.objectContaining({ input: { code: "123456", trustDevice: false } }),
  );
});

it("continues once a mailed link, which leads back to the page, was opened in the same browser", async () => {
  window.history.replaceState(null, "", "/settings/people?page=2");
  const { state, sent } = await sendWithoutSession({ "/auth/magic-link/send": {} });
  press(words.useLink);
  await screen.findByText(words.linkSent.replace("{email}", session.user.email));
  const callbackURL = "http://panel.test/settings/people?page=2";
  expect(sent.find(({ name }) => name === "/auth/magic-link/send")?.input).toMatchObject({ callbackURL });
  window.history.replaceState(null, "", "/");
  state.isSignedIn = true;
  await expectSentAgain(sent);
});

it("continues with the code of the email, after the second factor if that is due", async () => {
  const wrong = new Refusal({ status: 422, code: "sign_in_code_wrong" });
  let answer: unknown = wrong;
  const { state, sent } = await sendWithoutSession({
    "/auth/magic-link/send": {},
    "/auth/magic-link/code": () => answer,
    "/auth/two-factor/verify-totp": () => {
      state.isSignedIn = true;
      return {};
    },
  });
  press(words.useLink);
  await waitFor(() => type(words.emailedCode, "00 00 00"));
  press(words.submit);
  await screen.findByText(words.emailedCodeWrong);
  answer = { twoFactorRedirect: true };
  type(words.emailedCode, "492 039");
  press(words.submit);
  await screen.findByText(words.codeWords);
  type(words.code, "123456");
  press(words.verify);
  await expectSentAgain(sent);
  expect(sent.filter(({ name }) => name === "/auth/magic-link/code").map(({ input }) => input)).toEqual([
    { email: session.user.email, code: "000000" },
    { email: session.user.email, code: "492039" },
  ]);
});

it("stays open after a wrong password", async () => {
  const wrong = new Refusal({ status: 401, code: "invalid_email_or_password" });
  const { sent } = await sendWithoutSession({ "/auth/sign-in/email": wrong });
  type(words.password, "wrong");
  press(words.submit);
  await screen.findByText(words.wrongPassword);
  expect(sent.filter(({ name }) => name === "invitations.create")).toHaveLength(1);
});

it("completes a switch after a sign-in, and returns the focus to it", async () => {
  const { sent } = fakeEndedSession({ "session.current": session, "domains.get": domain });
  renderInPanel(
    <>
      <SessionEnded {...session} />
      <SettingSwitches domain={domain} offer={offer} />
    </>,
  );
  const lock = screen.getByRole<HTMLInputElement>("switch", { name: messages.domainActs.setting_locked });
  await waitFor(() => expect(lock.disabled).toBe(false));
  lock.focus();
  fireEvent.click(lock);
  await vi.waitFor(() => screen.getByRole("dialog", { name: words.title }), 20_000);
  expect(lock.checked).toBe(!domain.locked);
  type(words.password, "password");
  press(words.submit);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), 20_000);
  const [first, second, ...more] = sent.filter(({ name }) => name === "domains.update");
  expect(first?.input).toEqual({ name: domain.name, locked: !domain.locked });
  expect(second).toEqual(first);
  expect(more).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(lock));
});
