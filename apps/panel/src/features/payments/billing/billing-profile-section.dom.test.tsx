import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Answers, fakeApi } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { billing, session } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { BillingProfileSection } from "./billing-profile-section.tsx";

const words = messages.billing;

function renderSection(answers: Answers = {}) {
  const api = fakeApi({ ...commonAnswers, ...answers });
  renderInPanel(<BillingProfileSection />);
  return api;
}

const edit = async () => fireEvent.click(await screen.findByRole("button", { name: words.edit }));
const field = async (label: string) => (await screen.findByLabelText(label)) as HTMLInputElement;
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: words.save }));

describe("the billing profile", () => {
  it("sends the whole profile, with null for an emptied field, and shows what was saved", async () => {
    const saved = { ...billing, company: null, vatId: "ATU12345678" };
    const api = renderSection({ "payments.billing.update": saved });
    await screen.findByText("Acme GmbH");
    await edit();
    await type(words.company, "");
    await type(words.vatId, "atu12345678");
    save();
    await screen.findByText("ATU12345678");
    expect(api.sent).toMatchObject([{ input: saved }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("doesn't send a VAT ID that can't be one", async () => {
    const api = renderSection();
    await screen.findByText("Acme GmbH");
    await edit();
    await type(words.vatId, "?");
    save();
    await screen.findByText("Enter the VAT ID as it is registered, such as DE123456789.");
    expect(api.sent).toEqual([]);
  });

  it("can be read without the permission to change it", async () => {
    const reader = { ...session, session: { ...session.session, role: "read_only" as const } };
    renderSection({
      "session.current": { ...reader, paymentsOn: true, sandbox: null },
      "payments.billing.get": { ...billing, address: null },
    });
    await screen.findByText("Acme GmbH");
    await screen.findByText("Germany");
    await screen.findByText(words.notEntered);
    expect(screen.getByRole("button", { name: words.edit })).toHaveProperty("disabled", true);
  });
});
