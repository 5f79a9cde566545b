import messages from "@messages/en.json";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { NameserverEditor } from "./features/nameservers/nameserver-editor.tsx";
import { NewEndpoint } from "./features/webhooks/creation/new-endpoint.tsx";
import { fakeApi } from "./testing/fake-api.ts";
import { commonAnswers } from "./testing/forms.tsx";
import { domain, offer } from "./testing/records.ts";
import { renderInPanel } from "./testing/render-in-panel.tsx";

const host = messages.nameservers.host.replace("{number}", "1");

it.each<[string, ReactNode, string, string]>([
  ["a nameserver", <NameserverEditor key="1" domain={domain} offer={offer} />, host, "not a host"],
  ["a webhook URL", <NewEndpoint key="2" />, messages.webhooks.url, "example.com/hook"],
])("%s is validated when its field is left", async (_name, form, label, value) => {
  fakeApi(commonAnswers);
  renderInPanel(form);
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value } });
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  fireEvent.blur(field);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
});
