import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeApi, Refusal } from "@/testing/fake-api.ts";
import { commonAnswers } from "@/testing/forms.tsx";
import { domain, dsRecord, offer } from "@/testing/records.ts";
import { renderInPanel } from "@/testing/render-in-panel.tsx";
import { NameserverEditor } from "./nameserver-editor.tsx";

const words = messages.nameservers;
const message = "ns1.example.net has no key that matches a DS record.";
const refusal = new Refusal({
  status: 409,
  code: "nameservers_would_break",
  errors: [{ pointer: "/nameservers", message }],
});

const type = async (number: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(words.host.replace("{number}", number)), {
    target: { value },
  });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it("checks the new nameservers of a signed domain, and changes a refused one only if the user insists", async () => {
  const answers: Record<string, unknown> = { ...commonAnswers, "domains.changeNameservers": refusal };
  const { sent } = fakeApi(answers);
  const nameservers = ["ns1.example.net", "ns2.example.net"].map((host) => ({ host, addresses: [] }));
  renderInPanel(<NameserverEditor domain={{ ...domain, dsRecords: [dsRecord] }} offer={offer} />);
  await type("1", "ns1.example.net");
  await type("2", "ns2.example.net");
  await press(words.save);
  await screen.findByText(message);
  answers["domains.changeNameservers"] = { ...domain, nameservers };
  await press(words.changeAnyway);
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  const asked = { name: domain.name, nameservers };
  expect(sent.map(({ input }) => input)).toEqual([{ ...asked, preflight: "enforce" }, asked]);
});

it("changes those of an unsigned domain without a check", async () => {
  const { sent } = fakeApi({ ...commonAnswers, "domains.changeNameservers": domain });
  renderInPanel(<NameserverEditor domain={domain} offer={offer} />);
  await type("1", "ns1.example.net");
  await type("2", "ns2.example.net");
  await press(words.save);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.input).not.toHaveProperty("preflight");
});
