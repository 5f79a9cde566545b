import messages from "@messages/en.json";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { apiKey } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { RevokeApiKeyDialog } from "./revoke-api-key-dialog.tsx";

const texts = messages.apiKeys.confirm.revoke;

it.each([
  ["another active key has its name, as after a roll", "Deploy", "active", "zp_1234"],
  ["a revoked key has its name", "Deploy", "revoked", "Deploy"],
  ["no other one has its name", "Backup", "active", "Deploy"],
] as const)("asks to type what only the key to revoke has: %s", async (_case, name, status, typed) => {
  const other = { ...apiKey, id: "key_other", start: "zp_9876", name, status };
  fakeApi({ ...commonAnswers, "apiKeys.list": [apiKey, other] });
  renderInPanel(<RevokeApiKeyDialog apiKey={apiKey} opened onClose={() => undefined} />);
  const dialog = within(await screen.findByRole("dialog"));
  const field = await dialog.findByLabelText(texts.typed.replace("{words}", typed));
  dialog.getByText("zp_1234…");
  const submit = dialog.getByRole<HTMLButtonElement>("button", { name: texts.submit });
  expect(submit.disabled).toBe(true);
  fireEvent.change(field, { target: { value: typed } });
  expect(submit.disabled).toBe(false);
});
