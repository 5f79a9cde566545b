import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { AccountExport } from "./account-export.tsx";

const words = messages.profile;
let saved: { name: string; text: Promise<string> }[];

beforeEach(() => {
  saved = [];
  let blob = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((given) => {
    blob = given as Blob;
    return "blob:saved";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob.text() });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole("button", { name: words.exportButton }));

describe("downloading one's data", () => {
  it("saves what the API returns as a JSON file", async () => {
    fakeApi({ ...commonAnswers, "/me/export": { format: "zonepost-person", auditEntries: [] } });
    renderInPanel(<AccountExport />);
    press();
    await screen.findByText(words.exported);
    expect(saved.map(({ name }) => name)).toEqual(["zonepost-account.json"]);
    expect(JSON.parse((await saved[0]?.text) ?? "")).toEqual({ format: "zonepost-person", auditEntries: [] });
  });

  it("asks for a confirmation first, and goes on after it", async () => {
    let isConfirmed = false;
    fakeApi({
      ...commonAnswers,
      "me.get": { user: { twoFactorEnabled: false }, hasPassword: true },
      "/auth/step-up": () => {
        isConfirmed = true;
        return {};
      },
      "/me/export": () =>
        isConfirmed
          ? { format: "zonepost-person" }
          : new Refusal({ status: 403, code: "step_up_required", title: "Confirm" }),
    });
    renderInPanel(<AccountExport />);
    press();
    const dialog = within(await screen.findByRole("dialog"));
    expect(saved).toEqual([]);
    fireEvent.change(await dialog.findByLabelText(messages.stepUp.password), {
      target: { value: "quiet harbor lantern" },
    });
    fireEvent.click(dialog.getByRole("button", { name: messages.stepUp.confirm }));
    await screen.findByText(words.exported);
    expect(saved).toHaveLength(1);
  });

  it.each([
    ["is refused", new Refusal({ status: 503, code: "database_unavailable", title: "The database is away" })],
    ["is cut off", new Response('{"format":')],
  ])("that %s saves nothing, and can be tried again", async (_what, answer) => {
    let next: unknown = answer;
    fakeApi({ ...commonAnswers, "/me/export": () => next });
    renderInPanel(<AccountExport />);
    press();
    await screen.findByText(words.notExported);
    expect(saved).toEqual([]);
    next = { format: "zonepost-person" };
    // A click right after the first would count as a double click.
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1000);
    press();
    await screen.findByText(words.exported);
  });
});
