import { glob, readFile } from "node:fs/promises";
import messages from "@messages/en.json";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Answers, fakeApi, Refusal } from "./testing/fake-api.ts";
import { commonAnswers, type FormCase, forms } from "./testing/forms.tsx";
import { renderInPanel } from "./testing/render-in-panel.tsx";
import { router } from "./testing/router.ts";

const source = import.meta.dirname;
const words = messages.ui;
const asking = Object.entries(forms).filter(([, { asks }]) => asks);

const reload = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? "asks" : "leaves";
};
const leaveDialog = () => screen.queryByRole("dialog", { name: words.leaveTitle });

const pressEscape = () => fireEvent.keyDown(document.body, { key: "Escape" });

async function renderInvitation(answers: Answers = {}) {
  const form = forms["invite a person"] as FormCase;
  fakeApi({ ...commonAnswers, ...form.answers, ...answers });
  renderInPanel(form.element);
  await form.prepare?.();
  return form;
}

/** These hold a password, a code, a search or a copy, which nothing is lost of. Pages before the sign-in aren't in the frame. */
const withoutChanges = [
  "features/domain-search/domain-search.tsx",
  "features/sign-in/sign-in-again-dialog.tsx",
  "features/step-up/step-up-dialog.tsx",
  "features/webhooks/signature-doctor/signature-doctor.tsx",
];

describe("a form with changes", () => {
  it("is marked in each file that has a form element", async () => {
    const unmarked: string[] = [];
    for await (const file of glob("{features,ui}/**/*.tsx", { cwd: source })) {
      const text = await readFile(`${source}/${file}`, "utf8");
      if (/<form\b/.test(text) && !text.includes("<Unsaved ")) {
        unmarked.push(file);
      }
    }
    expect(unmarked.sort()).toEqual(withoutChanges);
  });

  it.each(asking)("asks before a reload: %s", async (_name, form) => {
    fakeApi({ ...commonAnswers, ...form.answers });
    renderInPanel(form.element);
    expect(reload()).toBe("leaves");
    await form.prepare?.();
    await waitFor(() => expect(reload()).toBe("asks"));
  });

  it("asks before Escape closes its dialog, and keeps or discards what was typed", async () => {
    await renderInvitation();
    const field = screen.getByLabelText(messages.people.email);
    pressEscape();
    await vi.waitFor(() => expect(leaveDialog()).not.toBeNull(), 20_000);
    fireEvent.click(screen.getByRole("button", { name: words.stay }));
    await waitFor(() => expect(leaveDialog()).toBeNull());
    expect(field).toHaveProperty("value", "cleo@example.com");
    pressEscape();
    await waitFor(() => expect(leaveDialog()).not.toBeNull());
    fireEvent.click(screen.getByRole("button", { name: words.leave }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(reload()).toBe("leaves"));
  });

  it("keeps its dialog if Escape closes another one above it", async () => {
    const stepUp = new Refusal({ status: 403, code: "step_up_required" });
    const { button } = await renderInvitation({ "invitations.create": stepUp });
    fireEvent.click(screen.getByRole("button", { name: button }));
    const stepUpDialog = () => screen.queryByRole("dialog", { name: messages.stepUp.title });
    await vi.waitFor(() => expect(stepUpDialog()).not.toBeNull(), 20_000);
    pressEscape();
    await waitFor(() => expect(stepUpDialog()).toBeNull());
    expect(leaveDialog()).toBeNull();
    pressEscape();
    await vi.waitFor(() => expect(leaveDialog()).not.toBeNull(), 20_000);
    pressEscape();
    await waitFor(() => expect(leaveDialog()).toBeNull());
    expect(screen.getByRole("dialog", { name: messages.people.inviteTitle })).toBeDefined();
  });

  it("doesn't ask once it was sent, nor after Cancel", async () => {
    const { button } = await renderInvitation();
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(reload()).toBe("leaves");
    cleanup();
    await renderInvitation();
    fireEvent.click(screen.getByRole("button", { name: words.cancel }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("asks before a link, and follows it once the changes are discarded", async () => {
    await renderInvitation();
    const link = Object.assign(document.body.appendChild(document.createElement("a")), {
      href: "/domains?q=x",
    });
    await waitFor(() => expect(reload()).toBe("asks"));
    link.click();
    await vi.waitFor(() => expect(leaveDialog()).not.toBeNull(), 20_000);
    expect(router.push).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: words.leave }));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/domains?q=x");
    link.remove();
  });
});
