import messages from "@messages/en.json";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { operation } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { FirstSteps } from "./first-steps-section.tsx";

const texts = messages.firstSteps;
const stepOf = async (title: string) =>
  within((await screen.findByRole("heading", { name: title })).closest("li") as HTMLElement);

it("leads to the transfer, the search and the team, and ticks what the workspace has done", async () => {
  fakeApi({ ...commonAnswers, "domains.operations.list": [operation], "invitations.list": [] });
  renderInPanel(<FirstSteps />);
  const moveIn = await stepOf(texts.moveIn);
  expect(await moveIn.findByText(texts.done)).toBeTruthy();
  expect(moveIn.getByRole("link").getAttribute("href")).toBe("/domains/transfer");
  const register = await stepOf(texts.register);
  expect(register.getByRole("link").getAttribute("href")).toBe("/domains/search");
  expect(register.queryByText(texts.done)).toBeNull();
  const invite = await stepOf(texts.invite);
  expect(invite.getByRole("link").getAttribute("href")).toBe("/settings/people");
});

it("can be used while the facts can't be read", async () => {
  const away = new Refusal({ status: 503, code: "unavailable", title: "Unavailable" });
  fakeApi({
    ...commonAnswers,
    "domains.operations.list": away,
    "members.list": away,
    "invitations.list": away,
  });
  renderInPanel(<FirstSteps />);
  expect((await stepOf(texts.moveIn)).getByRole("link")).toBeTruthy();
  expect(screen.queryByText(texts.done)).toBeNull();
});
